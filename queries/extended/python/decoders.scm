; Decoders that the contract does not list.

; base64.urlsafe_b64decode(x)   binascii.unhexlify(x)
((attribute) @source.decoder
  (#any-of? @source.decoder
    "base64.urlsafe_b64decode" "base64.standard_b64decode" "base64.decodebytes" "base64.decodestring" "base64.b32decode" "base64.b32hexdecode"
    "base64.b16decode" "base64.a85decode" "base64.b85decode" "base64.z85decode"
    "binascii.unhexlify" "binascii.a2b_base64" "binascii.a2b_hex" "binascii.a2b_uu" "binascii.a2b_qp" "bytearray.fromhex"
    "marshal.loads" "urllib.parse.unquote" "urllib.parse.unquote_plus" "urllib.parse.unquote_to_bytes" "urllib.unquote" "quopri.decodestring"
    "Fernet().decrypt" "cryptography.fernet.Fernet().decrypt" "html.unescape"))

; unhexlify(x) after an import of the name
((identifier) @source.decoder
  (#any-of? @source.decoder "urlsafe_b64decode" "standard_b64decode" "decodebytes" "b32decode" "b16decode" "unhexlify" "a2b_base64" "a2b_hex" "a85decode" "b85decode"))

; codecs.decode(x, "rot13")
((attribute) @source.decoder
  (#any-of? @source.decoder "codecs.decode")
  (#set! with "hex hex_codec hex-codec base64 base64_codec base-64 base_64 rot13 rot_13 rot-13 zlib zlib_codec zip bz2 bz2_codec uu uu_codec unicode_escape unicode-escape quopri"))

; codecs.encode(x, "rot13"): encoding and decoding are the same
((attribute) @source.decoder
  (#any-of? @source.decoder "codecs.encode")
  (#set! with "rot13 rot_13 rot-13"))

; zlib.decompress(b"…"): only for a literal, because the content of a file is not a payload in the text
((attribute) @source.decoder
  (#any-of? @source.decoder "zlib.decompress" "gzip.decompress" "bz2.decompress" "lzma.decompress")
  (#set! of "literal"))

; "…".decode("unicode_escape")   x.decode("hex") in Python 2
((identifier) @source.decoder.method
  (#any-of? @source.decoder.method "decode")
  (#set! with "unicode_escape unicode-escape hex hex_codec base64 rot13 rot_13 zlib"))

; bytes([112, 114]).decode()
((identifier) @source.letters
  (#any-of? @source.letters "bytes" "bytearray")
  (#set! of "list"))

; "".join(chr(i) for i in codes)
((identifier) @source.letters
  (#any-of? @source.letters "chr" "unichr"))

; "…"[::-1]
((attribute) @source.letters
  (#any-of? @source.letters "[::-1]"))

; binascii.unhexlify(…): the span of a finding ends with the module's name
((identifier) @source.module
  (#any-of? @source.module "binascii" "codecs"))
