; More commands that run the words after them, elsewhere (launchers) or on the same machine (wrappers).

; docker-compose run SERVICE sh
((command_name) @flow.launcher
  (#word-is? @flow.launcher "docker-compose" "podman-compose")
  (#set! options "docker-compose"))

; oc exec POD -- sh
((command_name) @flow.launcher
  (#word-is? @flow.launcher "oc" "kubecolor")
  (#set! options "kubectl"))

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

; parallel CODE ::: VALUES   parallel ::: CODE   curl URL | parallel: without a command, each line is a command
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

; runas /user:NAME "powershell -c CODE"
((command_name) @flow.launcher
  (#word-like? @flow.launcher "runas" "runas.exe")
  (#set! options "runas"))

; schtasks /create /tn NAME /tr CODE
((command_name) @flow.launcher
  (#word-like? @flow.launcher "schtasks" "schtasks.exe")
  (#set! options "schtasks"))

; sc create NAME binPath= CODE
((command_name) @flow.launcher
  (#word-like? @flow.launcher "sc" "sc.exe")
  (#set! options "sc"))

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

; bind-key -n KEY run-shell CODE, a line of tmux.conf
((command_name) @flow.launcher
  (#word-is? @flow.launcher "bind-key" "bind")
  (#set! values "-N -T")
  (#set! operands "1"))

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

; sshpass -p PASSWORD ssh HOST CODE
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "sshpass")
  (#set! operands "0")
  (#set! values "-f -d -p -P"))

; gosu USER sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "gosu" "su-exec")
  (#set! operands "1"))

; powershell -c irm URL | iex
((command_name) @flow.wrapper
  (#word-like? @flow.wrapper "pwsh" "powershell" "pwsh.exe" "powershell.exe")
  (#set! operands "0")
  (#set! values "-ExecutionPolicy -executionpolicy -ep -ex -WindowStyle -windowstyle -w -W"))

; mise exec -- COMMAND   mise x TOOL -- COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "mise" "rtx")
  (#set! options "mise"))

; direnv exec DIR COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "direnv")
  (#set! options "direnv"))

; claude mcp add NAME -- COMMAND: the agent starts the server
((command_name) @flow.launcher
  (#word-is? @flow.launcher "claude" "codex" "gemini" "qwen" "amp" "droid")
  (#set! options "agent"))

; op run -- COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "op")
  (#set! options "op"))

; aws-vault exec PROFILE -- COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "aws-vault")
  (#set! options "exec"))

; doppler run -- COMMAND   doppler run --command CODE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "doppler")
  (#set! options "doppler"))

; infisical run -- COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "infisical")
  (#set! options "infisical"))

; dotenv -e FILE -- COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "dotenv" "dotenvx")
  (#set! options "dashes"))

; devbox run CODE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "devbox")
  (#set! options "devbox"))

; nix develop -c COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "nix")
  (#set! options "nix"))

; npm exec -c CODE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "npm")
  (#set! options "npm"))

; npx -c CODE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "npx")
  (#set! options "npx"))

; pnpm exec COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "pnpm")
  (#set! options "pnpm"))

; yarn exec COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "yarn")
  (#set! options "yarn"))

; distrobox enter NAME -- COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "distrobox")
  (#set! options "distrobox"))

; distrobox-enter NAME -- COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "distrobox-enter")
  (#set! options "distrobox-enter"))

; toolbox run COMMAND
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "toolbox")
  (#set! operands "0")
  (#set! subcommands "run")
  (#set! values "-c -d -r --container --distro --release"))

; flatpak-spawn --host COMMAND
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "flatpak-spawn")
  (#set! operands "0"))

; bwrap --ro-bind / / COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "bwrap")
  (#set! options "bwrap"))

; firejail --net=none COMMAND   chronic COMMAND: no option takes the next word as its value
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "firejail" "catchsegv" "linux32" "linux64" "i386" "x86_64" "chronic" "catatonit" "winpty")
  (#set! operands "0"))

; proot -r DIR COMMAND
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "proot")
  (#set! operands "0")
  (#set! values "-r -b -q -w -k -R -S -m --rootfs --bind --mount --qemu --pwd --cwd"))

; strace -f -o FILE COMMAND
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "strace")
  (#set! operands "0")
  (#set! values "-a -A -b -e -E -I -o -O -p -P -s -S -u -U -X --attach --columns --trace --output --env --user --string-limit --trace-path"))

; ltrace -o FILE COMMAND
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "ltrace")
  (#set! operands "0")
  (#set! values "-a -A -D -e -F -l -n -o -p -s -u -w -x --align --output --library --where"))

; gdb --args COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "gdb" "lldb")
  (#set! options "gdb"))

; setpriv --reuid USER COMMAND
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "setpriv")
  (#set! operands "0")
  (#set! values "--reuid --regid --ruid --rgid --euid --egid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig --ptracer --selinux-label --apparmor-profile --landlock-access --landlock-rule --seccomp-filter"))

; prlimit --nofile=10 COMMAND
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "prlimit")
  (#set! operands "0")
  (#set! values "-p -o --pid --output"))

; setarch ARCH COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "setarch")
  (#set! options "setarch"))

; machinectl shell USER@HOST COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "machinectl")
  (#set! options "machinectl"))

; s6-setuidgid USER COMMAND   setuidgid USER COMMAND
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "s6-setuidgid" "setuidgid" "s6-applyuidgid" "chpst")
  (#set! operands "1"))

; capsh --drop=all -- -c CODE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "capsh")
  (#set! options "capsh"))

; tini -- COMMAND   dumb-init COMMAND
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "tini" "dumb-init")
  (#set! operands "0")
  (#set! values "-p -e -r --rewrite"))

; taskset -c 0 COMMAND   chrt -b 0 COMMAND   faketime TIME COMMAND
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "taskset" "chrt" "faketime")
  (#set! operands "1")
  (#set! values "-T -P -D --sched-runtime --sched-period --sched-deadline"))

; numactl -N 0 COMMAND
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "numactl")
  (#set! operands "0")
  (#set! values "-N -m -C -p -i -P --cpunodebind --membind --physcpubind --preferred --interleave --touch --file"))

; cgexec -g LIST COMMAND
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "cgexec")
  (#set! operands "0")
  (#set! values "-g"))

; xvfb-run -a COMMAND
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "xvfb-run")
  (#set! operands "0")
  (#set! values "-e -f -n -p -s -w --error-file --auth-file --server-num --xauth-protocol --server-args --wait"))

; dbus-run-session -- COMMAND
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "dbus-run-session")
  (#set! operands "0")
  (#set! values "--dbus-daemon --config-file"))

; run0 COMMAND
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "run0")
  (#set! operands "0")
  (#set! values "-u -g -D --user --group --nice --chdir --setenv --background --machine --unit --property --description --slice"))

; tsp COMMAND   ts COMMAND: adds the command to a queue; without a command, ts adds timestamps to lines
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "tsp" "ts")
  (#set! operands "0")
  (#set! values "-D -W -L -N -S -O -E -i -c -r -u -s -k -p"))

; daemonize -u USER COMMAND
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "daemonize")
  (#set! operands "0")
  (#set! values "-a -c -e -E -o -p -l -u"))

; start-stop-daemon --start --exec FILE -- WORDS
((command_name) @flow.launcher
  (#word-is? @flow.launcher "start-stop-daemon")
  (#set! options "start-stop-daemon"))

; entr -r COMMAND   entr -s CODE
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "entr")
  (#set! operands "0")
  (#set! flags "-a -c -d -n -p -r -x -z")
  (#set! code "-s"))

; rlwrap COMMAND
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "rlwrap")
  (#set! operands "0")
  (#set! values "-b -B -C -d -D -f -F -g -H -K -l -m -M -O -p -P -q -s -S -t -z --break-chars --command-name --file --history-filename --prompt-colour --logfile"))

; git bisect run COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "git")
  (#set! options "git"))

; heroku run CODE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "heroku")
  (#set! options "heroku"))

; railway run COMMAND
((command_name) @flow.launcher
  (#word-is? @flow.launcher "railway")
  (#set! options "railway"))

; fly ssh console -C CODE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "fly" "flyctl")
  (#set! options "fly"))

; forfiles /m FILE /c CODE
((command_name) @flow.launcher
  (#word-like? @flow.launcher "forfiles" "forfiles.exe")
  (#set! options "forfiles"))

; pcalua -a COMMAND
((command_name) @flow.launcher
  (#word-like? @flow.launcher "pcalua" "pcalua.exe")
  (#set! options "pcalua"))

; scriptrunner -appvscript COMMAND
((command_name) @flow.launcher
  (#word-like? @flow.launcher "scriptrunner" "scriptrunner.exe")
  (#set! options "scriptrunner"))

; conhost --headless COMMAND
((command_name) @flow.launcher
  (#word-like? @flow.launcher "conhost" "conhost.exe")
  (#set! options "conhost"))

; wmic process call create CODE
((command_name) @flow.launcher
  (#word-like? @flow.launcher "wmic" "wmic.exe")
  (#set! options "wmic"))

; reg add HKCU\…\Run /v NAME /d CODE
((command_name) @flow.launcher
  (#word-like? @flow.launcher "reg" "reg.exe")
  (#set! options "reg"))

; wt COMMAND   wt new-tab COMMAND
((command_name) @flow.launcher
  (#word-like? @flow.launcher "wt" "wt.exe")
  (#set! options "wt"))

; kubectl run NAME --image=IMAGE -- COMMAND: not in the option table of the launcher kubectl
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "kubectl")
  (#set! options "kubectl-run"))

; type -P curl: prints the path of a command
((command_name) @flow.locator
  (#word-is? @flow.locator "type")
  (#set! needs "-P -p"))

; toybox sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "toybox")
  (#set! options "busybox"))

; fd . -x sh -c CODE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "fd" "fdfind")
  (#set! options "fd"))

; curl URL | parallel sh -c: each line becomes an argument
((command_name) @flow.appender
  (#word-is? @flow.appender "parallel"))
