; Calls that execute what they are passed (sinks), calls whose results count as containing nothing of what they are passed (barriers), and
; array_reduce, whose result is that of its callback.

; eval($code)
((name) @sink.execute
  (#word-is? @sink.execute
    "eval" "assert" "system" "exec" "shell_exec" "passthru" "popen"
    "proc_open"))

; md5(file_get_contents("https://…"))
((name) @flow.barrier
  (#word-is? @flow.barrier
    "md5" "sha1" "hash" "strlen" "count" "json_encode" "isset" "empty" "escapeshellcmd"
    "intval" "is_string" "is_array" "is_bool" "is_numeric" "is_null" "in_array" "array_key_exists" "strpos" "mb_strlen" "crc32" "filesize" "file_exists" "var_dump" "error_log" "printf" "file_put_contents"
    "str_starts_with" "str_ends_with" "str_contains" "stripos" "strrpos" "substr_count" "strcmp" "strcasecmp" "strncmp"
    "hash_equals" "hash_hmac" "sha1_file" "md5_file" "ctype_digit" "ctype_alnum" "gettype" "sizeof" "password_verify"))

; array_reduce($functions, fn($value, $f) => $f($value), $code): the result is what the last call of the callback returns
((name) @flow.fold
  (#word-is? @flow.fold "array_reduce"))

; create_function("$a", $code): the last argument is the program
((name) @sink.execute
  (#word-is? @sink.execute "create_function")
  (#set! argument "last"))

; preg_replace("/x/e", $code, $text): the modifier e makes the replacement a program
((name) @sink.execute
  (#word-is? @sink.execute "preg_replace")
  (#set! of "pattern"))
