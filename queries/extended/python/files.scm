; Calls that download, write, open, check and run files.

; urllib.request.urlretrieve(url, "FILE")   urlretrieve(url, "FILE")
([(identifier) (attribute)] @source.download
  (#any-of? @source.download "urllib.request.urlretrieve" "urllib.urlretrieve" "urlretrieve" "six.moves.urllib.request.urlretrieve")
  (#set! argument "1"))

; wget.download(url, "FILE")
((attribute) @source.download
  (#any-of? @source.download "wget.download")
  (#set! argument "1"))

; open("FILE", "wb")
([(identifier) (attribute)] @flow.open
  (#any-of? @flow.open "open" "io.open" "codecs.open" "aiofiles.open"))

; tempfile.NamedTemporaryFile()
([(identifier) (attribute)] @flow.open
  (#any-of? @flow.open "NamedTemporaryFile" "tempfile.NamedTemporaryFile")
  (#set! of "temporary"))

; Path("FILE")   os.path.join(folder, "FILE")
([(identifier) (attribute)] @flow.open
  (#any-of? @flow.open "Path" "pathlib.Path" "os.path.join" "os.path.abspath" "os.path.expanduser")
  (#set! of "path"))

; hashlib.sha256(data)
((attribute) @flow.digest
  (#any-of? @flow.digest
    "hashlib.sha256" "hashlib.sha512" "hashlib.sha384" "hashlib.sha224" "hashlib.sha1" "hashlib.md5" "hashlib.blake2b"
    "hashlib.sha3_256" "hashlib.new" "hashlib.file_digest"))

; sha256(data) after an import of the name
((identifier) @flow.digest
  (#any-of? @flow.digest "sha256" "sha512" "sha384" "file_digest"))

; hmac.compare_digest(a, b)   self.assertEqual(a, b)
((attribute) @flow.compare
  (#any-of? @flow.compare "hmac.compare_digest" "secrets.compare_digest" "self.assertEqual"))

; runpy.run_path("FILE")   os.startfile("FILE")
((attribute) @sink.file
  (#any-of? @sink.file "runpy.run_path" "os.startfile"))
