; Calls that execute text, and calls that hand on nothing of their arguments.

; Process.Start("sh", $"-c {code}")
([(identifier) (member_access_expression)] @sink.execute
  (#word-is? @sink.execute "Process.Start" "ProcessStartInfo")
  (#set! of "shell"))

; process.Start()
((identifier) @sink.execute.method
  (#word-is? @sink.execute.method "Start")
  (#set! of "shell"))

; PowerShell.Create().AddScript(code)
((identifier) @sink.execute.method
  (#word-is? @sink.execute.method "AddScript"))
