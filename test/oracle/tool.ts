import { spawnSync } from "node:child_process";

export interface Ran {
  readonly output: string;
  readonly status: number | null;
}

/** Runs a tool of this machine with nothing on standard input; null where the tool is not installed. */
export function run(name: string, args: readonly string[], input = ""): Ran | null {
  const result = spawnSync(name, args, {
    input,
    encoding: "utf8",
    timeout: 20_000,
    env: { ...process.env, LC_ALL: "C", COLUMNS: "200" },
  });
  // A tool that ends without reading its input leaves EPIPE behind; that is no reason to distrust it.
  if (result.error && (result.error as NodeJS.ErrnoException).code === "ENOENT") return null;
  return { output: result.stdout + result.stderr, status: result.status };
}

/** The tool's own help, or "" where it is not installed, so that a comparison with it has nothing to compare. */
export function helpOf(name: string, ...args: string[]): string {
  return run(name, args)?.output ?? "";
}
