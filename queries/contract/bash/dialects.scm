; What an interpreter reads, and commands whose words mean something of their own to the flow.

; sh -c CODE: interpreters that read shell
((command_name) @sink.shell
  (#word-is? @sink.shell "sh" "bash" "zsh"))

; python3 -c CODE
((command_name) @sink.python
  (#word-is? @sink.python "python3"))

; node -e CODE
((command_name) @sink.javascript
  (#word-is? @sink.javascript "node"))

; source FILE: a builtin whose operand is a file
((command_name) @sink.source
  (#word-is? @sink.source "source" "."))

; xargs COMMAND: standard input becomes words of the command
((command_name) @flow.appender
  (#word-is? @flow.appender "xargs"))

; printf FORMAT WORD: prints its words through a format
((command_name) @flow.format
  (#word-is? @flow.format "printf"))

; trap CODE EXIT: the first operand is code
((command_name) @flow.trap
  (#word-is? @flow.trap "trap"))

; which curl: prints where a command is
((command_name) @flow.locator
  (#word-is? @flow.locator "which"))

; grep -q x: searches, and with -q says nothing
((command_name) @flow.searcher
  (#word-is? @flow.searcher "grep" "egrep" "fgrep" "zgrep" "rg" "ag"))

; python -c CODE: another name of the language; its text may decode and execute
((command_name) @inject.python
  (#word-is? @inject.python
    "python" "py" "python2" "python2.7" "pypy" "pypy3" "ipython" "ipython3"
    "python3.6" "python3.7" "python3.8" "python3.9" "python3.10" "python3.11" "python3.12" "python3.13" "python3.14"))

; deno eval CODE
((command_name) @inject.javascript
  (#word-is? @inject.javascript "deno" "bun" "nodejs" "qjs" "tsx" "ts-node"))

; perl -e CODE   awk CODE: what the code hands to a shell is shell
((command_name) @inject.script
  (#word-is? @inject.script "perl" "ruby" "php" "lua" "luajit" "osascript" "awk" "gawk" "mawk" "Rscript" "julia" "elixir" "groovy" "emacs" "psql"))
