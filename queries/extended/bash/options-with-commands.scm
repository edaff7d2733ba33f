; Commands with options or operands whose value is a command that a shell reads.

; tar --checkpoint-action=exec=CODE
((command_name) @inject.option
  (#word-is? @inject.option "tar" "gtar" "bsdtar")
  (#set! code "--checkpoint-action")
  (#set! begins "exec="))

; tar -I CODE   tar --to-command=CODE
((command_name) @inject.option
  (#word-is? @inject.option "tar" "gtar" "bsdtar")
  (#set! code "-I --use-compress-program --to-command --rsh-command -F --info-script --new-volume-script")
  (#set! values "-f -C -T -X -b -g -K -N -V -H -L --file --directory --exclude --files-from"))

; ssh -o ProxyCommand=CODE HOST   scp -o LocalCommand=CODE FILE HOST:
((command_name) @inject.option
  (#word-is? @inject.option "ssh" "scp" "sftp" "autossh" "mosh")
  (#set! code "-o")
  (#set! values "-B -b -c -D -E -e -F -I -i -J -L -l -m -O -p -Q -R -S -W -w -P")
  (#set! begins "ProxyCommand= LocalCommand= KnownHostsCommand="))

; rsync -e CODE FROM TO
((command_name) @inject.option
  (#word-is? @inject.option "rsync")
  (#set! code "-e --rsh")
  (#set! values "-f -B -M -T --filter --exclude --include --files-from --rsync-path"))

; git -c core.pager=CODE log   git -c alias.x=!CODE x
((command_name) @inject.option
  (#word-is? @inject.option "git")
  (#set! code "-c")
  (#set! values "-C --git-dir --work-tree --namespace")
  (#set! begins "core.pager= core.sshCommand= core.editor= core.fsmonitor= core.askPass= core.gitProxy= sequence.editor= diff.external= credential.helper=! alias.*=! pager.*="))

; git rebase --exec CODE
((command_name) @inject.option
  (#word-is? @inject.option "git")
  (#set! subcommand "rebase")
  (#set! code "-x --exec")
  (#set! values "-C -c -s -X -O --git-dir --work-tree --namespace --onto --strategy --strategy-option --whitespace"))

; git filter-branch --tree-filter CODE
((command_name) @inject.option
  (#word-is? @inject.option "git")
  (#set! subcommand "filter-branch")
  (#set! code "--tree-filter --index-filter --msg-filter --env-filter --parent-filter --tag-name-filter --commit-filter --setup")
  (#set! values "-C -c -d --git-dir --work-tree --namespace --subdirectory-filter --original"))

; git difftool -x CODE
((command_name) @inject.option
  (#word-is? @inject.option "git")
  (#set! subcommand "difftool")
  (#set! code "-x --extcmd")
  (#set! values "-C -c -t --tool --git-dir --work-tree --namespace"))

; git submodule foreach CODE
((command_name) @inject.option
  (#word-is? @inject.option "git")
  (#set! subcommand "submodule foreach")
  (#set! values "-C -c --git-dir --work-tree --namespace")
  (#set! operand "code"))

; vim -c ':!CODE' FILE   vi '+!CODE'
((command_name) @inject.option
  (#word-is? @inject.option "vim" "vi" "nvim" "ex" "view" "gvim")
  (#set! code "-c --cmd")
  (#set! values "-S -s -t -T -u -U -i -w -W")
  (#set! operand "code")
  (#set! begins "! :! +! +:! :silent! +:silent! silent! +silent!"))

; psql -c '\! CODE'
((command_name) @inject.option
  (#word-is? @inject.option "psql" "mysql" "mariadb")
  (#set! code "-c --command -e --execute")
  (#set! values "-d -h -p -U -u -f -F -P -o -v --dbname --host --port --username --file")
  (#set! begins "\\!"))

; sqlite3 FILE '.shell CODE'
((command_name) @inject.option
  (#word-is? @inject.option "sqlite3")
  (#set! code "-cmd")
  (#set! values "-init -separator -nullvalue -newline")
  (#set! operand "code")
  (#set! begins ".shell .system"))

; make SHELL=CODE
((command_name) @inject.option
  (#word-is? @inject.option "make" "gmake")
  (#set! values "-f -C -I -o -W --file --makefile --directory")
  (#set! operand "code")
  (#set! begins "SHELL="))

; expect -c 'spawn CODE'
((command_name) @inject.option
  (#word-is? @inject.option "expect")
  (#set! code "-c")
  (#set! begins "spawn exec system"))

; hyperfine CODE
((command_name) @inject.option
  (#word-is? @inject.option "hyperfine")
  (#set! code "-p --prepare -s --setup -c --cleanup -C --conclude")
  (#set! values "-w --warmup -r --runs -m --min-runs -M --max-runs -P -L --parameter-list -n --command-name -S --shell -u --time-unit --style --sort --export-json --export-markdown --export-csv --export-asciidoc --input --output -i")
  (#set! operand "code"))

; watchexec -e js CODE
((command_name) @inject.option
  (#word-is? @inject.option "watchexec")
  (#set! values "-e -w -f -i -d -s -o -p -E --exts --watch --filter --ignore --debounce --delay-run --signal --stop-signal --on-busy-update --project-origin --workdir --env")
  (#set! operand "code"))

; nodemon --exec CODE
((command_name) @inject.option
  (#word-is? @inject.option "nodemon")
  (#set! code "-x --exec")
  (#set! values "-e -w -i -d -C --ext --watch --ignore --delay --signal --config --cwd"))

; concurrently CODE CODE
((command_name) @inject.option
  (#word-is? @inject.option "concurrently")
  (#set! values "-m -n -c -p -t -l -s -P --max-processes --names --name-separator --prefix --prefix-colors --prefix-length --timestamp-format --success --restart-tries --restart-after --hide --teardown")
  (#set! operand "code"))

; tmux send-keys -t NAME CODE Enter
((command_name) @inject.option
  (#word-is? @inject.option "tmux")
  (#set! subcommand "send-keys")
  (#set! values "-t -N")
  (#set! operand "code"))

; run-shell -b CODE   if-shell CODE 'run-shell "CODE"': lines of tmux.conf
((command_name) @inject.option
  (#word-is? @inject.option "run-shell" "if-shell")
  (#set! values "-c -d -t")
  (#set! operand "code"))

; screen -S NAME -X stuff CODE
((command_name) @inject.option
  (#word-is? @inject.option "screen")
  (#set! subcommand "stuff")
  (#set! values "-S -p -c -e -h -s -t -T")
  (#set! operand "code"))

; aws ssm send-command --parameters commands=CODE
((command_name) @inject.option
  (#word-is? @inject.option "aws")
  (#set! subcommand "ssm send-command")
  (#set! code "--parameters")
  (#set! values "--document-name --instance-ids --targets --comment --region --profile --timeout-seconds --output-s3-bucket-name")
  (#set! begins "commands= {\"commands\":"))

; gcloud compute instances create NAME --metadata startup-script=CODE
((command_name) @inject.option
  (#word-is? @inject.option "gcloud")
  (#set! code "--metadata")
  (#set! begins "startup-script= shutdown-script="))

; az vm run-command invoke --scripts CODE
((command_name) @inject.option
  (#word-is? @inject.option "az")
  (#set! code "--scripts"))
