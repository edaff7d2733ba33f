; Calls that download, write, open, check and run files.

; File.write("FILE", data)
((call) @flow.write
  (#word-is? @flow.write "File.write" "File.binwrite" "IO.write" "IO.binwrite" "IO.copy_stream"))

; File.open("FILE", "wb")   File.read("FILE")
((call) @flow.open
  (#word-is? @flow.open "File.open" "File.new" "File.read" "File.binread" "IO.read" "IO.binread" "File.readlines"))

; Pathname.new("FILE")
((call) @flow.open
  (#word-is? @flow.open "Pathname.new" "File.join")
  (#set! of "path"))

; Digest::SHA256.file("FILE")   Digest::SHA256.hexdigest(data)
((call) @flow.digest
  (#word-is? @flow.digest
    "Digest.SHA256.file" "Digest.SHA256.hexdigest" "Digest.SHA256.digest" "Digest.SHA512.file" "Digest.SHA512.hexdigest"
    "Digest.SHA1.file" "Digest.SHA1.hexdigest" "Digest.MD5.file" "Digest.MD5.hexdigest" "OpenSSL.Digest.hexdigest"))

; load "FILE"
((identifier) @sink.file
  (#word-is? @sink.file "load"))
