/**
 * The bodies of the stub programs in the sandbox, by name. `curl` and `wget` output or save the payload, and `zork` is the command in it.
 * The other stubs run their arguments directly, without another user, machine or container.
 */
export const stubs: Readonly<Record<string, string>> = {
  curl: 'out=; while [ $# -gt 0 ]; do case "$1" in -o) out=$2; shift;; --output=*) out=${1#*=};; -sSLo*) out=${1#-sSLo};; -o*) out=${1#-o};; esac; shift; done\ncase "$out" in ""|-|/dev/stdout) printf %s "$PAYLOAD";; *) printf %s "$PAYLOAD" > "$out";; esac',
  wget: 'case "$*" in *-O-*|*-qO-*|*"-O -"*|*"-qO -"*) printf %s "$PAYLOAD";; *) printf %s "$PAYLOAD" > i.sh;; esac',
  sudo: 'while :; do case "$1" in -u|-g) shift 2;; --) shift; break;; -*) shift;; *=*) export "$1"; shift;; *) break;; esac; done\nexec "$@"',
  docker:
    'shift; while :; do case "$1" in -e|-v|-w|--name) shift 2;; -*) shift;; *) shift; break;; esac; done\nexec "$@"',
  kubectl: 'while [ "$1" != -- ]; do shift; done; shift\nexec "$@"',
  ssh: 'while :; do case "$1" in -p|-i) shift 2;; -*) shift;; *) shift; break;; esac; done\n[ $# -gt 0 ] && exec bash -c "$*"\nexec bash',
  su: 'while [ $# -gt 0 ]; do case "$1" in -c) exec bash -c "$2";; esac; shift; done\nexec bash',
  zork: ': > "$MARK"',
};
