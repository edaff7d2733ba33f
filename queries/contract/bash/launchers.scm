; Commands that run the words after them elsewhere, such as in a container. The option tables list their subcommands.

; docker run IMAGE sh   podman exec NAME bash   nerdctl run IMAGE sh
((command_name) @flow.launcher
  (#word-is? @flow.launcher "docker" "podman" "nerdctl")
  (#set! options "docker"))

; kubectl exec POD -- sh
((command_name) @flow.launcher
  (#word-is? @flow.launcher "kubectl")
  (#set! options "kubectl"))

; lxc exec NAME -- bash
((command_name) @flow.launcher
  (#word-is? @flow.launcher "lxc")
  (#set! options "lxc"))

; ssh HOST 'CODE'
((command_name) @flow.launcher
  (#word-is? @flow.launcher "ssh")
  (#set! options "ssh"))

; su -c CODE
((command_name) @flow.launcher
  (#word-is? @flow.launcher "su")
  (#set! options "su"))

; curl URL | xargs -0 bash -c
((command_name) @flow.launcher
  (#word-is? @flow.launcher "xargs")
  (#set! options "xargs"))

; xargs COMMAND: appends the words of standard input to the command
((command_name) @flow.appender
  (#word-is? @flow.appender "xargs"))
