; Calls that download, write, open, hash and compare files.

; file_put_contents("FILE", $data)
((name) @flow.write
  (#word-is? @flow.write "file_put_contents" "stream_copy_to_stream"))

; fopen("FILE", "w")
((name) @flow.open
  (#word-is? @flow.open "fopen"))

; file_get_contents("FILE")
((name) @flow.open
  (#word-is? @flow.open "file_get_contents" "file"))

; hash_file("sha256", "FILE")   hash("sha256", $data)
((name) @flow.digest
  (#word-is? @flow.digest "hash_file" "sha1_file" "md5_file" "hash" "sha1" "md5"))

; hash_equals($a, $b)
((name) @flow.compare
  (#word-is? @flow.compare "hash_equals" "strcmp"))

; copy("https://…", "FILE")
((name) @source.download
  (#word-is? @source.download "copy")
  (#set! argument "1")
  (#set! of "address"))
