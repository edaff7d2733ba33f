import { availableParallelism } from "node:os";
import type { Detection, DetectOptions, Revision, Rule } from "../core/index.js";
import { mayBeCostly } from "./costly.js";
import { createNodeDetector, type NodeDetectorOptions } from "./detector.js";
import { createIsolatedDetector, type IsolatedDetectorOptions } from "./isolated.js";
import type { PoolTask } from "./pool-worker.js";
import { workerEntry } from "./worker-entry.js";

/** Detectors on threads, all with the same rules; texts that may be costly are analyzed in a child process. */
export interface DetectorPool {
  /**
   * Analyzes a text on the next free thread.
   * @throws InputError if text or options are invalid
   * @throws AnalysisFailedError if the analysis of a costly text failed
   */
  detect(text: string, options?: DetectOptions): Promise<Detection>;
  readonly threads: number;
  readonly revision: Revision;
  readonly rules: readonly Rule[];
  /** Ends the threads; unfinished texts are rejected. */
  close(): Promise<void>;
}

export interface DetectorPoolOptions
  extends NodeDetectorOptions,
    Pick<IsolatedDetectorOptions, "heapMb" | "timeLimitMs"> {
  /** As many as there are processors by default. */
  readonly threads?: number;
}

/**
 * Creates detectors on threads, for servers and other programs with many texts. Each thread creates its own for its first text.
 * @throws AssetError if a file is missing or damaged, or a folder of query files contains something else
 * @throws QueryError if a query file is refused
 * @throws InputError if an option has an invalid value
 */
export async function createDetectorPool({
  threads = availableParallelism(),
  heapMb,
  timeLimitMs,
  ...options
}: DetectorPoolOptions = {}): Promise<DetectorPool> {
  // made here too, so that a mistake in the options shows now, with its type, and not in a thread
  const here = await createNodeDetector(options);
  const { Piscina } = await import("piscina");
  const entry = workerEntry(import.meta.url, "./pool-worker.js", "pool-worker.ts");
  const pool = new Piscina({
    filename: entry.workerFile,
    execArgv: entry.execArgv,
    minThreads: threads,
    maxThreads: threads,
    atomics: "disabled",
  });
  // the task that a failing thread had is rejected; there is nothing more to do
  pool.on("error", () => undefined);
  const isolated = createIsolatedDetector({
    ...options,
    ...(heapMb !== undefined && { heapMb }),
    ...(timeLimitMs !== undefined && { timeLimitMs }),
  });
  return {
    threads,
    revision: here.revision,
    rules: here.rules,
    detect: async (text, given = {}) => {
      // rejects values that are not strings, and invalid options
      here.detect(typeof text === "string" ? "" : text, given);
      if (mayBeCostly(text)) return isolated.detect(text, given);
      const task: PoolTask = { rules: options, text, options: given };
      return pool.run(task) as Promise<Detection>;
    },
    close: async () => {
      here.dispose();
      isolated.close();
      await pool.destroy();
    },
  };
}
