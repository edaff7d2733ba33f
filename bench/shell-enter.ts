/**
 * `npm run lab -- bench-enter [-- LINES]`: measures how much longer a line without findings takes in bash, zsh and fish with the
 * snippet of `curlew shell-init`. The same line is entered alternately in a shell with the snippet and in one without, each on a
 * pseudo-terminal. The time is measured from Enter to the next prompt.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { snippets } from "../src/cli/shell/shell-init.js";
import { median } from "./measure.js";

const lines = Number(process.argv[2] ?? 200);
const LINE = ": git status --short src/a.ts";
/** The prompt, which is different from all other output of a shell. */
const PROMPT = "<<ready>>";

const SHELLS = {
  bash: {
    rc: "rc",
    prompt: `PS1='${PROMPT}'\nHISTFILE=/dev/null\n`,
    start: (folder: string) => `bash --noprofile --rcfile ${join(folder, "rc")} -i`,
  },
  zsh: {
    rc: ".zshrc",
    prompt: `PS1='${PROMPT}'\nunsetopt PROMPT_SP PROMPT_CR\n`,
    start: () => "zsh -d -i",
  },
  fish: {
    rc: "rc",
    prompt: `function fish_prompt; printf '${PROMPT}'; end\nset -g fish_greeting\n`,
    start: (folder: string) => `fish -i -C 'source ${join(folder, "rc")}'`,
  },
} as const;

/** The milliseconds of one line in both shells. */
interface Pair {
  readonly without: number;
  readonly with: number;
}

interface Terminal {
  /** Types a line, and resolves to the milliseconds until the next prompt. */
  enter(): Promise<number>;
  close(): void;
  readonly closed: Promise<unknown>;
}

async function open(
  shell: keyof typeof SHELLS,
  snippet: string,
  folder: string,
): Promise<Terminal> {
  const { rc, prompt, start } = SHELLS[shell];
  // If there are no completions, fish generates them in a process that does not end with the shell.
  mkdirSync(join(folder, ".local/share/fish/generated_completions/none"), { recursive: true });
  writeFileSync(join(folder, rc), prompt + snippet);
  const home = {
    HOME: folder,
    ZDOTDIR: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: join(folder, ".local/share"),
  };
  const env = { ...process.env, ...home, TERM: "xterm" };
  const child = spawn("script", ["-qfec", start(folder), "/dev/null"], {
    env,
    cwd: folder,
    stdio: ["pipe", "pipe", "ignore"],
  });
  let output = "";
  let onOutput = (): void => undefined;
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString("utf8");
    onOutput();
  });
  const outputContains = (part: string): Promise<void> =>
    new Promise((resolve) => {
      onOutput = () => {
        if (output.includes(part)) resolve();
      };
      onOutput();
    });
  const closed = new Promise((resolve) => child.on("close", resolve));
  await outputContains(PROMPT);
  return {
    closed,
    enter: async () => {
      output = "";
      child.stdin.write(LINE);
      await outputContains("a.ts");
      output = "";
      const began = process.hrtime.bigint();
      child.stdin.write("\r");
      await outputContains(PROMPT);
      return Number(process.hrtime.bigint() - began) / 1e6;
    },
    close: () => {
      child.stdin.end("\x15exit\r");
    },
  };
}

console.log("| Enter on a clean line | without | with | added |\n| --- | ---: | ---: | ---: |");
for (const shell of ["bash", "zsh", "fish"] as const) {
  const folders = ["", ""].map(() => mkdtempSync(join(tmpdir(), "curlew-enter-")));
  const [plain, guarded] = await Promise.all([
    open(shell, "", folders[0] ?? ""),
    open(shell, snippets[shell], folders[1] ?? ""),
  ]);
  const times: Pair[] = [];
  for (let line = 0; line < lines; line++)
    times.push({ without: await plain.enter(), with: await guarded.enter() });
  const columns = [
    (pair: Pair) => pair.without,
    (pair: Pair) => pair.with,
    (pair: Pair) => pair.with - pair.without,
  ];
  const medians = columns.map((column) => median(times.map(column)));
  console.log(`| ${shell} | ${medians.map((time) => `${time.toFixed(2)} ms`).join(" | ")} |`);
  plain.close();
  guarded.close();
  await Promise.all([plain.closed, guarded.closed]);
  for (const folder of folders) rmSync(folder, { recursive: true });
}
