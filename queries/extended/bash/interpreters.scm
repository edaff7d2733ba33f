; More commands that run a program given to them.

; curl URL | dash   ksh -c CODE
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "dash" "ash" "ksh" "ksh93" "mksh" "rbash" "yash" "fish" "csh" "tcsh")
  (#set! reads "shell")
  (#set! options "bash"))

; curl URL | python -   curl URL | python3.12
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter
    "python" "python2" "python3.9" "python3.10" "python3.11" "python3.12" "python3.13" "python3.14"
    "pypy" "pypy3")
  (#set! reads "python")
  (#set! options "python"))

; curl URL | deno run -   curl URL | bun run -
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "nodejs" "deno" "bun")
  (#set! reads "javascript")
  (#set! options "node"))

; curl URL | perl   curl URL | php   curl URL | pwsh -Command -
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "perl" "ruby" "php" "lua" "tclsh" "osascript" "pwsh" "powershell")
  (#set! reads "shell")
  (#set! options "bash"))
