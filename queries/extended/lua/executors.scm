; Calls that execute text, and calls that hand on nothing of their arguments.

; load(code)
([(identifier) (dot_index_expression)] @sink.execute
  (#word-is? @sink.execute "load" "loadstring" "os.execute" "io.popen" "dostring" "RunString" "RunStringEx" "CompileString"))

; print(http.request(u))
((identifier) @flow.barrier
  (#word-is? @flow.barrier "print" "type" "tostring_len" "assert_type"))

; string.len(code)   string.find(code, "x"): says something about the text, passes nothing of it on
((dot_index_expression) @flow.barrier
  (#word-is? @flow.barrier "string.len" "string.find" "utf8.len" "table.getn"))

; code:len()
((identifier) @flow.barrier.method
  (#word-is? @flow.barrier.method "len" "find"))
