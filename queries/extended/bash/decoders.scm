; Commands that decode a payload, most of them only with an option.

; base64 -d   base32 -d   basenc -d --base64
((command_name) @source.payload
  (#word-is? @source.payload "base64" "gbase64" "base32" "basenc")
  (#set! needs "-d -D --decode")
  (#set! output "-o --output")
  (#set! idle "--help --version"))

; python3 -m base64 -d
(command
  name: (command_name) @source.payload
  . argument: (word) @_option
  . argument: (word) @_module
  (#word-is? @source.payload "python3" "python" "py")
  (#eq? @_option "-m")
  (#eq? @_module "base64")
  (#set! values "-m")
  (#set! needs "-d -u"))

; openssl base64 -d
((command_name) @source.payload
  (#word-is? @source.payload "openssl")
  (#set! subcommand "base64")
  (#set! output "-out"))

; openssl enc -d -aes-256-cbc -in FILE -k KEY
((command_name) @source.payload
  (#word-is? @source.payload "openssl")
  (#set! subcommand "enc")
  (#set! needs "-d")
  (#set! output "-out")
  (#set! clusters "no"))

; openssl aes-256-cbc -d -in FILE
((command_name) @source.payload
  (#word-is? @source.payload "openssl")
  (#set! needs "-d")
  (#set! output "-out")
  (#set! clusters "no"))

; xxd -r -p
((command_name) @source.payload
  (#word-is? @source.payload "xxd")
  (#set! needs "-r -revert")
  (#set! into "last")
  (#set! values "-c -cols -g -l -len -n -o -s -seek -R")
  (#set! clusters "no"))

; uudecode -o - FILE
((command_name) @source.payload
  (#word-is? @source.payload "uudecode")
  (#set! how "always")
  (#set! writes "file")
  (#set! output "-o")
  (#set! prints "-p"))

; gpg -d FILE
((command_name) @source.payload
  (#word-is? @source.payload "gpg" "gpg2")
  (#set! needs "-d --decrypt")
  (#set! output "-o --output"))

; rev
((command_name) @source.payload
  (#word-is? @source.payload "rev")
  (#set! how "always"))

; tr A-Za-z N-ZA-Mn-za-m
((command_name) @source.payload
  (#word-is? @source.payload "tr")
  (#set! how "rotation"))

; printf '\x65\x63'   echo -e '\x65\x63'
((command_name) @source.payload
  (#word-is? @source.payload "printf" "echo")
  (#set! how "escapes"))

; base64 -d FILE | wc -l
((command_name) @flow.barrier
  (#word-is? @flow.barrier "wc" "cksum" "sum" "file" "true" "cmp" "diff"))
