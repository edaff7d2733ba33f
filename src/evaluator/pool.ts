import type { Logger } from "pino";
import { Piscina } from "piscina";
import type { Revision } from "../protocol/index.js";
import { Gate, Semaphore, ServiceError } from "../service/index.js";
import { REVISIONS_TASK, type EvaluatedText, type EvaluationTask, type WorkerData } from "./task.js";

export interface PoolOptions {
  /** The worker's bundle, or its source together with `execArgv` that make Node understand it. */
  readonly workerFile: string;
  readonly execArgv?: string[];
  readonly workers: number;
  /** Evaluations under way or waiting at once. */
  readonly maxConcurrent: number;
  /** For one evaluation, waiting included. */
  readonly timeoutMs: number;
  readonly log: Logger;
  /** Folder with query files of the user's own. */
  readonly queriesDir?: string | undefined;
}

/** Texts above this length may never occupy all workers. */
const HEAVY_LENGTH = 64 * 1024;

/** Memory of one worker's JavaScript; a worker that needs more dies alone. */
const WORKER_HEAP_MB = 512;

/** Evaluates texts on worker threads, each within its time, so that a heavy one delays no other. */
export class EvaluationPool {
  readonly #piscina: Piscina;
  readonly #gate: Gate;
  readonly #threads: Semaphore;
  readonly #heavy: Semaphore;
  #isClosed = false;

  constructor(readonly options: PoolOptions) {
    const { workers, log } = options;
    this.#gate = new Gate(options.maxConcurrent);
    this.#threads = new Semaphore(workers);
    this.#heavy = new Semaphore(Math.max(1, workers - 1));
    this.#piscina = new Piscina({
      filename: options.workerFile,
      ...(options.execArgv === undefined ? {} : { execArgv: options.execArgv }),
      minThreads: workers,
      maxThreads: workers,
      workerData: { queriesDir: options.queriesDir } satisfies WorkerData,
      // A worker must be able to end itself between tasks.
      atomics: "disabled",
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
    });
    this.#piscina.on("error", (error: unknown) => log.error({ err: error }, "worker failed"));
  }

  /** Evaluations under way or waiting. */
  get underWay(): number {
    return this.#gate.underWay;
  }

  /** Threads there are; a dead one is replaced. */
  get threads(): number {
    return this.#piscina.threads.length;
  }

  /** @param until ends the evaluation before its own time is out */
  async evaluate(task: EvaluationTask, until?: AbortSignal): Promise<EvaluatedText> {
    const started = performance.now();
    const deadline = AbortSignal.timeout(this.options.timeoutMs);
    const signal = until === undefined ? deadline : AbortSignal.any([deadline, until]);
    const onThread = () =>
      this.#threads.run(signal, () => {
        const left = this.options.timeoutMs - (performance.now() - started);
        return this.#attempt({ ...task, analysisMs: Math.min(task.analysisMs, Math.max(1, left * 0.8)) }, signal);
      });
    const isHeavy = task.text.length > HEAVY_LENGTH;
    return this.#gate.run(async () => {
      try {
        return await (isHeavy ? this.#heavy.run(signal, onThread) : onThread());
      } catch (error) {
        if (signal.aborted) throw new ServiceError("evaluation-timeout", { cause: error });
        throw error;
      }
    });
  }

  /** Resolves once every worker has loaded its rules; rejects where one cannot. */
  async ready(): Promise<void> {
    const failed = new Promise<never>((_, reject) => this.#piscina.once("error", reject));
    const loaded = Array.from({ length: this.options.workers }, () => this.revisions());
    await Promise.race([Promise.all(loaded), failed]);
  }

  /** The rules in force, by profile. */
  async revisions(): Promise<Revision[]> {
    return (await this.#piscina.run(null, { name: REVISIONS_TASK })) as Revision[];
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#piscina.destroy();
  }

  /** A worker may die under one text because of another: the text gets a second try. */
  async #attempt(task: EvaluationTask, signal: AbortSignal): Promise<EvaluatedText> {
    try {
      return await this.#run(task, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      if (this.#isClosed) throw new ServiceError("shutting-down", { cause: error });
      this.options.log.warn({ err: error }, "evaluation failed, tried once more");
    }
    try {
      return await this.#run(task, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      throw new ServiceError("evaluation-interrupted", { retryAfter: 1, cause: error });
    }
  }

  async #run(task: EvaluationTask, signal: AbortSignal): Promise<EvaluatedText> {
    return (await this.#piscina.run(task, { signal })) as EvaluatedText;
  }
}
