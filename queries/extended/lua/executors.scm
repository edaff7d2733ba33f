; Calls that execute text, and calls that hand on nothing of their arguments.

; load(code)
([(identifier) (dot_index_expression)] @sink.execute
  (#word-is? @sink.execute "load" "loadstring" "os.execute" "io.popen" "dostring"))

; print(http.request(u))
((identifier) @flow.barrier
  (#word-is? @flow.barrier "print" "tostring_len" "assert_type"))
