; Shapes that carry bytes in the extended profile only.

; BASH_ENV=<(curl URL) bash SCRIPT
((command
  (variable_assignment
    value: (process_substitution) @flow.process))
  (#set! rule "bash/fetch-process-substitution"))

; mkfifo NAME: what is written there is read there
((command_name) @flow.fifo
  (#word-is? @flow.fifo "mkfifo" "mknod")
  (#set! rule "bash/fetch-pipe"))
