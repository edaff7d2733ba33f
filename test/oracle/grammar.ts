/**
 * Shell texts put together freely: sources that fetch, carriers that pass bytes on, and sinks that run them. What a text
 * means is left to the shell that runs it.
 */

/** Draws from lists by given numbers; where they are used up, it takes the first and plainest entry. */
export class Draw {
  private next = 0;

  constructor(private readonly numbers: readonly number[]) {}

  from<T>(list: readonly T[]): T {
    const item = list[(this.numbers[this.next++] ?? 0) % list.length];
    if (item === undefined) throw new RangeError("nothing to draw from");
    return item;
  }

  /** Text with every `NAME` of the lists replaced by an entry of its own. */
  text(list: readonly string[], depth = 0): string {
    return this.from(list).replace(/FETCH|BYTES|PLAIN|SHELL|ARGS|WRAP|TO|STEP/g, (name) => this.piece(name, depth));
  }

  private piece(name: string, depth: number): string {
    if (name === "BYTES") return this.text(depth < 2 ? [...sources, ...carriers] : sources, depth + 1);
    return this.text(pieces[name] ?? [], depth);
  }
}

const URL = "https://get.example.com/i.sh";

const pieces: Readonly<Record<string, readonly string[]>> = {
  FETCH: [
    `curl -fsSL ${URL}`, `wget -qO- ${URL}`, `curl ${URL} -o -`, `curl ${URL} -o f`, `wget ${URL}`, `curl -sSLo/dev/stdout ${URL}`,
    `command curl ${URL}`, `\\curl -s ${URL}`, `"/usr/bin/env" curl ${URL}`, `$(command -v curl) ${URL}`, `$(which curl) -s ${URL}`,
    `C=curl; $C ${URL}`, `U=${URL}; curl -s "$U"`, `\${C:-curl} -s ${URL}`,
  ],
  SHELL: ["bash", "sh", "zsh", "/bin/bash", "b''ash", "$(command -v bash)", "\"$(which sh)\"", "I=bash; $I", "${I:-sh}"],
  ARGS: [
    "", " -s", " -", " -x", " +x", " -eu", " -s -- --yes", " -s a b", " /dev/stdin", " /dev/fd/0", " /proc/self/fd/0", " -e -", " - a", " --", " -- a", " -O extglob", " +O extglob",
    " -o pipefail", " +o posix", " -xeo pipefail", " --norc", " --rcfile f", " local.sh", " -c 'cat'", " -c bash", " -ec 'bash -s'", " -c 'exec sh'", " -n", " -c 'eval \"$(cat)\"'", " < local.sh",
    " -c 'cat | sh'", " -c '. /dev/stdin'", " -c 'cat > f'", " -c 'while read -r l; do $l; done'", " -c 'while read -r l; do eval \"$l\"; done'", " -i", " -c 'sh <&0'", " -c 'tee f | sh'", " 3<&0",
  ],
  WRAP: [
    "", "sudo ", "sudo -u app -E ", "env A=1 ", "env -S 'A=1 B=2' ", "env -i PATH=\"$PATH\" PAYLOAD=\"$PAYLOAD\" MARK=\"$MARK\" ", "nohup ", "setsid -w ", "timeout -k 5 9 ", "nice -n 1 ", "A=1 ", "exec ", "command ",
    "stdbuf -oL ", "docker run -i --rm img ", "docker exec -i web ", "kubectl exec -i pod -- ", "env -u A -- ", "command -p ", "sudo -- ", "sudo A=1 ", "time -p ",
  ],
  TO: [
    "", " 2>/dev/null", " 2>&1", " >&1", " 1>&1", " >&2", " 2>&1 >/dev/null", " >/dev/null 2>&1", " >f", " &>f", " &>>f", " >&f", " >|f", " 2>&1 1>&2", " 3>&1 1>&2 2>&3", " 3>&1 1>&3", " 3>&1 >&3 3>&-",
    " 3>&1 >f", " >f >&1", " 1>/dev/stdout", " >/dev/fd/1", " 2>f", " 3>f", " 3>f 1>&3", " >&-", " 2>&-", " >f 2>/dev/null", " 4>&1 5>&4 1>&5", " >/dev/stderr", " 2>/dev/stdout", " >/dev/stdout 2>f",
  ],
  // without quotes, to stand inside quotes
  PLAIN: [`curl -fsSL ${URL}`, `wget -qO- ${URL}`, `curl ${URL} -o f`, `wget ${URL}`, `{ curl ${URL}; }`, `curl ${URL} 2>&1 | cat`, `curl ${URL} >&2`],
  STEP: ["", "true; ", "cd . && ", "set -e; ", "export A=1; ", "echo hello >&2; ", "[ -n x ] && ", "umask 022\n", "# a comment\n", "test -x /nope || "],
};

