import { Piscina } from "piscina";
import type { WorkerEntry } from "../../host/worker-entry.js";
import { Semaphore } from "../semaphore.js";

export interface BackgroundOptions extends WorkerEntry {
  readonly threads: number;
}

export interface BackgroundTask {
  /** The name of a function that the worker's file exports. */
  readonly name: string;
  readonly task: unknown;
  /** The size of the input, in bytes or UTF-16 code units. */
  readonly size: number;
  readonly signal: AbortSignal;
  /** Buffers that are transferred to the worker instead of being copied. */
  readonly transfer?: ArrayBuffer[];
}

/** Inputs above this size leave one of several threads to smaller inputs. */
const HEAVY_SIZE = 64 * 1024;

/** Threads for work that would delay the responses to requests. The first task starts them. */
export class Background {
  readonly #piscina: Piscina;
  readonly #heavy: Semaphore;

  constructor({ threads, ...entry }: BackgroundOptions) {
    this.#heavy = new Semaphore(Math.max(1, threads - 1));
    this.#piscina = new Piscina({
      filename: entry.workerFile,
      execArgv: entry.execArgv,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: 30_000,
      atomics: "disabled",
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    // If a worker fails, its task is rejected; nothing else has to be done.
    this.#piscina.on("error", () => undefined);
  }

  /** Runs a task. An aborted signal removes it from the queue, or ends its thread if it is already running. */
  async run({ name, task, size, signal, transfer = [] }: BackgroundTask): Promise<unknown> {
    const onThread = (): Promise<unknown> =>
      this.#piscina.run(task, { name, signal, transferList: transfer });
    return size > HEAVY_SIZE ? this.#heavy.run(signal, onThread) : onThread();
  }

  async close(): Promise<void> {
    await this.#piscina.destroy();
  }
}
