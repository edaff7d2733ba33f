; Calls that hand text or words to a shell, and what of their arguments they take. A name is written with dots.

; shell_exec("curl URL | sh")
([(name) (scoped_call_expression)] @inject.text
  (#word-is? @inject.text
    "shell_exec" "exec" "system" "passthru" "popen" "proc_open" "Process.fromShellCommandline"
    "run" "runLocally"))

; pcntl_exec("sh", "-c", "…")
((name) @inject.words
  (#word-is? @inject.words "pcntl_exec"))

; object.exec("curl URL | sh")
((name) @inject.text.method
  (#word-is? @inject.text.method "exec" "run"))
