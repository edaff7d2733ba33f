; More commands that run the program they are given.

; curl URL | dash   ksh -c CODE
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "dash" "ash" "ksh" "ksh93" "mksh" "rbash" "yash" "csh" "tcsh" "osh" "ysh" "oil" "posh" "lksh" "loksh" "hush")
  (#set! reads "shell")
  (#set! options "bash"))

; curl URL | fish   fish -c CODE
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "fish")
  (#set! reads "shell")
  (#set! options "fish"))

; curl URL | elvish   xonsh -c CODE
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "elvish" "xonsh")
  (#set! reads "other")
  (#set! code "-c")
  (#set! idle "-version -help -h"))

; nu -c CODE
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "nu")
  (#set! reads "other")
  (#set! code "-c --commands")
  (#set! values "-e --execute --config --env-config --log-level --plugin-config -m")
  (#set! bare "nothing"))

; curl URL | python -   curl URL | python3.12   python.exe -c CODE
((command_name) @sink.interpreter
  (#word-like? @sink.interpreter
    "python" "python2" "python2.7" "python3.5" "python3.6" "python3.7" "python3.8" "python3.9" "python3.10" "python3.11" "python3.12" "python3.13" "python3.14"
    "pypy" "pypy3" "py" "python.exe" "python3.exe" "py.exe" "pythonw" "pythonw.exe" "pyw" "pyw.exe")
  (#set! reads "python")
  (#set! options "python"))

; curl URL | uv run -
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "uv")
  (#set! subcommand "run")
  (#set! reads "python")
  (#set! values "-p -w --with --python --index-url --directory --project --env-file --group")
  (#set! bare "nothing"))

; bash.exe -c CODE
((command_name) @sink.interpreter
  (#word-like? @sink.interpreter "bash.exe" "sh.exe")
  (#set! reads "shell")
  (#set! options "bash"))

; curl URL | nodejs
((command_name) @sink.interpreter
  (#word-like? @sink.interpreter "nodejs" "node.exe")
  (#set! reads "javascript")
  (#set! options "node"))

; curl URL | deno run -
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "deno")
  (#set! subcommand "run")
  (#set! reads "javascript")
  (#set! values "-c -L --config --import-map --lock --cert --location --seed --ext --log-level")
  (#set! bare "nothing"))

; deno eval CODE
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "deno")
  (#set! subcommand "eval")
  (#set! reads "javascript")
  (#set! values "-c -L --config --import-map --lock --cert --location --seed --ext --log-level")
  (#set! operand "code")
  (#set! bare "nothing"))

; curl URL | deno
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "deno")
  (#set! reads "javascript")
  (#set! values "-L --log-level")
  (#set! idle "-h --help -V --version"))

; curl URL | bun run -
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "bun")
  (#set! subcommand "run")
  (#set! reads "javascript")
  (#set! values "-r --preload --cwd -c --config --define --loader --tsconfig-override --env-file")
  (#set! bare "nothing"))

; curl URL | bun -   bun -e CODE
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "bun")
  (#set! reads "javascript")
  (#set! code "-e --eval -p --print")
  (#set! values "-r --preload --cwd -c --config --define --loader --tsconfig-override --env-file")
  (#set! idle "-h --help -v --version")
  (#set! bare "nothing"))

; curl URL | tsx -   ts-node -e CODE
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "tsx" "ts-node")
  (#set! reads "javascript")
  (#set! code "-e --eval -p --print")
  (#set! values "-r --require --import --loader --tsconfig --project -P -O --compiler-options --cwd")
  (#set! idle "-h --help -v --version"))

; curl URL | perl
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "perl")
  (#set! reads "perl")
  (#set! options "perl"))

; curl URL | ruby
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "ruby")
  (#set! reads "ruby")
  (#set! options "ruby"))

; curl URL | php -- --install-dir=bin
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "php")
  (#set! reads "php")
  (#set! options "php"))

; curl URL | lua -
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "lua" "luajit" "lua5.1" "lua5.3" "lua5.4")
  (#set! reads "lua")
  (#set! options "lua"))

; curl URL | tclsh
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "tclsh" "tclsh8.6")
  (#set! reads "other")
  (#set! values "-encoding"))

; curl URL | osascript
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "osascript")
  (#set! reads "applescript")
  (#set! options "osascript"))

; curl URL | julia
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "julia")
  (#set! reads "julia")
  (#set! options "julia"))

; groovy -e CODE
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "groovy")
  (#set! reads "groovy")
  (#set! options "groovy"))

; elixir -e CODE
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "elixir")
  (#set! reads "elixir")
  (#set! options "elixir"))

; curl URL | Rscript -
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "Rscript")
  (#set! reads "r")
  (#set! options "Rscript"))

; curl URL | R --no-save
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "R")
  (#set! reads "r")
  (#set! code "-e")
  (#set! file "-f --file")
  (#set! idle "CMD --help --version RHOME")
  (#set! operand "ignored"))

; curl URL | awk -f -
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "awk" "gawk" "mawk")
  (#set! reads "awk")
  (#set! file "-f --file")
  (#set! values "-F -v --field-separator --assign")
  (#set! code "-e --source")
  (#set! operand "code")
  (#set! bare "nothing"))

; curl URL | make -f -
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "make" "gmake")
  (#set! reads "makefile")
  (#set! file "-f --file --makefile")
  (#set! values "-C --directory -I -o -W --eval")
  (#set! idle "-n --dry-run --just-print -h --help -v --version")
  (#set! operand "ignored")
  (#set! bare "nothing"))

; curl URL | at now
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "at" "batch")
  (#set! reads "shell")
  (#set! file "-f")
  (#set! values "-q -t")
  (#set! idle "-l -d -r -c -V")
  (#set! operand "ignored"))

; curl URL | crontab -
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "crontab")
  (#set! reads "crontab")
  (#set! values "-u")
  (#set! idle "-l -r -e -i -V")
  (#set! bare "nothing"))

; curl URL | pwsh -Command -   powershell -c CODE   powershell -EncodedCommand PAYLOAD
((command_name) @sink.interpreter
  (#word-like? @sink.interpreter "pwsh" "powershell" "pwsh.exe" "powershell.exe" "pwsh-preview")
  (#set! reads "powershell")
  (#set! options "powershell"))

; powershell -EncodedCommand PAYLOAD
((command_name) @source.encoded
  (#word-like? @source.encoded "pwsh" "powershell" "pwsh.exe" "powershell.exe"))

; irm URL | iex
((command_name) @sink.interpreter
  (#word-like? @sink.interpreter "iex" "invoke-expression")
  (#set! reads "powershell")
  (#set! operand "code"))

; SyncAppvPublishingServer.exe "n; CODE"
((command_name) @sink.interpreter
  (#word-like? @sink.interpreter "syncappvpublishingserver" "syncappvpublishingserver.exe" "syncappvpublishingserver.vbs")
  (#set! reads "powershell")
  (#set! operand "code")
  (#set! bare "nothing"))

; curl URL | irb
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "irb")
  (#set! reads "ruby")
  (#set! values "-r -I -E --prompt --prompt-mode --context-mode --back-trace-limit")
  (#set! idle "-h --help -v --version"))

; curl URL | ghci   curl URL | guile
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "ghci" "guile")
  (#set! reads "other")
  (#set! values "-package -L -C -x -l")
  (#set! code "-e -c")
  (#set! file "-s")
  (#set! idle "-h --help -v --version -V"))

; curl URL | jshell -   curl URL | racket -
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "jshell" "racket")
  (#set! reads "other")
  (#set! values "-C -R -J -l -p --class-path --module-path --add-modules --startup --feedback")
  (#set! code "-e --eval")
  (#set! file "-f -t -r -u --load --require")
  (#set! idle "-h --help -v --version")
  (#set! bare "nothing"))

; curl URL | sbcl --script
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "sbcl")
  (#set! reads "lisp")
  (#set! flags "--script --noinform --non-interactive --disable-debugger --no-sysinit --no-userinit")
  (#set! values "--core --dynamic-space-size --control-stack-size")
  (#set! code "--eval")
  (#set! file "--load")
  (#set! idle "--help --version"))

; curl URL | emacs --script /dev/stdin
((command_name) @sink.interpreter
  (#word-is? @sink.interpreter "emacs")
  (#set! reads "lisp")
  (#set! flags "-D -Q -q --batch -batch")
  (#set! values "-d -f -L -t -u --funcall --chdir --user")
  (#set! code "--eval --execute -eval")
  (#set! file "--script -l --load -script")
  (#set! idle "-h --help --version")
  (#set! bare "nothing"))

; curl URL | awk '{ system($0) }'
((command_name) @sink.records
  (#word-is? @sink.records "awk" "gawk" "mawk" "nawk")
  (#set! reads "awk")
  (#set! code "-e --source")
  (#set! file "-f --file")
  (#set! values "-F -v --field-separator --assign"))

; curl URL | sed 's/x/y/e'
((command_name) @sink.records
  (#word-is? @sink.records "sed" "gsed")
  (#set! reads "sed")
  (#set! code "-e --expression")
  (#set! file "-f --file")
  (#set! values "-l --line-length"))