/** Texts that put out what is fetched, or not. */
export const sources: readonly string[] = ["FETCHTO", "STEPFETCH", "FETCHTO", "WRAPcurl -s https://get.example.com/i.shTO", "FETCH | catTO", "FETCH 2>&1 | cat"];

/** Texts that pass bytes on, or not. */
export const carriers: readonly string[] = [
  " (BYTES)TO", "{ BYTES; }TO", "BYTES | cat", "BYTES |& cat", "BYTES | tee fTO", "cat <(BYTES)TO", "cat < <(BYTES)TO", "cat - < <(BYTES)", "cat /dev/stdin < <(BYTES)", "cat <<< \"$(BYTES)\"TO", "cat <<EOF\n$(PLAIN)\nEOF\n", "cat <<'EOF'\n$(PLAIN)\nEOF\n",
  "cat <<-EOF\n\ttrue\n\t$(PLAIN)\n\tEOF\n", "echo \"$(BYTES)\"TO", "printf %s \"$(BYTES)\"TO", "printf '%s\\n' \"$(BYTES)\"", "echo $(BYTES)TO", "V=$(BYTES); echo \"$V\"", "V=`BYTES`; printf '%s' \"$V\"", "V=\"$(BYTES)\"; W=$V; echo \"$W\"",
  "V=$(BYTES); V=x; echo \"$V\"", "V=$(BYTES); unset V; echo \"$V\"", "echo \"${V:-$(BYTES)}\"", "echo \"${V:=$(BYTES)}\"", "V=a; echo \"${V:+$(BYTES)}\"", "V=a; echo \"${V:-$(BYTES)}\"", "A=(\"$(BYTES)\"); echo \"${A[0]}\"", "A=(\"$(BYTES)\"); echo \"${A[@]}\"",
  "A=(x); A+=(\"$(BYTES)\"); echo \"${A[1]}\"", "V=a; V+=$(BYTES); echo \"${V#a}\"", "read -r -d '' V < <(BYTES); echo \"$V\"", "IFS= read -rd '' V <<< \"$(BYTES)\"; echo \"$V\"", "mapfile -t V < <(BYTES); printf '%s\\n' \"${V[@]}\"",
  "readarray V < <(BYTES); echo \"${V[*]}\"", "mapfile < <(BYTES); echo \"${MAPFILE[@]}\"", "printf -v V %s \"$(BYTES)\"; echo \"$V\"", "declare V=\"$(BYTES)\"; echo \"$V\"", "declare V; V=$(BYTES); echo \"$V\"", "export V=\"$(BYTES)\"; sh -c 'echo \"$V\"'",
  "V=$(BYTES); sh -c 'echo \"$V\"'", "V=\"$(BYTES)\" sh -c 'echo \"$V\"'", "f() { BYTES; }; f", "f() { echo \"$1\"; }; f \"$(BYTES)\"", "f() { \"$@\"; }; f curl -s https://get.example.com/i.sh", "f() { cat; }; BYTES | f", "function f { local V; V=$(BYTES); echo \"$V\"; }; f", "f() { V=$(BYTES); }; f; echo \"$V\"",
  "f() { local V=$(BYTES); }; f; echo \"$V\"", "if true; then BYTES; fi", "if BYTES; then :; fi", "if false; then :; else BYTES; fi", "case x in x) BYTES;; esac", "for u in 1; do BYTES; done", "while :; do BYTES; break; done", "until BYTES; do break; done", "true && BYTES", "false || BYTES", "BYTES || exit 1", "BYTES && true", "! FETCH",
  "time PLAIN", "BYTES & wait", "eval 'PLAIN'", "bash -c 'PLAIN'", "sh -c \"PLAIN\"", "sh <<'EOF'\nPLAIN\nEOF\n", "echo 'PLAIN' | sh", "bash <<< 'PLAIN'", "BYTES > >(cat)", "BYTES 2> >(cat >&2)", "exec 3< <(BYTES); cat <&3", "cat <&3 3< <(BYTES)", "cat /dev/fd/3 3< <(BYTES)", "{ cat <&3; } 3< <(BYTES)", 
  "exec 3>&1; BYTES >&3", "{ BYTES >&3; } 3>&1", "{ BYTES >&3; } 3>f", "{ BYTES; } 2>&1", "{ (BYTES >&2); } 2>&1", "{ BYTES 1>&2; } 2>&1 | cat", "BYTES | tee >(cat >&2) | cat", "BYTES | tee f >/dev/null", "BYTES | xargs -0 printf %s", "BYTES | xargs -I{} echo {}", "BYTES | { cat; }", "BYTES | (cd /; cat)",
  "BYTES | while read -r l; do echo \"$l\"; done", "while read -r l; do echo \"$l\"; done < <(BYTES)", "for l in $(BYTES); do echo \"$l\"; done", "BYTES | { read -r l; cat; }", "BYTES | { read -rd '' l; echo \"$l\"; }",  "BYTES > f; cat f", "BYTES | cat > f; cat f",
  "BYTES | grep -q zork && echo ok", "BYTES | grep zork", "BYTES | sed 's/a/b/'", "BYTES | awk '{print}'", "BYTES | tr -d '\\r'", "BYTES | head -5", "BYTES | tail -n +1", "BYTES | sort", "BYTES | tac", "BYTES | gzip | gunzip", "BYTES | gzip -c | zcat", "BYTES | base64 | base64 -d", "BYTES | rev | rev", "BYTES | xxd -p | xxd -r -p", "BYTES | dd 2>/dev/null",
  "BYTES | wc -l", "BYTES | cat - local.sh", "cat local.sh <(BYTES)", "BYTES | cat local.sh", "BYTES | cat local.sh -", "BYTES | sed s/a/b/ local.sh", "BYTES < local.sh", "BYTES | cat < local.sh", "BYTES | echo hi", "BYTES | true", "BYTES | printf x", "trap 'PLAIN' EXIT; true", " (trap 'PLAIN' EXIT; true)", "alias g='PLAIN'; g", "shopt -s expand_aliases\nalias g='PLAIN'\ng",
  "set -- \"$(BYTES)\"; echo \"$1\"", "set -- \"$(BYTES)\"; echo \"$@\"", "set -- \"$(BYTES)\"; echo \"$2\"", "bash -c 'echo \"$1\"' _ \"$(BYTES)\"", "bash -c 'echo \"$0\"' \"$(BYTES)\"", "bash -c 'echo \"$@\"' \"$(BYTES)\"", "bash -c 'echo \"$1\"' \"$(BYTES)\"", "V=\"PLAIN\"; $V", "C='PLAIN'; eval \"$C\"", "echo \"$(echo \"$(BYTES)\")\"", "echo \"${V-$(BYTES)}\"",
  "V=$(BYTES); echo \"${V%x}\"", "V=$(BYTES); echo \"${V//a/b}\"", "V=$(BYTES); echo \"${#V}\"", "V=$(BYTES); echo \"${V:0}\"", "V=$(BYTES); echo \"${V^^}\"", "V=$(BYTES); echo \"${V@Q}\"", "V=$(BYTES); [ -n \"$V\" ] && echo \"$V\"", "V=$(BYTES) && echo \"$V\"", "[ -z \"$V\" ] && V=$(BYTES); echo \"$V\"",
];

