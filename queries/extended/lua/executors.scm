; Calls that execute what they are passed (sinks), and calls whose results contain nothing of what they are passed (barriers).

; load(code)
([(identifier) (dot_index_expression)] @sink.execute
  (#word-is? @sink.execute "load" "loadstring" "os.execute" "io.popen" "dostring" "RunString" "RunStringEx" "CompileString"))

; print(http.request(u))
((identifier) @flow.barrier
  (#word-is? @flow.barrier "print" "type" "tostring_len" "assert_type"))

; string.len(code)   string.find(code, "x"): the result describes the string and contains nothing of it
((dot_index_expression) @flow.barrier
  (#word-is? @flow.barrier "string.len" "string.find" "utf8.len" "table.getn"))

; code:len()
((identifier) @flow.barrier.method
  (#word-is? @flow.barrier.method "len" "find"))
