import { spawnSync } from "node:child_process";

export interface Ran {
  /** Standard output, followed by standard error. */
  readonly output: string;
  readonly status: number | null;
}

/** Runs a program with an input. Returns null if it is not installed. */
export function run(
  name: string,
  args: readonly string[],
  input = "",
  timeout = 20_000,
  cwd?: string,
): Ran | null {
  const result = spawnSync(name, args, {
    input,
    encoding: "utf8",
    timeout,
    cwd,
    env: { ...process.env, LC_ALL: "C", COLUMNS: "200" },
  });
  // A program that ends without reading its input causes EPIPE, which is not an error here.
  if (result.error && (result.error as NodeJS.ErrnoException).code === "ENOENT") return null;
  return { output: result.stdout + result.stderr, status: result.status };
}

/**
 * Runs a program once for each list of arguments. A single shell starts all runs, which is faster than starting each of them from Node.
 * Returns null if the program is not installed.
 */
export function runEach(name: string, lists: readonly (readonly string[])[]): Ran[] | null {
  const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
  const line = (args: readonly string[]): string =>
    `${[name, ...args].map(quoted).join(" ")} </dev/null 2>&1; printf '\\0%s\\0' $?`;
  const script = [`type ${quoted(name)} >&2 || exit`, ...lists.map(line)].join("\n");
  const ran = run("bash", ["-c", script], "", 120_000);
  if (ran === null || !ran.output.includes("\0")) return null;
  const parts = ran.output.split("\0");
  return lists.map((_, at) => ({
    output: parts[2 * at] ?? "",
    status: Number(parts[2 * at + 1]),
  }));
}

/** Returns the output of a program with arguments that print its help, or an empty string if it is not installed. */
export function helpOf(name: string, ...args: string[]): string {
  return run(name, args)?.output ?? "";
}
