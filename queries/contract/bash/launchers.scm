; Commands that run the words behind them somewhere else. Subcommands stand in the option tables.

; docker run IMAGE sh   podman exec NAME bash   nerdctl run IMAGE sh
((command_name) @flow.launcher
  (#word-is? @flow.launcher "docker" "podman" "nerdctl"))

; kubectl exec POD -- sh   lxc exec NAME -- bash
((command_name) @flow.launcher
  (#word-is? @flow.launcher "kubectl" "lxc"))

; ssh HOST 'CODE'
((command_name) @flow.launcher
  (#word-is? @flow.launcher "ssh"))

; su -c CODE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "su"))

; curl URL | xargs -0 bash -c
((command_name) @flow.launcher
  (#word-is? @flow.launcher "xargs"))
