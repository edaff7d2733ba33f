import { definePrefix, type PrefixRow } from "./prefix.js";

// Launchers that the contract does not name (decisions, second round).

/** `TOOL exec NAME -- COMMAND` */
const exec = definePrefix({
  flags: "inqtTv",
  values: "duw",
  longFlags: "debug help quiet verbose",
  longValues: "cwd env group keep-env mode project timeout user working-directory",
  operands: 1,
  terminated: true,
  optionsBehind: true,
});
const execs = definePrefix({ flags: "qv", longFlags: "debug help quiet verbose", longValues: "project", commands: { exec } });

const ssh = {
  flags: "hpt",
  values: "c",
  longFlags: "help plain tty",
  longValues: "command",
  code: "c command",
  codeIsNeeded: true,
} as const;

const gcloudSsh = definePrefix({
  flags: "q",
  longFlags: "dry-run force-key-file-overwrite internal-ip plain quiet strict-host-key-checking troubleshoot tunnel-through-iap",
  longValues:
    "account command configuration container format project region ssh-flag ssh-key-expiration ssh-key-file verbosity worker zone",
  code: "command",
  codeIsNeeded: true,
  stopAtOperand: false,
});

/** Rows by the name that `#set! options` gives them. */
export const further: Readonly<Record<string, PrefixRow>> = {
  exec: execs,
  vagrant: definePrefix({ commands: { ssh: definePrefix({ ...ssh, stopAtOperand: false }) } }),
  gcloud: definePrefix({
    longValues: "account configuration project",
    commands: {
      compute: definePrefix({ commands: { ssh: gcloudSsh } }),
      alpha: definePrefix({ commands: { compute: definePrefix({ commands: { ssh: gcloudSsh } }) } }),
    },
  }),
  wsl: definePrefix({
    flags: "",
    values: "du",
    longFlags: "exec system",
    longValues: "cd distribution distribution-id shell-type user",
    pairs: "",
    ends: "e exec",
    idle: "help status version update shutdown install list set-default unregister import export",
  }),
  adb: definePrefix({
    flags: "ade",
    values: "HLPst",
    commands: { shell: definePrefix({ flags: "nTtx", values: "e", joined: true, shell: true }) },
  }),
  runuser: definePrefix({
    flags: "fhlmpPV",
    values: "cgGsuw",
    longFlags: "fast help login preserve-environment pty version",
    longValues: "command group session-command shell supp-group user whitelist-environment",
    stopAtOperand: false,
    code: "c command session-command",
    codeOnly: true,
    idle: "h help V version",
  }),
  script: definePrefix({
    flags: "aefqhV",
    values: "cBEImoOtT",
    longFlags: "append flush force quiet return help version",
    longValues: "command echo log-in log-io log-out log-timing logging-format output-limit timing",
    stopAtOperand: false,
    code: "c command",
    codeIsNeeded: true,
    idle: "h help V version",
  }),
  watch: definePrefix({
    flags: "bcCdegprtwhv",
    values: "nqs",
    longFlags: "beep chgexit color differences errexit exec no-color no-rerun no-title no-wrap precise help version",
    longValues: "equexit interval shotsdir",
    joined: true,
    idle: "h help v version",
  }),
  parallel: definePrefix({
    flags: "0kmNqtuvX",
    values: "aCdIjLNnSsP",
    longFlags: "bar dry-run eta halt-on-error keep-order null pipe progress quote tag ungroup verbose xargs",
    longValues: "arg-file colsep delay delimiter env halt jobs joblog load results retries sshlogin timeout tmpdir",
    joined: true,
    until: "::: :::: :::+ ::::+",
  }),
  find: definePrefix({ behind: { words: "-exec -execdir -ok -okdir" } }),
  cmd: definePrefix({ behind: { words: "/c /k /r", login: true, idle: "/?" } }),
  "nix-shell": definePrefix({
    flags: "EQKkv",
    values: "AIjop",
    longFlags: "impure keep-failed pure quiet verbose",
    longValues: "arg argstr attr command cores exclude include keep max-jobs option packages run",
    code: "command run",
    codeIsNeeded: true,
    stopAtOperand: false,
  }),
  screen: definePrefix({ flags: "aAdDiLmOqQrRUx", values: "cehpsStT", idle: "X ls list v wipe" }),
  tmux: definePrefix({
    flags: "2CDluUvV",
    values: "cfLST",
    commands: Object.fromEntries(
      ["run-shell", "run", "new-session", "new", "new-window", "neww", "split-window", "splitw", "respawn-pane", "if-shell"].map((name) => [
        name,
        definePrefix({ flags: "abdDEhkPvXZ", values: "ceFlnstxy", joined: true }),
      ]),
    ),
  }),
  "virt-customize": definePrefix({
    flags: "nqvVx",
    values: "acdm",
    longFlags: "dry-run no-network network quiet",
    longValues:
      "add append-line chmod command commands-from-file connect copy copy-in delete domain edit firstboot firstboot-command firstboot-install format hostname install memsize mkdir move password root-password run run-command selinux-relabel smp timezone touch upload write",
    code: "run-command firstboot-command",
    codeIsNeeded: true,
    stopAtOperand: false,
  }),
};
