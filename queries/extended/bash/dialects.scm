; What the interpreters of the extended profile read.

; dash -c CODE
((command_name) @sink.shell
  (#word-is? @sink.shell "dash" "ash" "ksh" "ksh93" "mksh" "rbash" "yash" "fish" "csh" "tcsh"))

; python -c CODE
((command_name) @sink.python
  (#word-is? @sink.python
    "python" "python2" "python3.9" "python3.10" "python3.11" "python3.12" "python3.13" "python3.14"
    "pypy" "pypy3"))

; nodejs -e CODE   deno eval CODE
((command_name) @sink.javascript
  (#word-is? @sink.javascript "nodejs" "deno" "bun"))
