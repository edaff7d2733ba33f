; Calls and casts that decode.

; [Convert]::FromBase64String('…')
(invokation_expression
  (type_literal) @_type
  (member_name) @source.decoder
  (#word-like? @_type "convert")
  (#word-like? @source.decoder "frombase64string" "fromhexstring")
  (#set! rule "powershell/decode-execute"))

; -join [char[]](72, 105)   [char[]]$numbers: characters from their codes
((type_literal) @source.letters
  (#word-like? @source.letters "char[]")
  (#set! of "list")
  (#set! rule "powershell/decode-execute"))

; $numbers | ForEach-Object { [char]$_ }   [char][convert]::ToInt16($x, 16): characters from their codes
((type_literal) @source.letters
  (#word-like? @source.letters "char")
  (#set! rule "powershell/decode-execute"))

; [Text.Encoding]::ASCII.GetString([byte[]](105, 101, 120)): a string from its bytes
((member_name) @source.decoder.method
  (#word-like? @source.decoder.method "getstring")
  (#set! of "list")
  (#set! rule "powershell/decode-execute"))

; $text[-1..-$text.Length]: all letters in reverse order
((command_name) @source.letters
  (#word-like? @source.letters "-1..")
  (#set! rule "powershell/decode-execute"))

; [array]::Reverse($letters)
(invokation_expression
  (type_literal) @_type
  (member_name) @source.decoder
  (#word-like? @_type "array")
  (#word-like? @source.decoder "reverse")
  (#set! of "literal")
  (#set! rule "powershell/decode-execute"))
