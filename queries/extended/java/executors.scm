; Calls that execute text, and calls that hand on nothing of their arguments.

; new ProcessBuilder("sh", "-c", code)
((identifier) @sink.execute
  (#word-is? @sink.execute "ProcessBuilder")
  (#set! of "shell"))

; Runtime.getRuntime().exec(new String[]{"sh", "-c", code})
((identifier) @sink.execute.method
  (#word-is? @sink.execute.method "exec")
  (#set! of "shell"))
