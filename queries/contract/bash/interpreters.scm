; Commands that run a program given to them. Which language each reads stands in dialects.scm.

; bash -s   python3 -   node -e CODE
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "sh" "bash" "zsh" "python3" "node"))

; eval "$CODE"   source FILE   . FILE
((command_name) @sink.builtin
  (#word-is? @sink.builtin "eval" "source" "."))
