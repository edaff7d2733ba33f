import { setImmediate } from "node:timers/promises";
import {
  INTERFACE_VERSION,
  modelRevision,
  type EvaluationRequest,
  type EvaluatorVersion,
  type Profile,
} from "../protocol/index.js";
import { callWithin, ServiceError, type Call } from "../service/index.js";
import type { EvaluationPool } from "./evaluation-pool.js";
import type { QuickEvaluator } from "./quick-evaluator.js";
import type { ComparedTexts, EvaluatedText, EvaluationTask } from "./task.js";

export interface EvaluatorOptions {
  readonly pool: EvaluationPool;
  readonly sourceHash: string;
  /** The profile for a request that does not name one. */
  readonly profile: Profile;
  readonly analysisMs: number;
  /** The time limit in milliseconds of an evaluation without a `Call`. */
  readonly timeoutMs: number;
  /** Evaluates short texts on the calling thread. */
  readonly quick?: QuickEvaluator | undefined;
}

/** Classifies texts and reports the revision of its rules. */
export class Evaluator {
  /** The number of texts that are or will be evaluated on the calling thread. */
  #onThisThread = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(readonly options: EvaluatorOptions) {}

  async evaluate(request: EvaluationRequest, call?: Call): Promise<EvaluatedText> {
    const task = this.#taskOf(request);
    return (
      (await this.#evaluateQuickly(task)) ??
      this.#withCall(call, (open) => this.options.pool.evaluate(task, open))
    );
  }

  /** Evaluates a text and its redacted form. Returns the result of the text, and whether the redacted form has the same result. */
  async compare(request: EvaluationRequest, redacted: string, call?: Call): Promise<ComparedTexts> {
    return this.#withCall(call, (open) =>
      this.options.pool.compare({ ...this.#taskOf(request), redacted }, open),
    );
  }

  async version(): Promise<EvaluatorVersion> {
    const revisions = await this.options.pool.revisions();
    const active = revisions.find((revision) => revision.profile === this.options.profile);
    if (active === undefined) throw new ServiceError("internal-error");
    return {
      service: "evaluator",
      version: active.package,
      interface: INTERFACE_VERSION,
      sourceHash: this.options.sourceHash,
      modelRevision: modelRevision(active),
      revisions,
    };
  }

  /** Whether there are threads that can evaluate a text. */
  get isReady(): boolean {
    const { pool } = this.options;
    return !pool.isClosed && pool.threads > 0;
  }

  async close(): Promise<void> {
    await this.options.pool.close();
  }

  /**
   * Evaluates a short text on the calling thread if this thread evaluates no other text, or if no worker thread is free. Returns
   * `undefined` if a worker thread must evaluate it.
   */
  async #evaluateQuickly(task: EvaluationTask): Promise<EvaluatedText | undefined> {
    const { pool, quick } = this.options;
    if (quick?.accepts(task) !== true) return undefined;
    if (this.#onThisThread > 0 && pool.underWay < pool.threads) return undefined;
    const isAlone = this.#onThisThread++ === 0;
    try {
      // Texts are evaluated one after the other, and other events are handled between them.
      if (!isAlone) await (this.#turn = this.#turn.then(() => setImmediate()));
      return quick.evaluate(task);
    } finally {
      this.#onThisThread--;
    }
  }

  #taskOf({ text, profile, offsetEncoding = "utf-16" }: EvaluationRequest): EvaluationTask {
    const { sourceHash, analysisMs } = this.options;
    return {
      text,
      profile: profile ?? this.options.profile,
      offsetEncoding,
      analysisMs,
      sourceHash,
    };
  }

  /** Runs a task with the given call, or with a new call. */
  async #withCall<T>(given: Call | undefined, task: (call: Call) => Promise<T>): Promise<T> {
    if (given !== undefined) return task(given);
    const own = callWithin(this.options.timeoutMs);
    try {
      return await task(own);
    } finally {
      own.close();
    }
  }
}
