; Calls that download, write, open, check and run files.

; Files.copy(in, Path.of("FILE"))
((method_invocation) @flow.write
  (#word-is? @flow.write "Files.copy" "Files.write" "Files.writeString" "FileUtils.copyURLToFile"))

; Path.of("FILE")
((method_invocation) @flow.open
  (#word-is? @flow.open "Path.of" "Paths.get")
  (#set! of "path"))

; Files.readString(path)
((method_invocation) @flow.open
  (#word-is? @flow.open "Files.readString" "Files.readAllBytes" "Files.readAllLines" "Files.newInputStream"))

; MessageDigest.getInstance("SHA-256")
((method_invocation) @flow.digest
  (#word-is? @flow.digest "MessageDigest.getInstance" "DigestUtils.sha256Hex"))

; MessageDigest.isEqual(a, b)
((method_invocation) @flow.compare
  (#word-is? @flow.compare "MessageDigest.isEqual" "Arrays.equals"))
