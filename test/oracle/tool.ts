import { spawnSync } from "node:child_process";

export interface Ran {
  readonly output: string;
  readonly status: number | null;
}

/** Runs an installed tool; null if it is not installed. */
export function run(name: string, args: readonly string[], input = ""): Ran | null {
  const result = spawnSync(name, args, {
    input,
    encoding: "utf8",
    timeout: 20_000,
    env: { ...process.env, LC_ALL: "C", COLUMNS: "200" },
  });
  // A tool that ends without reading its input causes EPIPE, which is not an error.
  if (result.error && (result.error as NodeJS.ErrnoException).code === "ENOENT") return null;
  return { output: result.stdout + result.stderr, status: result.status };
}

/** Returns the tool's help; empty if it is not installed, so that there is nothing to compare. */
export function helpOf(name: string, ...args: string[]): string {
  return run(name, args)?.output ?? "";
}