/** Texts that run bytes as a program, or do not. */
export const sinks: readonly string[] = [
  "BYTES | WRAPSHELLARGS", "BYTES | WRAPbashARGS", "STEPBYTES | shARGS", "BYTES |& bash", "(BYTES) | bashARGS", "BYTES | { bashARGS; }", "BYTES | (cd .; shARGS)", "BYTES | if true; then sh; fi", "BYTES | tee >(bash)TO", "BYTES | tee f >(sh) >/dev/null", "BYTES > >(sh)", "BYTES > >(cat | sh)", "BYTES 2> >(sh)", "BYTES >&2 2> >(sh)", "{ BYTES; } > >(bash)",
  "bash -c \"$(BYTES)\"", "WRAPbash -c \"$(BYTES)\"", "SHELL -ec \"$(BYTES)\"", "bash -c \"`PLAIN`\"", "bash -c '$(PLAIN)'", "bash -c 'eval \"$(PLAIN)\"'", "bash -c 'echo \"$(PLAIN)\"'", "bash -xc \"$(BYTES)\" a b", "bash -c -e \"$(BYTES)\"", "bash -c -- \"$(BYTES)\"", "bash +x -c \"$(BYTES)\"", "bash -c \"true; $(BYTES)\"", "bash -c 'true' \"$(BYTES)\"", "bash -c 'eval \"$1\"' _ \"$(BYTES)\"", "bash -c 'eval \"$0\"' \"$(BYTES)\"", "bash -c 'eval \"$@\"' _ \"$(BYTES)\"", "bash -c '\"$1\"' _ \"$(BYTES)\"", "bash -c '$1' _ \"$(BYTES)\"", "bash -c \"$@\"", "bash -s \"$(BYTES)\"", "bash -O extglob -c \"$(BYTES)\"", "bash --rcfile f -c \"$(BYTES)\"", "bash --norc -c \"$(BYTES)\"",
  "bash <(BYTES)", "WRAPSHELL <(BYTES) a", "bash -x <(BYTES)", "bash -- <(BYTES)", "bash -s <(BYTES)", "bash local.sh <(BYTES)", "bash < <(BYTES)", "bashARGS < <(BYTES)", "bash 0< <(BYTES)", "bash <<< \"$(BYTES)\"", "bash -s <<< \"$(BYTES)\"", "bash <<EOF\n$(PLAIN)\nEOF\n", "bash <<'EOF'\n$(PLAIN)\nEOF\n", "bash <<'EOF'\nPLAIN | sh\nEOF\n", "bash <<-EOF\n\ttrue\n\t$(PLAIN)\n\tEOF\n",  "bash --rcfile <(BYTES) -i </dev/null", "bash --init-file <(BYTES) -ic true", "BASH_ENV=<(BYTES) bash -c true", "bash -i <<< \"$(BYTES)\"", "bash <&3 3< <(BYTES)", "exec 3< <(BYTES); bash <&3", "exec 3< <(BYTES); bash /dev/fd/3", "bash /dev/fd/3 3< <(BYTES)", "exec < <(BYTES); bash", "exec <<< \"$(BYTES)\"; . /dev/stdin",
  "eval \"$(BYTES)\"", "eval $(BYTES)", "eval `BYTES`", "eval '$(PLAIN)'", "eval -- \"$(BYTES)\"", "eval \"true; $(BYTES)\"", "eval echo \"$(BYTES)\"", "eval \"echo '$(BYTES)'\"", "eval 'PLAIN | sh'", "eval \"\\$(PLAIN)\"", ". <(BYTES)", "source <(BYTES) a", "source /dev/stdin < <(BYTES)", "source /dev/stdin <<< \"$(BYTES)\"", ". /dev/stdin <<EOF\n$(PLAIN)\nEOF\n", "builtin eval \"$(BYTES)\"", "command . <(BYTES)", "BYTES | source /dev/stdin", "BYTES | . /dev/fd/0", "source /dev/fd/3 3< <(BYTES)", "exec bash <(BYTES)", "exec bash -c \"$(BYTES)\"", "$(BYTES)", "`BYTES`", "\"$(BYTES)\"", "sh -c '$(PLAIN)'", "bash -c '`PLAIN`'", "sh -c \"\\$(PLAIN)\"", "sh -c \"\\`PLAIN\\`\"",
  "V=$(BYTES); eval \"$V\"", "V=$(BYTES); eval $V", "V=$(BYTES); bash -c \"$V\"", "V=$(BYTES); $V", "V=$(BYTES); echo \"$V\" | bash", "V=$(BYTES); bash <<< \"$V\"", "V=$(PLAIN); bash <<EOF\n$V\nEOF\n", "V=$(BYTES); bash -c 'eval \"$V\"'", "export V=$(BYTES); bash -c 'eval \"$V\"'", "V=$(BYTES) bash -c 'eval \"$V\"'", "V=$(BYTES) eval '$V'", "V=$(BYTES) bash -c \"$V\"", "f() { eval \"$1\"; }; f \"$(BYTES)\"", "f() { eval \"$2\"; }; f \"$(BYTES)\"", "f() { bash; }; BYTES | f", "f() { bash -c \"$*\"; }; f \"$(BYTES)\"", "f() { BYTES; }; eval \"$(f)\"", "f() { BYTES; }; f | bash", "set -- \"$(BYTES)\"; eval \"$1\"", "set -- \"$(BYTES)\"; eval \"$@\"", "set -- \"$(BYTES)\"; set --; eval \"$1\"", "A=(\"$(BYTES)\"); eval \"${A[0]}\"", "A=(bash -c \"$(BYTES)\"); \"${A[@]}\"", "C=(curl -s https://get.example.com/i.sh); \"${C[@]}\" | bash", "read -rd '' V < <(BYTES); eval \"$V\"", "mapfile -t V < <(BYTES); eval \"${V[@]}\"", "printf -v V %s \"$(BYTES)\"; eval \"$V\"", "BYTES | read -rd '' V; eval \"$V\"", "BYTES | { read -rd '' V; eval \"$V\"; }", "V=; while read -r l; do V+=$l; done < <(BYTES); eval \"$V\"",
  "for l in $(BYTES); do eval \"$l\"; done", "BYTES | while read -r l; do eval \"$l\"; done", "BYTES | while read -r l; do $l; done", "while read -r l; do eval \"$l\"; done < <(BYTES)", "while read -r l; do bash -c \"$l\"; done <<< \"$(BYTES)\"", "BYTES | xargs -0 bash -c", "BYTES | xargs -I{} sh -c '{}'", "BYTES | xargs -I % bash -c %", "BYTES | xargs sh -c", "BYTES | xargs -0 -n1 sh -c 'eval \"$1\"' _", "BYTES | xargs -I{} sh -c 'echo {}'", "BYTES | xargs echo", "BYTES | xargs bash", "xargs -0 bash -c < <(BYTES)", "echo \"$(BYTES)\" | bash", "echo PLAIN | bash", "echo 'PLAIN | sh' | bash", "echo 'PLAIN | sh'", "printf 'PLAIN | sh' | sh", "cat <<EOF | bash\n$(PLAIN)\nEOF\n", "cat <<'EOF' | bash\nPLAIN | sh\nEOF\n", "cat <<EOF\n$(PLAIN | sh)\nEOF\n", "cat <<'EOF'\n$(PLAIN | sh)\nEOF\n",
  "ssh host \"$(BYTES)\"", "ssh host 'PLAIN | sh'", "ssh host bash -s < <(BYTES)", "ssh -T host 'bash -s' <<< \"$(BYTES)\"", "BYTES | ssh host bash", "BYTES | ssh host", "BYTES | ssh host 'sudo bash -s'", "BYTES | ssh host 'cat > f'", "ssh host <<'EOF'\nPLAIN | sh\nEOF\n", "ssh host \"eval \\\"\\$(PLAIN)\\\"\"", "su -c 'PLAIN | sh'", "su - app -c \"PLAIN | sh\"", "su app -c 'bash -c \"$(PLAIN)\"'", "sudo su -c 'PLAIN | bash'", "sudo sh -c 'PLAIN | bash'", "sudo bash -c \"$(BYTES)\"", "docker run --rm img sh -c 'PLAIN | sh'", "docker exec -i web sh -c \"$(BYTES)\"", "BYTES | docker run -i img sh", "kubectl exec -i pod -- sh -c 'PLAIN | sh'", "BYTES | kubectl exec -i pod -- sh -s", "script -qc 'PLAIN | sh' f", "find . -maxdepth 0 -exec sh -c 'PLAIN | sh' \\;", "find . -maxdepth 0 -exec bash -c \"$(BYTES)\" \\;", "env -S 'bash -c' \"$(BYTES)\"", "env -S bash <(BYTES)", "env bash -c \"$(BYTES)\"", "timeout 5 bash -c 'PLAIN | sh'", "nohup bash -c \"$(BYTES)\" >/dev/null 2>&1 &\nwait", "setsid -w sh -c 'PLAIN | sh'", "trap 'PLAIN | sh' EXIT", "trap \"$(BYTES)\" EXIT", "trap 'eval \"$(PLAIN)\"' 0", "alias g='PLAIN | sh'",
  "BYTES > f; sh f", "BYTES > f && chmod +x f && ./f", "BYTES | tee f | sh", "BYTES > f; . ./f", "BYTES | sh > f 2>&1", "BYTES | bash >/dev/null", "mkfifo p; BYTES > p & bash p", "BYTES | bash & wait", "if BYTES | bash; then :; fi", "while ! FETCH | sh; do break; done", "BYTES | bash || exit 1", "(BYTES | bash)", "{ BYTES | bash; }", "! FETCH | sh", "X=$(BYTES | bash)", "echo \"$(BYTES | bash)\"", "bash -c \"$(BYTES | sh)\"", "BYTES | sh | bash", "BYTES | bash -c 'cat' | sh", "BYTES | sudo tee f | bash", "BYTES | bash -c 'bash' ", "BYTES | bash -c 'read -r x; eval \"$x\"; cat | sh'", "BYTES | bash <(cat)", "BYTES | bash -c \"$(cat)\"",  "BYTES | eval \"$(cat)\"", "BYTES | source <(cat)", "BYTES | bash /dev/stdin <local.sh", "BYTES | bash <&0", "BYTES | bash 3<local.sh", "BYTES | bash 0<local.sh", "BYTES | bash <<< 'true'", "BYTES | bash <<< 'bash'", "PLAIN | bash <<'EOF'\ntrue\nEOF\n", "BYTES | cat <(echo true) - | bash", "bash <(cat <(BYTES))", "bash <(echo true; BYTES)", "bash <(BYTES | cat)", "bash <<< \"true; $(BYTES)\"",
];
