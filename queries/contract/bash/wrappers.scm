; Commands that run the words behind them in the same place.

; sudo -E bash   doas sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "sudo" "doas"))

; env K=V sh   env -S 'sh -e'
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "env"))

; command curl URL   builtin eval CODE   exec sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "command" "builtin" "exec"))

; nohup sh   time curl URL   timeout 30 curl URL   setsid sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "nohup" "time" "timeout" "setsid"))

; nice -n 5 sh   ionice -c3 sh   stdbuf -oL curl URL
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "nice" "ionice" "stdbuf"))

; coproc sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "coproc"))

; busybox sh   arch -x86_64 bash
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "busybox" "arch"))

; chroot /mnt sh   unshare -r sh   nsenter -t 1 -m sh   systemd-run --pipe sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "chroot" "unshare" "nsenter" "systemd-run"))

; flock FILE sh
((command_name) @flow.wrapper
  (#word-is? @flow.wrapper "flock"))
