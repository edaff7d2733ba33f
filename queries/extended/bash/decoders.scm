; Commands that decode a payload, when an option asks them to.

; base64 -d   xxd -r -p   openssl base64 -d
((command_name) @source.decoder
  (#word-is? @source.decoder "base64" "base32" "basenc" "xxd" "openssl" "uudecode"))
