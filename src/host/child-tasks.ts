import { Worker } from "node:worker_threads";
import type { FromChild, SentError, ToChild } from "./child-messages.js";

/** The functions of a child process, by name. */
export type Tasks = Readonly<Record<string, (task: never) => unknown>>;

/**
 * The code of a thread that kills the process if it needs too much memory or its parent has ended; the main thread cannot check
 * this during a task.
 */
const WATCH = `
const { workerData } = require("node:worker_threads");
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent || process.memoryUsage.rss() > workerData) process.kill(process.pid, "SIGKILL");
}, 50);
`;

const MEBIBYTE = 1 << 20;

/**
 * Runs the tasks that a `ChildPool` sends to this process, until the parent process disconnects.
 * @param setup creates the functions from the pool's `setup` option
 */
export function serveTasks<Setup>(setup: (given: Setup) => Promise<Tasks>): void {
  let tasks: Tasks = {};
  const answer = (message: FromChild): void => void process.send?.(message);
  const start = async (given: Setup, memoryMb: number): Promise<void> => {
    new Worker(WATCH, { eval: true, workerData: memoryMb * MEBIBYTE }).unref();
    try {
      tasks = await setup(given);
      answer({ kind: "ready" });
    } catch (error) {
      answer({ kind: "unable", error: toSentError(error) });
    }
  };
  const work = async (name: string, task: unknown): Promise<void> => {
    try {
      const result = await tasks[name]?.(task as never);
      answer({
        kind: "result",
        result,
        memoryMb: Math.round(process.memoryUsage.rss() / MEBIBYTE),
      });
    } catch (error) {
      answer({ kind: "error", error: toSentError(error) });
    }
  };
  process.on("message", (message: ToChild) => {
    if (message.kind === "setup") void start(message.setup as Setup, message.memoryMb);
    else void work(message.name, message.task);
  });
  process.once("disconnect", () => process.exit(0));
  // A signal to the process group is for the parent, which may still need this process.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => undefined);
}

function toSentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const { name, message } = error;
  const parameter = "parameter" in error ? error.parameter : undefined;
  return { name, message, ...(typeof parameter === "string" && { parameter }) };
}
