import { definePrefix, type PrefixRow, type PrefixText } from "./prefix.js";

// docker, podman and nerdctl share most options; names that only one of them knows do not clash.
const RUN: PrefixText = {
  flags: "diPqtT",
  values: "acehlmpuvw",
  longFlags: `detach disable-content-trust env-host group-add-keep-groups help http-proxy init interactive no-healthcheck no-hostname
    no-hosts oom-kill-disable passwd privileged publish-all quiet read-only read-only-tmpfs replace rm rmi rootfs sig-proxy
    tls-verify tty use-api-socket`,
  longValues: `add-host annotation arch attach authfile blkio-weight blkio-weight-device cap-add cap-drop cert-dir cgroup-conf
    cgroup-parent cgroupns cgroups chrootdirs cidfile conmon-pidfile cpu-count cpu-percent cpu-period cpu-quota cpu-rt-period
    cpu-rt-runtime cpu-shares cpus cpuset-cpus cpuset-mems creds decryption-key detach-keys device device-cgroup-rule
    device-read-bps device-read-iops device-write-bps device-write-iops dns dns-opt dns-option dns-search domainname entrypoint
    env env-file env-merge expose gidmap gpus group-add group-entry health-cmd health-interval health-on-failure health-retries
    health-start-interval health-start-period health-timeout hostname hostuser image-volume init-path io-maxbandwidth io-maxiops
    ip ip6 ipc isolation kernel-memory label label-file link link-local-ip log-driver log-opt mac-address memory
    memory-reservation memory-swap memory-swappiness mount name namespace net network network-alias net-alias oom-score-adj os
    passwd-entry personality pid pidfile pids-limit platform pod pod-id-file preserve-fd publish pull requires restart retry
    retry-delay runtime sdnotify seccomp-policy secret security-opt shm-size shm-size-systemd snapshotter stop-signal
    stop-timeout storage-opt subgidname subuidname sysctl systemd timeout tmpfs tz uidmap ulimit umask unsetenv unsetenv-all user
    userns uts variant volume volume-driver volumes-from workdir`,
  operands: 1,
  entry: "entrypoint",
  idle: "help",
};

const EXEC: PrefixText = {
  flags: "dilqtT",
  values: "euw",
  longFlags: "detach help interactive latest privileged tty no-tty",
  longValues: "detach-keys env env-file index preserve-fd preserve-fds user workdir",
  operands: 1,
  idle: "help",
};

const COMPOSE_RUN: PrefixText = {
  flags: "dilPqtT",
  values: "elpuvw",
  longFlags: `build detach help interactive no-TTY no-deps no-tty quiet quiet-build quiet-pull remove-orphans rm service-ports tty
    use-aliases`,
  longValues: "cap-add cap-drop entrypoint env env-from-file label name publish pull user volume workdir",
  operands: 1,
  entry: "entrypoint",
  idle: "help",
};

const COMPOSE_EXEC: PrefixText = { ...EXEC, longFlags: "detach help interactive no-TTY no-tty privileged tty" };

const compose = definePrefix({
  flags: "hv",
  values: "fp",
  longFlags: "all-resources compatibility dry-run help verbose version",
  longValues: "ansi env-file file parallel profile progress project-directory project-name",
  idle: "h help v version",
  commands: { run: definePrefix(COMPOSE_RUN), exec: definePrefix(COMPOSE_EXEC) },
});

const actions = { run: definePrefix(RUN), exec: definePrefix(EXEC) };

/** `docker [options] [container] run|exec …` and `docker compose [options] run|exec …`. */
const engine = definePrefix({
  flags: "DhrvX",
  values: "acHln",
  longFlags: "debug debug-full experimental help insecure-registry remote syslog tls tlsverify transient-store trace version",
  longValues: `address bridge-ip cgroup-manager cni-netconfpath cni-path config conmon connection containers-conf context data-root
    events-backend host hooks-dir hosts-dir identity imagestore log-level module namespace network-cmd-path network-config-dir
    out root runroot runtime runtime-flag snapshotter ssh storage-driver storage-opt tlscacert tlscert tlskey tmpdir url userns-remap
    volumepath`,
  idle: "h help v version",
  commands: { ...actions, container: definePrefix({ flags: "h", longFlags: "help", idle: "h help", commands: actions }), compose },
});

// kubectl takes its global options behind the command too.
const KUBECTL_FLAGS = "disable-compression help insecure-skip-tls-verify match-server-version warnings-as-errors";
const KUBECTL_VALUES = `as as-group as-uid as-user-extra cache-dir certificate-authority client-certificate client-key cluster context
    kubeconfig kuberc log-flush-frequency namespace password profile profile-output request-timeout server tls-server-name token
    user username v vmodule`;

const kubectl = definePrefix({
  flags: "h",
  values: "nsv",
  longFlags: KUBECTL_FLAGS,
  longValues: KUBECTL_VALUES,
  idle: "h help",
  commands: {
    exec: definePrefix({
      flags: "hiqt",
      values: "cfnsv",
      longFlags: `${KUBECTL_FLAGS} quiet stdin tty`,
      longValues: `${KUBECTL_VALUES} container filename pod-running-timeout`,
      idle: "h help",
      operands: 1,
      terminated: true,
      optionsBehind: true,
    }),
  },
});

const lxcExec = definePrefix({
  flags: "hnqTtv",
  longFlags: "debug disable-stdin force-interactive force-local force-noninteractive help quiet sub-commands verbose version",
  longValues: "cwd env group mode project user",
  idle: "h help version",
  operands: 1,
  terminated: true,
  optionsBehind: true,
});

const lxc = definePrefix({
  flags: "hqv",
  longFlags: "all debug force-local help quiet sub-commands verbose version",
  longValues: "project",
  idle: "h help version",
  commands: { exec: lxcExec },
});

export const containers: Readonly<Record<string, PrefixRow>> = { docker: engine, "docker-compose": compose, kubectl, lxc };
