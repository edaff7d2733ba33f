; Calls and assignments that run a program or pass code to a shell, and calls that return, combine or store values. The capture says how
; the arguments are read. Qualified names are written with dots.

; system("curl URL | sh")
([(identifier) (call)] @inject.shell
  (#word-is? @inject.shell
    "system" "exec" "spawn" "sh" "shell_out" "shell_out!" "Kernel.system" "Kernel.exec"
    "Kernel.spawn" "Process.spawn" "PTY.spawn" "Open3.capture2" "Open3.capture2e"
    "Open3.capture3" "Open3.popen2" "Open3.popen2e" "Open3.popen3" "Process.run"
    "run" "shell" "sudo"))

; IO.popen("curl URL | sh", "r")
([(identifier) (call)] @inject.text
  (#word-is? @inject.text "IO.popen"))

; execute :sudo, "curl URL | sh"
((identifier) @inject.joined
  (#word-is? @inject.joined "execute"))

; Open3.pipeline("curl URL", "sh")
((call) @inject.pipeline
  (#word-is? @inject.pipeline "Open3.pipeline" "Open3.pipeline_r" "Open3.pipeline_start"))

; command("curl URL | sh")
((identifier) @inject.text
  (#word-is? @inject.text "command" "code")
  (#set! reads "either"))

; open("| curl URL | sh")
([(identifier) (call)] @inject.open
  (#word-is? @inject.open "open" "Kernel.open"))

; object.exec!("curl URL | sh")   machine.communicate.sudo("curl URL | sh")
((identifier) @inject.text.method
  (#word-is? @inject.text.method "exec!" "ssh_exec!" "sudo" "execute"))

; inline = "curl URL | sh"
((identifier) @inject.assigned
  (#word-is? @inject.assigned "inline")
  (#set! reads "either"))

; TABLE.freeze
((identifier) @flow.same.method
  (#word-is? @flow.same.method "freeze" "dup" "clone" "itself"))

; functions.inject(code) { |value, f| f.call(value) }: the result is what the last call of the block returns
((identifier) @flow.fold.method
  (#word-is? @flow.fold.method "inject" "reduce"))

; table.store(:name, code)
((identifier) @flow.put.method
  (#word-is? @flow.put.method "store"))

; table.fetch(:name)
((identifier) @flow.get.method
  (#word-is? @flow.get.method "fetch" "dig" "delete"))
