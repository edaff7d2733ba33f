; Syntax and commands that pass bytes from one command to another, in the extended profile only.

; BASH_ENV=<(curl URL) bash SCRIPT
((command
  (variable_assignment
    value: (process_substitution) @flow.process))
  (#set! rule "bash/fetch-process-substitution"))

; mkfifo NAME: one command reads what another command writes to the FIFO
((command_name) @flow.fifo
  (#word-is? @flow.fifo "mkfifo" "mknod")
  (#set! rule "bash/fetch-pipe"))

; printenv NAME: writes the value of an exported variable
((command_name) @flow.lookup
  (#word-is? @flow.lookup "printenv"))
