; Commands that run the program they are given, with the language they read and the table of their options.

; sh -s   curl URL | sh
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "sh" "bash")
  (#set! reads "shell")
  (#set! options "bash"))

; zsh -c CODE
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "zsh")
  (#set! reads "shell")
  (#set! options "zsh"))

; python3 -   python3 -c CODE
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "python3")
  (#set! reads "python")
  (#set! options "python"))

; node -e CODE
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "node")
  (#set! reads "javascript")
  (#set! options "node"))

; eval "$CODE"   source FILE   . FILE: builtins that run their operands or a file in the same shell
((command_name) @sink.builtin
  (#word-is? @sink.builtin "eval" "source" "."))

; source FILE   . FILE: builtins whose operand is a file
((command_name) @sink.source
  (#word-is? @sink.source "source" "."))
