import type { Detection, DetectOptions } from "../core/index.js";
import { ChildPool, timeLimitFor } from "./child-pool.js";
import type { NodeDetectorOptions } from "./node-detector.js";
import type { IsolatedTask } from "./isolated-worker.js";
import { workerEntry } from "./worker-entry.js";

/** Analyzes texts in child processes: a text that needs too much memory or time affects only its own result. */
export interface IsolatedDetector {
  /**
   * Analyzes one text. If the analysis does not stop at `deadlineMs`, its process is killed later by a quarter of that time, but by at
   * least 200 ms and at most 5 s.
   * @throws AnalysisFailedError if the analysis failed
   * @throws InputError if text or options are invalid
   */
  detect(text: string, options?: IsolatedOptions): Promise<Detection>;
  /** Ends the processes; unfinished texts are rejected. */
  close(): void;
}

export interface IsolatedOptions extends DetectOptions {
  /** Cancels the analysis. */
  readonly signal?: AbortSignal | undefined;
}

export interface IsolatedDetectorOptions extends NodeDetectorOptions {
  /** Maximum number of processes, each started when it is needed; 1 by default. */
  readonly processes?: number;
  /** Limit of the JavaScript heap of a process in MiB; 1024 by default. */
  readonly heapMb?: number;
  /** Time limit in milliseconds for a text without `deadlineMs`; a minute by default. */
  readonly timeLimitMs?: number;
}

/** Memory of a process in addition to its JavaScript heap, in MiB: code, grammars, syntax trees, buffers. */
const BESIDE_HEAP_MB = 512;

/** Creates a detector that starts its first process for the first text. */
export function createIsolatedDetector({
  processes = 1,
  heapMb = 1024,
  timeLimitMs = 60_000,
  ...rules
}: IsolatedDetectorOptions = {}): IsolatedDetector {
  const pool = new ChildPool({
    entry: workerEntry(import.meta.url, "./isolated-worker.js", "isolated-worker.ts"),
    processes,
    heapMb,
    memoryMb: heapMb + BESIDE_HEAP_MB,
    setup: rules,
  });
  return {
    detect: async (text, { signal, ...options } = {}) => {
      const task: IsolatedTask = { text, options };
      const { deadlineMs } = options;
      return (await pool.run("detect", task, {
        signal,
        timeLimitMs: deadlineMs === undefined ? timeLimitMs : timeLimitFor(deadlineMs),
      })) as Detection;
    },
    close: () => pool.close(),
  };
}
