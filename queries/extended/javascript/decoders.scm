; Decoders that the contract does not list.

; Base64.decode(x)   CryptoJS.enc.Base64.parse(x)   String.fromCharCode(97, 98)   System.Convert.FromBase64String(x) in JScript
((member_expression) @source.decoder
  (#any-of? @source.decoder
    "Base64.decode" "Base64.atob" "CryptoJS.enc.Base64.parse" "CryptoJS.enc.Hex.parse" "CryptoJS.AES.decrypt" "CryptoJS.DES.decrypt" "CryptoJS.TripleDES.decrypt"
    "crypto.createDecipheriv().update" "crypto.createDecipheriv().final" "createDecipheriv().update" "createDecipheriv().final"
    "crypto.createDecipher().update" "crypto.createDecipher().final" "CryptoJS.RC4.decrypt" "CryptoJS.Rabbit.decrypt" "String.fromCharCode" "String.fromCodePoint" "TextDecoder().decode"
    "Convert.FromBase64String" "System.Convert.FromBase64String"))

; Buffer.from(x, "base64").toString()   Buffer.from(data.map((b) => b ^ 7)).toString()
((member_expression) @source.decoder
  (#any-of? @source.decoder "Buffer.from")
  (#set! of "list")
  (#set! with "base64 base64url hex"))

; Buffer(x, "base64").toString()
((identifier) @source.decoder
  (#any-of? @source.decoder "Buffer")
  (#set! with "base64 base64url hex"))

; unescape("%61")   decodeURIComponent("%61")
((identifier) @source.decoder
  (#any-of? @source.decoder "unescape" "decodeURIComponent" "decodeURI"))

; "…".split("").reverse().join("")
((property_identifier) @source.letters.method
  (#any-of? @source.letters.method "reverse")
  (#set! of "letters"))

; base64_decode($x): a PHP decoder, for PHP code in a block that is tagged as JavaScript
((identifier) @source.decoder
  (#any-of? @source.decoder "base64_decode" "gzinflate" "gzuncompress" "str_rot13" "hex2bin")
  (#set! foreign "yes"))

; Buffer.from(…): the span of a finding ends with the object's name
((identifier) @source.module
  (#any-of? @source.module "Buffer" "CryptoJS" "Base64"))
