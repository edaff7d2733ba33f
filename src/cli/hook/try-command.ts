import { spawnSync } from "node:child_process";
import type { Context } from "../context.js";

/** The result of running a command line. */
export interface TryResult {
  /** The content of standard output. */
  readonly output: string;
  /** The content of standard error. */
  readonly errors: string;
  /** The exit status; null if the process was not started or was terminated by a signal. */
  readonly status: number | null;
  /** The duration in milliseconds. */
  readonly ms: number;
  /** A description of the failure; null if there was none. */
  readonly failure: string | null;
}

const TIMEOUT_MS = 20_000;

/**
 * Runs a command line in a shell with a text as standard input.
 * @param allowed the exit statuses that are not a failure
 */
export function tryCommand(
  command: string,
  input: string,
  { cwd, env }: Pick<Context, "cwd" | "env">,
  allowed: readonly number[] = [0],
  limitMs = TIMEOUT_MS,
): TryResult {
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
  // null, in spite of their types, if no process was started
  const output = (stdout as string | null) ?? "";
  const errors = (stderr as string | null) ?? "";
  const failed = (failure: string): TryResult => ({ output, errors, status, ms, failure });
  const code = error !== undefined && "code" in error ? error.code : null;
  if (code === "ETIMEDOUT")
    return failed(`does not end within ${limitMs / 1000} seconds: ${command}`);
  if (signal !== null) return failed(`was ended by ${signal}: ${command}`);
  // EPIPE is no failure: a program may end without reading its input
  if (status === null || (error !== undefined && code !== "EPIPE"))
    return failed(`cannot be started: ${error?.message ?? command}`);
  if (status === 127) return failed(`the program is missing: ${command}`);
  if (!allowed.includes(status)) {
    const effect = status === 2 ? "blocks every command" : "runs the command";
    return failed(`ends with status ${status}, so the agent ${effect}: ${errors.trim()}`);
  }
  return { output, errors, status, ms, failure: null };
}
