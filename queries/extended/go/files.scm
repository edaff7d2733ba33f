; Calls that download, write, open, check and run files.

; os.WriteFile("FILE", data, 0o755)
((selector_expression) @flow.write
  (#word-is? @flow.write "os.WriteFile" "ioutil.WriteFile"))

; os.Create("FILE")   os.ReadFile("FILE")
((selector_expression) @flow.open
  (#word-is? @flow.open "os.Create" "os.OpenFile" "os.Open" "os.ReadFile" "ioutil.ReadFile"))

; sha256.Sum256(data)
((selector_expression) @flow.digest
  (#word-is? @flow.digest "sha256.Sum256" "sha512.Sum512" "sha256.New" "sha512.New" "sha1.Sum" "md5.Sum"))

; bytes.Equal(a, b)
((selector_expression) @flow.compare
  (#word-is? @flow.compare "bytes.Equal" "subtle.ConstantTimeCompare" "hmac.Equal"))

; filepath.Join(folder, "FILE")
((selector_expression) @flow.open
  (#word-is? @flow.open "filepath.Join" "path.Join")
  (#set! of "path"))
