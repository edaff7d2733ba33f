import { availableParallelism } from "node:os";
import type { Detection, DetectOptions, Revision, Rule } from "../core/index.js";
import { mayBeCostly } from "./costly-text.js";
import { createNodeDetector, type NodeDetectorOptions } from "./node-detector.js";
import { createIsolatedDetector, type IsolatedDetectorOptions } from "./isolated-detector.js";
import type { PoolTask } from "./pool-worker.js";
import { workerEntry } from "./worker-entry.js";

/** Analyzes texts on threads, all with the same rules, and texts that may be costly in a child process. */
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
  /** The number of threads; by default, the number of processors. */
  readonly threads?: number;
}

/**
 * Creates a pool of detectors, for servers and other programs with many texts. Each thread creates its detector for its first text.
 * @throws AssetError if a file is missing or damaged, or a folder of query files contains a file that is not allowed there
 * @throws QueryError if a query file is rejected
 * @throws InputError if an option has an invalid value
 */
export async function createDetectorPool({
  threads = availableParallelism(),
  heapMb,
  timeLimitMs,
  ...options
}: DetectorPoolOptions = {}): Promise<DetectorPool> {
  // This detector reports mistakes in the options at once, with their error types, instead of in a thread.
  const checking = await createNodeDetector(options);
  const { Piscina } = await import("piscina");
  const entry = workerEntry(import.meta.url, "./pool-worker.js", "pool-worker.ts");
  const pool = new Piscina({
    filename: entry.workerFile,
    execArgv: entry.execArgv,
    minThreads: threads,
    maxThreads: threads,
    atomics: "disabled",
  });
  // If a thread fails, its task is rejected; nothing else has to be done.
  pool.on("error", () => undefined);
  const isolated = createIsolatedDetector({
    ...options,
    ...(heapMb !== undefined && { heapMb }),
    ...(timeLimitMs !== undefined && { timeLimitMs }),
  });
  return {
    threads,
    revision: checking.revision,
    rules: checking.rules,
    detect: async (text, given = {}) => {
      // This call throws if the text is not a string or the options are invalid.
      checking.detect(typeof text === "string" ? "" : text, given);
      if (mayBeCostly(text)) return isolated.detect(text, given);
      const task: PoolTask = { rules: options, text, options: given };
      return pool.run(task) as Promise<Detection>;
    },
    close: async () => {
      checking.dispose();
      isolated.close();
      await pool.destroy();
    },
  };
}
