import { definePrefix, type PrefixRow } from "./prefix.js";

const HELP = "help version h V";

const sudo = definePrefix({
  login: "i s login shell",
  flags: "ABbEeHiKklNnPSsVv",
  values: "aCcDghpRrTtUu",
  longFlags: `askpass background bell edit help list login no-update non-interactive preserve-groups remove-timestamp
    reset-timestamp set-home shell stdin validate version`,
  longValues: "auth-type chdir chroot close-from command-timeout group host login-class other-user prompt role type user",
  longOptional: "preserve-env",
  assignments: true,
  optionsBehind: true,
  idle: "l list v validate e edit K remove-timestamp V version help",
});

const env = definePrefix({
  flags: "0iv",
  values: "aCLPSUu",
  longFlags: "debug help ignore-environment list-signal-handling null version",
  longValues: "argv0 chdir split-string unset",
  longOptional: "block-signal default-signal ignore-signal",
  assignments: true,
  split: "S split-string",
  idle: "0 null help version",
});

const time = definePrefix({
  flags: "aplqvV",
  values: "fo",
  longFlags: "append help portability quiet verbose version",
  longValues: "format output",
  assignments: true,
  idle: "help V version",
});

const unshare = definePrefix({
  flags: "CcfhimnprTUuV",
  values: "GRSw",
  longFlags: "fork help keep-caps map-auto map-current-user map-root-user version forward-signals",
  longValues: "boottime load-interp map-group map-groups map-user map-users monotonic propagation root setgid setgroups setuid wd",
  longOptional: "cgroup ipc kill-child mount mount-binfmt mount-proc net pid time user uts",
  idle: HELP,
});

const nsenter = definePrefix({
  flags: "aFehVZ",
  values: "GNStW",
  optional: "CimnprTUuw",
  longFlags: "all env follow-context help join-cgroup keep-caps no-fork preserve-credentials user-parent version",
  longValues: "net-socket setgid setuid target wdns",
  longOptional: "cgroup ipc mount net pid root time user uts wd",
  idle: HELP,
});

const systemdRun = definePrefix({
  flags: "CdGhPqrStv",
  values: "EHMpu",
  longFlags: `collect help ignore-failure no-ask-password no-block on-clock-change on-timezone-change pipe pty pty-late quiet
    remain-after-exit same-dir scope send-sighup shell slice-inherit user system verbose version wait`,
  longValues: `background description expand-environment gid host job-mode json machine nice on-active on-boot on-calendar on-startup
    on-unit-active on-unit-inactive path-property property service-type setenv slice socket-property timer-property
    uid unit working-directory`,
  idle: "h help version",
});

/** Rows by the name that `#set! options` gives them. */
export const wrappers: Readonly<Record<string, PrefixRow>> = {
  sudo,
  env,
  time,
  nice: definePrefix({ flags: "0123456789", values: "n", longValues: "adjustment", longFlags: "help version" }),
  ionice: definePrefix({
    flags: "hptPuV",
    values: "cn",
    longFlags: "help ignore pgid pid uid version",
    longValues: "class classdata",
    idle: `${HELP} p pid P pgid u uid`,
  }),
  stdbuf: definePrefix({ values: "eio", longValues: "error input output", longFlags: "help version" }),
  setsid: definePrefix({ flags: "cfhVw", longFlags: "ctty fork help version wait", idle: HELP }),
  timeout: definePrefix({
    flags: "fpv",
    values: "ks",
    longFlags: "foreground help preserve-status verbose version",
    longValues: "kill-after signal",
    operands: 1,
  }),
  busybox: definePrefix({ longFlags: "help install list list-full", idle: "help install list list-full" }),
  arch: definePrefix({
    values: "de",
    flags: "c",
    longValues: "arch",
    longFlags: "32 64 arm64 arm64e help i386 version x86_64 x86_64h",
    singleDashLong: true,
  }),
  chroot: definePrefix({
    flags: "n",
    values: "Ggu",
    longFlags: "help skip-chdir version",
    longValues: "groups userspec",
    operands: 1,
  }),
  unshare,
  nsenter,
  flock: definePrefix({
    flags: "eFhnosuVx",
    values: "cEw",
    longFlags: "close exclusive fcntl help nb no-fork nonblock shared unlock verbose version",
    longValues: "command conflict-exit-code timeout wait",
    operands: 1,
    optionsBehind: true,
    code: "c command",
    idle: HELP,
  }),
  "systemd-run": systemdRun,
};
