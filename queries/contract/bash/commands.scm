; Commands that often stand beside the ones that matter: they make a line look like a line of shell, and nothing else.

; cd DIR   deno run FILE
((command_name) @word.command
  (#word-is? @word.command "cd" "deno"))

; export NAME=VALUE   set -e
((command_name) @word.command
  (#word-is? @word.command "export" "set" "trap" "read"))
