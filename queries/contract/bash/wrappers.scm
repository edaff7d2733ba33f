; Commands that run the words after them on the same machine, and the options and operands that precede those words.

; sudo -E bash
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "sudo")
  (#set! options "sudo"))

; doas -u app sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "doas")
  (#set! operands "0")
  (#set! values "-a -u")
  (#set! idle "-L -C"))

; env K=V sh   env -S 'sh -e'
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "env")
  (#set! options "env"))

; command curl URL; command -v curl runs nothing
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "command")
  (#set! operands "0")
  (#set! idle "-V -v"))

; builtin eval CODE
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "builtin")
  (#set! operands "0"))

; exec -a NAME sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "exec")
  (#set! operands "0")
  (#set! values "-a"))

; nohup sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "nohup")
  (#set! operands "0"))

; time -f %e curl URL
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "time")
  (#set! options "time"))

; timeout -k 5 30 curl URL
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "timeout")
  (#set! options "timeout"))

; setsid -w sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "setsid")
  (#set! options "setsid"))

; nice -n 5 sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "nice")
  (#set! options "nice"))

; ionice -c3 sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "ionice")
  (#set! options "ionice"))

; stdbuf -oL curl URL
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "stdbuf")
  (#set! options "stdbuf"))

; coproc sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "coproc")
  (#set! operands "0")
  (#set! assignments "yes"))

; busybox sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "busybox")
  (#set! options "busybox"))

; arch -x86_64 bash
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "arch")
  (#set! options "arch"))

; chroot --userspec=u /mnt sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "chroot")
  (#set! options "chroot"))

; unshare -r sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "unshare")
  (#set! options "unshare"))

; nsenter -t 1 -m sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "nsenter")
  (#set! options "nsenter"))

; systemd-run --pipe sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "systemd-run")
  (#set! options "systemd-run"))

; flock -w 5 FILE sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "flock")
  (#set! options "flock"))
