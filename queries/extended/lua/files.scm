; Calls that download, write, open, check and run files.

; io.open("FILE", "w")
((dot_index_expression) @flow.open
  (#word-is? @flow.open "io.open"))

; writefile("FILE", data)
((identifier) @flow.write
  (#word-is? @flow.write "writefile"))

; dofile("FILE")
((identifier) @sink.file
  (#word-is? @sink.file "dofile" "loadfile"))
