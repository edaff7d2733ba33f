; Commands that run code of another language and that the contract does not list as interpreters. Their code is searched for commands.

; python -c CODE: another name for python3; its code is searched only for decode-and-execute
((command_name) @inject.python
  (#word-is? @inject.python
    "python" "py" "python2" "python2.7" "pypy" "pypy3" "ipython" "ipython3"
    "python3.6" "python3.7" "python3.8" "python3.9" "python3.10" "python3.11" "python3.12" "python3.13" "python3.14"))

; deno eval CODE: its code is searched only for decode-and-execute
((command_name) @inject.javascript
  (#word-is? @inject.javascript "deno" "bun" "nodejs" "tsx" "ts-node"))

; perl -e CODE: the code is searched for strings that it passes to a shell
((command_name) @inject.script
  (#word-is? @inject.script "perl")
  (#set! options "perl"))

; ruby -e CODE
((command_name) @inject.script
  (#word-is? @inject.script "ruby")
  (#set! options "ruby"))

; php -r CODE
((command_name) @inject.script
  (#word-is? @inject.script "php")
  (#set! options "php"))

; lua -e CODE
((command_name) @inject.script
  (#word-is? @inject.script "lua" "luajit")
  (#set! options "lua"))

; awk CODE
((command_name) @inject.script
  (#word-is? @inject.script "awk" "gawk" "mawk")
  (#set! options "awk"))

; osascript -e CODE
((command_name) @inject.script
  (#word-is? @inject.script "osascript")
  (#set! options "osascript"))

; Rscript -e CODE
((command_name) @inject.script
  (#word-is? @inject.script "Rscript")
  (#set! options "Rscript"))

; julia -e CODE
((command_name) @inject.script
  (#word-is? @inject.script "julia")
  (#set! options "julia"))

; elixir -e CODE
((command_name) @inject.script
  (#word-is? @inject.script "elixir")
  (#set! options "elixir"))

; groovy -e CODE
((command_name) @inject.script
  (#word-is? @inject.script "groovy")
  (#set! options "groovy"))

; emacs --eval CODE
((command_name) @inject.script
  (#word-is? @inject.script "emacs")
  (#set! options "emacs"))

; psql -c CODE
((command_name) @inject.script
  (#word-is? @inject.script "psql")
  (#set! options "psql"))
