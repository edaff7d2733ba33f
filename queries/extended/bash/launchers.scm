; More commands that run the words behind them somewhere else.

; docker-compose run SERVICE sh
((command_name) @flow.launcher
  (#word-is? @flow.launcher "docker-compose" "podman-compose")
  (#set! options "docker-compose"))

; incus exec NAME -- bash
((command_name) @flow.launcher
  (#word-is? @flow.launcher "incus")
  (#set! options "lxc"))

; pct exec ID -- bash   multipass exec NAME -- bash
((command_name) @flow.launcher
  (#word-is? @flow.launcher "pct" "multipass")
  (#set! options "exec"))

; vagrant ssh -c CODE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "vagrant")
  (#set! options "vagrant"))

; gcloud compute ssh NAME --command CODE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "gcloud")
  (#set! options "gcloud"))

; wsl -d NAME -- bash
((command_name) @flow.launcher
  (#word-like? @flow.launcher "wsl" "wsl.exe")
  (#set! options "wsl"))

; adb shell CODE
((command_name) @flow.launcher
  (#word-like? @flow.launcher "adb" "adb.exe")
  (#set! options "adb"))

; runuser -l NAME -c CODE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "runuser")
  (#set! options "runuser"))

; script -c CODE FILE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "script")
  (#set! options "script"))

; watch -n 60 CODE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "watch")
  (#set! options "watch"))

; parallel CODE ::: VALUES   parallel ::: CODE   curl URL | parallel: without a command the lines are commands
((command_name) @flow.launcher
  (#word-is? @flow.launcher "parallel")
  (#set! options "parallel"))

; find . -exec sh -c CODE \;
((command_name) @flow.launcher
  (#word-is? @flow.launcher "find")
  (#set! options "find"))

; cmd /c COMMAND
((command_name) @flow.launcher
  (#word-like? @flow.launcher "cmd" "cmd.exe")
  (#set! options "cmd"))

; start /min powershell -c CODE
((command_name) @flow.launcher
  (#word-like? @flow.launcher "start")
  (#set! options "start"))

; schtasks /create /tn NAME /tr CODE
((command_name) @flow.launcher
  (#word-like? @flow.launcher "schtasks" "schtasks.exe")
  (#set! options "schtasks"))

; nix-shell --run CODE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "nix-shell")
  (#set! options "nix-shell"))

; screen -dmS NAME COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "screen")
  (#set! options "screen"))

; tmux run-shell CODE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "tmux")
  (#set! options "tmux"))

; virt-customize -a IMAGE --run-command CODE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "virt-customize")
  (#set! options "virt-customize"))

; travis_retry bash -c CODE
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "travis_retry" "retry")
  (#set! operands "0"))

; poetry run python -   uv run python -   conda run -n NAME python -
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "uv" "poetry" "pipenv" "pdm" "rye" "hatch" "conda" "mamba" "micromamba")
  (#set! operands "0")
  (#set! subcommands "run")
  (#set! values "-p -w -n --python --with --name --prefix --env-file --group --directory --project --cwd"))

; bundle exec ruby -   rbenv exec ruby -
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "bundle" "rbenv" "pyenv")
  (#set! operands "0")
  (#set! subcommands "exec"))

; proxychains4 -q curl URL   torsocks bash
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "proxychains" "proxychains4" "torsocks" "torify" "pkexec" "fakeroot" "caffeinate" "unbuffer")
  (#set! operands "0")
  (#set! values "-f --user"))

; gosu USER sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "gosu" "su-exec")
  (#set! operands "1"))

; powershell -c irm URL | iex
((command_name) @flow.wrapper
  (#word-like? @flow.wrapper "pwsh" "powershell" "pwsh.exe" "powershell.exe")
  (#set! operands "0")
  (#set! values "-ExecutionPolicy -executionpolicy -ep -ex -WindowStyle -windowstyle -w -W"))

; wt new-tab pwsh -Command CODE
((command_name) @flow.launcher
  (#word-like? @flow.launcher "wt" "wt.exe")
  (#set! operands "0")
  (#set! subcommands "new-tab nt split-pane sp")
  (#set! values "-d -p -w --startingDirectory --profile --window --title --tabColor --pos --size"))
