; Decoders beyond the contract's closed list.

; base64.urlsafe_b64decode(x)   binascii.unhexlify(x)
((attribute) @source.decoder
  (#any-of? @source.decoder
    "base64.urlsafe_b64decode" "base64.standard_b64decode" "base64.decodebytes" "base64.decodestring" "base64.b32decode" "base64.b16decode"
    "base64.a85decode" "base64.b85decode" "binascii.unhexlify" "binascii.a2b_base64" "bytearray.fromhex"))

; unhexlify(x) behind an import of the name
((identifier) @source.decoder
  (#any-of? @source.decoder "urlsafe_b64decode" "unhexlify" "a2b_base64" "a85decode" "b85decode"))
