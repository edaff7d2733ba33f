import type { Logger } from "pino";
import { Piscina } from "piscina";
import { ChildPool, timeLimitFor } from "../host/child-pool.js";
import { mayBeCostly } from "../host/costly-text.js";
import { AnalysisFailedError, type AnalysisFailure } from "../host/analysis-failed-error.js";
import type { WorkerEntry } from "../host/worker-entry.js";
import type { Revision } from "../protocol/index.js";
import {
  abortError,
  ConcurrencyLimit,
  MAX_SHORT_LENGTH,
  Semaphore,
  ServiceError,
  timeLeft,
  type Call,
} from "../service/index.js";
import { RefusedTexts } from "./refused-texts.js";
import {
  COMPARE_TASK,
  REVISIONS_TASK,
  type ComparedTexts,
  type ComparisonTask,
  type EvaluatedText,
  type EvaluationTask,
  type Rules,
} from "./task.js";

export interface PoolOptions {
  /** The worker's bundle, or its source if `execArgv` contains the options that Node needs to run it. */
  readonly workerFile: string;
  readonly execArgv: string[];
  readonly workers: number;
  /** Maximum number of evaluations that are running or waiting. */
  readonly maxConcurrent: number;
  readonly log: Logger;
  readonly rules?: Rules;
  /** The entry of child processes for texts that may be costly; if undefined, these texts are also evaluated on threads. */
  readonly child?: WorkerEntry;
}

/** The number of child processes for texts that may be costly, which have a separate queue. */
const CHILD_PROCESSES = 2;
/** Limit of the total memory of a child process, in MiB. */
const CHILD_MB = 1024;

/**
 * Failures after which a text is rejected for some minutes. Timeouts are not among them, because the call may have had little time
 * left.
 */
const REJECTED_FAILURES: ReadonlySet<AnalysisFailure> = new Set(["memory", "crash"]);

/** Limit of the JavaScript heap of a worker, in MiB; a worker that needs more memory ends, but the process does not. */
const WORKER_HEAP_MB = 512;

/**
 * Milliseconds for which an abandoned evaluation may continue: most evaluations end in less time than it takes to replace a killed
 * worker.
 */
const ABANDONED_MS = 300;

/** Milliseconds between the loss of a worker and the check whether another worker has replaced it. */
const REPLACED_MS = 250;

/** Evaluates texts on worker threads, and costly texts in child processes, each within its time limit. */
export class EvaluationPool {
  readonly #piscina: Piscina;
  readonly #concurrency: ConcurrencyLimit;
  readonly #threads: Semaphore;
  readonly #heavy: Semaphore;
  readonly #children: ChildPool | undefined;
  readonly #refused = new RefusedTexts();
  #isClosed = false;
  #replacing: NodeJS.Timeout | undefined;

