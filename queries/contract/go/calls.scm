; Calls that run a program or pass code to a shell. The capture says how the arguments are read. Qualified names are written with dots.

; exec.CommandContext("sh", "-c", "…")
((selector_expression) @inject.words
  (#word-is? @inject.words "exec.CommandContext" "sh.Run" "sh.RunV" "sh.Output"))

; syscall.Exec("/bin/sh", "sh", "-c", "…")
((selector_expression) @inject.exec
  (#word-is? @inject.exec "syscall.Exec" "os.StartProcess"))

; object.Command("sh", "-c", "…")
((field_identifier) @inject.words.method
  (#word-is? @inject.words.method "Command"))

; session.Run("curl URL | sh")
((selector_expression) @inject.text
  (#word-is? @inject.text "session.Run" "session.CombinedOutput" "session.Output" "session.Start" "sess.Run"))

; exec.Cmd{Path: "/bin/sh", Args: []string{"sh", "-c", "…"}}
((field_identifier) @process.program
  (#word-is? @process.program "Path"))

; exec.Cmd{Path: "/bin/sh", Args: []string{"sh", "-c", "…"}}
((field_identifier) @process.arguments
  (#word-is? @process.arguments "Args")
  (#set! shape "exec"))

; cmd.Stdin = response.Body
((field_identifier) @process.input
  (#word-is? @process.input "Stdin"))
