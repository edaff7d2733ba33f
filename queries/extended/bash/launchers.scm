; More commands that run the words behind them somewhere else.

; docker-compose run SERVICE sh
((command_name) @flow.launcher
  (#word-is? @flow.launcher "docker-compose" "podman-compose")
  (#set! options "docker-compose"))

; incus exec NAME -- bash
((command_name) @flow.launcher
  (#word-is? @flow.launcher "incus")
  (#set! options "lxc"))