  constructor(readonly options: PoolOptions) {
    const { workers, log } = options;
    this.#concurrency = new ConcurrencyLimit(options.maxConcurrent);
    this.#threads = new Semaphore(workers);
    this.#heavy = new Semaphore(Math.max(1, workers - 1));
    this.#piscina = new Piscina({
      filename: options.workerFile,
      execArgv: options.execArgv,
      minThreads: workers,
      maxThreads: workers,
      workerData: options.rules ?? { queriesDirs: [], disabledRules: [] },
      // A worker must be able to end itself between tasks.
      atomics: "disabled",
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
    });
    const { child } = options;
    this.#children =
      child &&
      new ChildPool({
        entry: child,
        processes: CHILD_PROCESSES,
        heapMb: WORKER_HEAP_MB,
        memoryMb: CHILD_MB,
        setup: options.rules ?? { queriesDirs: [], disabledRules: [] },
      });
    this.#piscina.on("error", (error: unknown) => log.error({ err: error }, "worker failed"));
    this.#piscina.on("workerDestroy", () => this.#replaceLater());
  }

  /** The number of evaluations that are running or waiting. */
  get underWay(): number {
    return this.#concurrency.underWay;
  }

  /** The current number of threads; a lost thread is replaced. */
  get threads(): number {
    return this.#piscina.threads.length;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  async evaluate(task: EvaluationTask, call: Call): Promise<EvaluatedText> {
    return (await this.#dispatch("default", task, call)) as EvaluatedText;
  }

  /** Evaluates a text and its redacted form. Returns the result of the text, and whether the redacted form has the same result. */
  async compare(task: ComparisonTask, call: Call): Promise<ComparedTexts> {
    return (await this.#dispatch(COMPARE_TASK, task, call)) as ComparedTexts;
  }

  /** Resolves when every worker has loaded its rules; rejects if one cannot. */
  async ready(): Promise<void> {
    const failed = new Promise<never>((_, reject) => this.#piscina.once("error", reject));
    const loaded = Array.from({ length: this.options.workers }, () => this.revisions());
    await Promise.race([Promise.all(loaded), failed]);
  }

  /** Returns the revision of each profile. */
  async revisions(): Promise<Revision[]> {
    return (await this.#piscina.run(null, { name: REVISIONS_TASK })) as Revision[];
  }

  /** Ends the threads and the child processes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#replacing);
    this.#children?.close();
    await this.#piscina.destroy();
  }

  /**
   * After a delay, starts a task if a lost worker has not been replaced. Piscina replaces a worker that was lost during its start only
   * when a new task arrives; without one, waiting tasks would never run.
   */
  #replaceLater(): void {
    if (this.#isClosed) return;
    this.#replacing ??= setTimeout(() => {
      this.#replacing = undefined;
      if (this.threads >= this.options.workers) return;
      this.revisions().catch(() => undefined);
      this.#replaceLater();
    }, REPLACED_MS).unref();
  }

  async #dispatch(name: string, task: EvaluationTask, call: Call): Promise<unknown> {
    const { signal } = call;
    const onThread = () => this.#threads.run(signal, () => this.#runTwice(name, task, call));
    const isCostly = this.#children !== undefined && mayBeCostly(task.text);
    const retryAfter = isCostly ? this.#refused.retryAfter(task.text) : 0;
    if (retryAfter > 0) throw new ServiceError("analysis-failed", { retryAfter });
    const isHeavy = task.text.length > MAX_SHORT_LENGTH;
    return this.#concurrency.run(async () => {
      try {
        // On a thread, a costly text could end the whole process.
        if (isCostly) return await this.#runTwice(name, task, call, this.#children);
        return await (isHeavy ? this.#heavy.run(signal, onThread) : onThread());
      } catch (error) {
        if (signal.aborted) throw abortError(call, error);
        throw error;
      }
    });
  }

  /** Runs a task, and runs it once more if it fails, because another text may have ended the worker. */
  async #runTwice(
    name: string,
    task: EvaluationTask,
    call: Call,
    children?: ChildPool,
  ): Promise<unknown> {
    try {
      return await this.#run(name, task, call, children);
    } catch (error) {
      if (call.signal.aborted) throw error;
      if (this.#isClosed) throw new ServiceError("shutting-down", { cause: error });
      this.options.log.warn({ err: error }, "evaluation failed; retrying once");
    }
    try {
      return await this.#run(name, task, call, children);
    } catch (error) {
      if (call.signal.aborted) throw error;
      if (error instanceof AnalysisFailedError && REJECTED_FAILURES.has(error.reason))
        this.#refused.add(task.text);
      throw new ServiceError("evaluation-interrupted", { retryAfter: 1, cause: error });
    }
  }

  async #run(
    name: string,
    task: EvaluationTask,
    call: Call,
    children?: ChildPool,
  ): Promise<unknown> {
    const analysisMs = Math.min(task.analysisMs, Math.max(1, timeLeft(call) * 0.8));
    const ended = new AbortController();
    const abandon = () => {
      // At the time limit the evaluation ends at once; if the client has disconnected, it can continue for a moment.
      if (timeLeft(call) === 0) ended.abort();
      else timer = setTimeout(() => ended.abort(), ABANDONED_MS);
    };
    let timer: NodeJS.Timeout | undefined;
    call.signal.addEventListener("abort", abandon, { once: true });
    try {
      const timed = { ...task, analysisMs };
      const { signal } = ended;
      if (children !== undefined)
        return await children.run(name, timed, { signal, timeLimitMs: timeLimitFor(analysisMs) });
      return await this.#piscina.run(timed, { name, signal });
    } finally {
      clearTimeout(timer);
      call.signal.removeEventListener("abort", abandon);
    }
  }
}
