import { spawnSync } from "node:child_process";
import type { Context } from "../context.js";

/** The result of running a command line from an agent's settings on one event. */
export interface Try {
  readonly output: string;
  /** Its standard error. */
  readonly errors: string;
  /** Its exit status; null if it has none. */
  readonly status: number | null;
  readonly ms: number;
  /** The problem, or null. */
  readonly failure: string | null;
}

const LIMIT_MS = 20_000;

/** Runs a command line in a shell with a text as its standard input, and returns how it failed. */
export function tryCommand(
  command: string,
  input: string,
  { cwd, env }: Pick<Context, "cwd" | "env">,
  allowed: readonly number[] = [0],
  limitMs = LIMIT_MS,
): Try {
  const start = performance.now();
  const { status, signal, stdout, stderr, error } = spawnSync(command, {
    shell: true,
    cwd,
    env: { ...env },
    input,
    encoding: "utf8",
    timeout: limitMs,
  });
  const ms = performance.now() - start;
  // null if no process was started
  const output = (stdout as string | null) ?? "";
  const errors = (stderr as string | null) ?? "";
  const failed = (failure: string): Try => ({ output, errors, status, ms, failure });
  const code = error !== undefined && "code" in error ? error.code : null;
  if (code === "ETIMEDOUT")
    return failed(`does not end within ${limitMs / 1000} seconds: ${command}`);
  if (signal !== null) return failed(`was ended by ${signal}: ${command}`);
  // a program that ends without reading its input breaks the pipe to it, but also has a status
  if (status === null || (error !== undefined && code !== "EPIPE"))
    return failed(`cannot be started: ${error?.message ?? command}`);
  if (status === 127) return failed(`the program is missing: ${command}`);
  if (!allowed.includes(status)) {
    const effect = status === 2 ? "blocks every command" : "runs the command";
    return failed(`ends with status ${status}, so the agent ${effect}: ${errors.trim()}`);
  }
  return { output, errors, status, ms, failure: null };
}
