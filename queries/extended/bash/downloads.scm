; Commands that check, show, move, unpack or start a downloaded file.

; sha256sum -c FILE.sha256   shasum -a 256 --check SHA256SUMS   sha256deep -m SUMS FILE
((command_name) @flow.verify.list
  (#word-is? @flow.verify.list
    "sha256sum" "sha512sum" "sha384sum" "sha224sum" "sha1sum" "md5sum" "b2sum" "shasum" "sha256" "sha512" "gsha256sum"
    "rhash" "sha256deep")
  (#set! needs "-c --check -m -M -x -X"))

; sha256sum FILE
((command_name) @flow.digest
  (#word-is? @flow.digest
    "sha256sum" "sha512sum" "sha384sum" "sha224sum" "sha1sum" "md5sum" "b2sum" "shasum" "sha256" "sha512" "gsha256sum"
    "rhash" "sha256deep"))

; minisign -Vm FILE
((command_name) @flow.verify
  (#word-is? @flow.verify "minisign" "signify" "cosign" "slsa-verifier" "gpgv"))

; gpg --verify FILE.asc FILE
((command_name) @flow.verify
  (#word-is? @flow.verify "gpg" "gpg2")
  (#set! needs "--verify"))

; openssl dgst -sha256 -verify KEY -signature FILE.sig FILE
((command_name) @flow.verify
  (#word-is? @flow.verify "openssl")
  (#set! subcommand "dgst")
  (#set! needs "-verify -prverify"))

; openssl dgst -sha256 FILE
((command_name) @flow.digest
  (#word-is? @flow.digest "openssl")
  (#set! subcommand "dgst"))

; gh attestation verify FILE
((command_name) @flow.verify
  (#word-is? @flow.verify "gh")
  (#set! subcommand "attestation verify"))

; certutil -hashfile FILE SHA256
((command_name) @flow.digest
  (#word-like? @flow.digest "certutil" "certutil.exe")
  (#set! needs "-hashfile"))

; less FILE && sha256sum FILE: the file is shown to the user, who can compare its checksum
((command_name) @flow.look
  (#word-is? @flow.look "less" "more" "most" "vi" "vim" "nvim" "view" "nano" "emacs"))

; [ "$(sha256sum FILE | cut -c1-64)" = "$SUM" ]   sha256sum FILE | grep "$SUM"
((command_name) @flow.compare
  (#word-is? @flow.compare
    "[" "[[" "test" "grep" "egrep" "fgrep" "rg" "cmp" "diff" "comm"))

; certutil -hashfile FILE SHA256 | findstr SUM
((command_name) @flow.compare
  (#word-like? @flow.compare "find" "find.exe" "findstr" "findstr.exe" "fc" "fc.exe" "select-string"))

; mv FILE NAME   cp FILE FOLDER   install -m 755 FILE NAME
((command_name) @flow.move
  (#word-is? @flow.move "mv" "cp" "ln" "install" "rename"))

; move FILE NAME   ren FILE NAME
((command_name) @flow.move
  (#word-like? @flow.move "move" "copy" "ren" "xcopy" "mklink"))

; certutil -decode FILE NAME
((command_name) @flow.move
  (#word-like? @flow.move "certutil" "certutil.exe")
  (#set! needs "-decode -decodehex"))

; curl URL | tee FILE
((command_name) @flow.tee
  (#word-is? @flow.tee "tee" "sponge"))

; unzip FILE   tar -xzf FILE   gunzip FILE
((command_name) @flow.unpack
  (#word-is? @flow.unpack
    "tar" "bsdtar" "gtar" "unzip" "gunzip" "bunzip2" "unxz" "xz" "gzip" "bzip2" "zstd" "unzstd" "7z" "7za" "unrar" "expand"))

; tar.exe -xf FILE
((command_name) @flow.unpack
  (#word-like? @flow.unpack "tar.exe" "7z.exe" "7za.exe" "expand.exe"))

; cd tool-1.2 && ./install.sh
((command_name) @flow.enter
  (#word-is? @flow.enter "cd" "pushd" "popd" "chdir"))

; rundll32 FILE,Entry   regsvr32 /s FILE   msiexec /i FILE
((command_name) @flow.start
  (#word-like? @flow.start
    "rundll32" "rundll32.exe" "regsvr32" "regsvr32.exe" "wscript" "wscript.exe" "cscript" "cscript.exe" "mshta" "mshta.exe"
    "msiexec" "msiexec.exe" "installutil" "installutil.exe" "regasm" "regasm.exe" "regsvcs" "regsvcs.exe" "msbuild"
    "msbuild.exe" "cmstp" "cmstp.exe" "hh" "hh.exe" "control" "control.exe" "odbcconf" "odbcconf.exe"))
