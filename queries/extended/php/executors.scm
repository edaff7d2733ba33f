; Calls that execute text, and calls that hand on nothing of their arguments.

; eval($code)
((name) @sink.execute
  (#word-is? @sink.execute
    "eval" "assert" "create_function" "system" "exec" "shell_exec" "passthru" "popen"
    "proc_open"))

; md5(file_get_contents("https://…"))
((name) @flow.barrier
  (#word-is? @flow.barrier
    "md5" "sha1" "hash" "strlen" "count" "json_encode" "isset" "empty" "escapeshellcmd"
    "intval" "is_string" "file_put_contents"))
