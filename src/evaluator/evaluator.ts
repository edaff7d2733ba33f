import { setImmediate } from "node:timers/promises";
import {
  INTERFACE_VERSION,
  modelRevision,
  type EvaluationRequest,
  type EvaluatorVersion,
  type Profile,
} from "../protocol/index.js";
import { callWithin, ServiceError, type Call } from "../service/index.js";
import type { EvaluationPool } from "./pool.js";
import type { QuickEvaluator } from "./quick-evaluator.js";
import type { ComparedTexts, EvaluatedText, EvaluationTask } from "./task.js";

export interface EvaluatorOptions {
  readonly pool: EvaluationPool;
  readonly sourceHash: string;
  /** For requests that name no profile. */
  readonly profile: Profile;
  readonly analysisMs: number;
  /** The time limit of an evaluation without its own, in milliseconds. */
  readonly timeoutMs: number;
  /** For short texts, while no other evaluation is in progress. */
  readonly quick?: QuickEvaluator | undefined;
}

/** Classifies texts and reports the revision of its rules. */
export class Evaluator {
  /** Texts that are or will be evaluated on the calling thread. */
  #here = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(readonly options: EvaluatorOptions) {}

  async evaluate(request: EvaluationRequest, call?: Call): Promise<EvaluatedText> {
    const task = this.#taskOf(request);
    return (
      (await this.#quickly(task)) ??
      this.#within(call, (terms) => this.options.pool.evaluate(task, terms))
    );
  }

  /** Evaluates a text, and returns whether its redacted form would have the same result. */
  async compare(request: EvaluationRequest, redacted: string, call?: Call): Promise<ComparedTexts> {
    return this.#within(call, (terms) =>
      this.options.pool.compare({ ...this.#taskOf(request), redacted }, terms),
    );
  }

  async version(): Promise<EvaluatorVersion> {
    const revisions = await this.options.pool.revisions();
    const inForce = revisions.find((revision) => revision.profile === this.options.profile);
    if (inForce === undefined) throw new ServiceError("internal-error");
    return {
      service: "evaluator",
      version: inForce.package,
      interface: INTERFACE_VERSION,
      sourceHash: this.options.sourceHash,
      modelRevision: modelRevision(inForce),
      revisions,
    };
  }

  /** Whether a text would be evaluated now; costs nothing. */
  get isReady(): boolean {
    const { pool } = this.options;
    return !pool.isClosed && pool.threads > 0;
  }

  async close(): Promise<void> {
    await this.options.pool.close();
  }

  /** Evaluates a short text here if no other text is being evaluated here, or if no thread is free for it. */
  async #quickly(task: EvaluationTask): Promise<EvaluatedText | undefined> {
    const { pool, quick } = this.options;
    if (quick?.takes(task) !== true) return undefined;
    if (this.#here > 0 && pool.underWay < pool.threads) return undefined;
    const isAlone = this.#here++ === 0;
    try {
      // Evaluates texts one after the other, and handles other events between them.
      if (!isAlone) await (this.#turn = this.#turn.then(() => setImmediate()));
      return quick.evaluate(task);
    } finally {
      this.#here--;
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

  async #within<T>(given: Call | undefined, task: (call: Call) => Promise<T>): Promise<T> {
    if (given !== undefined) return task(given);
    const own = callWithin(this.options.timeoutMs);
    try {
      return await task(own);
    } finally {
      own.close();
    }
  }
}
