; What is done with a file between its download and its run.

; sha256sum -c FILE.sha256   shasum -a 256 FILE
((command_name) @flow.verify
  (#word-is? @flow.verify
    "sha256sum" "sha512sum" "sha384sum" "sha224sum" "sha1sum" "md5sum" "b2sum" "shasum" "sha256" "sha512" "gsha256sum"
    "minisign" "signify" "cosign" "slsa-verifier" "rhash" "gpgv" "sha256deep"))

; gpg --verify FILE.asc FILE
((command_name) @flow.verify
  (#word-is? @flow.verify "gpg" "gpg2")
  (#set! needs "--verify"))

; openssl dgst -sha256 FILE
((command_name) @flow.verify
  (#word-is? @flow.verify "openssl")
  (#set! subcommand "dgst"))

; gh attestation verify FILE
((command_name) @flow.verify
  (#word-is? @flow.verify "gh")
  (#set! subcommand "attestation verify"))

; certutil -hashfile FILE SHA256
((command_name) @flow.verify
  (#word-like? @flow.verify "certutil" "certutil.exe")
  (#set! needs "-hashfile"))

; chmod +x FILE
((command_name) @flow.permit
  (#word-is? @flow.permit "chmod"))
