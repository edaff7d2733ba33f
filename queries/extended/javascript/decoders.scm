; Decoders beyond the contract's closed list.

; Base64.decode(x)   CryptoJS.enc.Base64.parse(x)
((member_expression) @source.decoder
  (#any-of? @source.decoder "Base64.decode" "CryptoJS.enc.Base64.parse" "CryptoJS.enc.Hex.parse" "CryptoJS.AES.decrypt"))
