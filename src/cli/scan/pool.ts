import type { Detection, DetectOptions } from "../../core/index.js";
import { workerEntry } from "../../service/threads/entry.js";
import type { RuleChoice } from "../rules.js";
import type { ScanTask } from "./worker.js";

/** Detectors on threads, all with the same rules. */
export interface DetectorPool {
  detect(text: string, options: DetectOptions): Promise<Detection>;
  close(): Promise<void>;
}

/** Starts threads; each makes its detector when its first text comes. */
export async function createPool(rules: RuleChoice, jobs: number): Promise<DetectorPool> {
  const { Piscina } = await import("piscina");
  const entry = workerEntry(import.meta.url, "./scan-worker.js", "worker.ts");
  const pool = new Piscina({
    filename: entry.workerFile,
    ...(entry.execArgv === undefined ? {} : { execArgv: entry.execArgv }),
    minThreads: jobs,
    maxThreads: jobs,
    atomics: "disabled",
  });
  // the task that a failing thread had is rejected; there is nothing more to do
  pool.on("error", () => undefined);
  return {
    detect: (text, options) => {
      const task: ScanTask = { rules, text, options };
      return pool.run(task) as Promise<Detection>;
    },
    close: () => pool.destroy(),
  };
}
