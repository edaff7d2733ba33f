/** Types into a shell with the snippet of `curlew shell-init` through a pseudo-terminal. */
import { spawn } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { snippets } from "../../../src/cli/shell/shell-init.js";
import { folderWith } from "../folder-with.js";

/** The URL in the commands of the tests. */
export const URL = "https://x.example/i.sh";
/** A fake `curlew` that records its calls. An input that contains `| sh` is a finding. */
const CURLEW = `#!/bin/sh
echo "$1 $2" >> "$CALLS"
[ "$1" = shell-check ] || exit 0
case "$MODE" in hang) exec sleep 60 ;; wrapped) sleep 60; exit 0 ;; deaf) trap '' TERM INT; sleep 60; exit 0 ;; fail) exit 3 ;; esac
if grep -q '| *sh'; then echo ${URL}; printf '\\r\\ncurlew: BAD\\r\\n' >&2; [ "$MODE" = slow ] && exec sleep 60; exit 10; fi
`;

/** Returns the output of a terminal without control sequences. */
function plain(shown: string): string {
  return shown.replace(
    /\x1b(?:\[[\d;?>]*[A-Za-z]|\][^\x07]*\x07|[()][A-Z0-9]|[=>])|[\x0f\x07]/g,
    "",
  );
}

/** How each shell is started with only the start file of the test, which sets the prompt to `> `. */
const SHELLS = {
  bash: {
    rc: "rc",
    prompt: "PS1='> '\nHISTFILE=/dev/null\n",
    start: (folder: string) => `bash --noprofile --rcfile ${join(folder, "rc")} -i`,
  },
  zsh: {
    rc: ".zshrc",
    prompt: "PS1='> '\nunsetopt PROMPT_SP PROMPT_CR\n",
    start: () => "zsh -d -i",
  },
  fish: {
    rc: "rc",
    prompt: "function fish_prompt; printf '> '; end\nset -g fish_greeting\n",
    start: (folder: string) => `fish -i -C 'source ${join(folder, "rc")}'`,
  },
} as const;

/** Keys to send, or text to wait for on the screen. */
export type Step = string | { readonly wait: RegExp };

export interface Terminal {
  readonly shown: string;
  readonly calls: readonly string[];
}

export interface Start {
  /** How the fake curlew fails: `hang`, `wrapped` (hangs in a child process), `deaf` (ignores SIGTERM), `fail` or `slow`. */
  readonly mode?: string;
  /** Whether curlew is on the PATH; by default true. */
  readonly path?: boolean;
  readonly shell?: keyof typeof SHELLS;
  /** Lines before the snippet in the start file. */
  readonly before?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Types keys into a shell with its snippet, and waits where a step requires it. Returns the output and the calls of curlew. */
export async function typed(
  keys: readonly Step[],
  { mode = "", path = true, shell = "bash", before = "", env: given = {} }: Start = {},
): Promise<Terminal> {
  const { rc, prompt, start } = SHELLS[shell];
  // If there are no completions, fish generates them in a process that still writes after the test has ended.
  const completions = { ".local/share/fish/generated_completions/none": "" };
  const folder = folderWith({
    "bin/curlew": CURLEW,
    [rc]: `${prompt}${before}\n${snippets[shell]}`,
    calls: "",
    ...completions,
  });
  chmodSync(join(folder, "bin/curlew"), 0o755);
  const env = {
    ...process.env,
    PATH: path ? `${join(folder, "bin")}:${process.env["PATH"] ?? ""}` : "/usr/bin:/bin",
    CALLS: join(folder, "calls"),
    MODE: mode,
    TERM: "xterm",
    HOME: folder,
    ZDOTDIR: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: join(folder, ".local/share"),
    ...given,
  };
  const child = spawn("script", ["-qfec", start(folder), "/dev/null"], {
    env,
    cwd: folder,
    stdio: ["pipe", "pipe", "ignore"],
  });
  let shown = "";
  child.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString("utf8")));
  const closed = new Promise((resolve) => child.on("close", resolve));
  let from = 0;
  const seen = async (what: RegExp): Promise<void> => {
    for (let i = 0; i < 600 && !what.test(plain(shown.slice(from))); i++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(plain(shown.slice(from)), String(what)).toMatch(what);
    from = shown.length;
  };
  await seen(/>\s*$/);
  for (const key of keys) {
    if (typeof key === "string") child.stdin.write(key);
    else await seen(key.wait);
  }
  child.stdin.write("\x15exit\r");
  await closed;
  return {
    shown: plain(shown),
    calls: readFileSync(join(folder, "calls"), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => line.trim()),
  };
}
