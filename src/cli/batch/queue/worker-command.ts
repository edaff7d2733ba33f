import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Context } from "../../context.js";
import { Failure, fileErrorMessage } from "../../failure.js";
import { showText } from "../../report/terminal-text.js";
import { threadPool } from "../run/thread-pool.js";
import type { RuleOptions } from "../../options.js";
import { ruleChoice } from "../../rule-options.js";
import { PartWorker } from "./part-work.js";
import { queuePackage, revisionOf, type PartTask } from "./queue-package.js";

export interface WorkerCommandOptions extends RuleOptions {
  readonly queue: string;
  readonly jobs: number;
  readonly rate?: number;
  readonly lock: number;
  readonly wait: number;
  readonly quiet?: boolean;
  readonly aliveFile?: string;
}

/**
 * Writes a file, and returns a function that updates its modification time, for liveness probes.
 * @throws Failure if it cannot be written
 */
function toucher({ cwd }: Context, name: string | undefined): () => void {
  if (name === undefined) return () => undefined;
  const path = resolve(cwd, name);
  try {
    writeFileSync(path, "");
  } catch (error) {
    throw new Failure(`cannot write ${name}: ${fileErrorMessage(error)}`);
  }
  return () => {
    try {
      writeFileSync(path, "");
    } catch {
      // the probe sees that the file is old
    }
  };
}

/** Runs `curlew worker`, which processes partitions until a signal ends it. @returns the exit status */
export async function work(context: Context, options: WorkerCommandOptions): Promise<number> {
  const { runWorker } = await queuePackage();
  const rules = ruleChoice(options);
  const { revision } = await context.toolkit.createDetector(rules);
  const pool = await threadPool(options.jobs);
  const parts = new PartWorker(pool, rules);
  const ending = new AbortController();
  const end = (): void => ending.abort();
  process.once("SIGTERM", end).once("SIGINT", end);
  try {
    await runWorker({
      url: options.queue,
      env: context.env,
      revision: revisionOf(revision),
      concurrency: options.jobs,
      rate: options.rate ?? null,
      lockMs: options.lock * 1000,
      timeoutMs: options.wait * 1000,
      signal: ending.signal,
      onAlive: toucher(context, options.aliveFile),
      onEvent: ({ event, message }) => {
        if (event !== "done" || options.quiet !== true)
          context.stderr.write(`curlew: worker: ${event}: ${showText(message).text}\n`);
      },
      work: (task, signal) => parts.work(task as PartTask, signal),
    });
  } finally {
    process.off("SIGTERM", end).off("SIGINT", end);
    await pool.close();
  }
  return 0;
}
