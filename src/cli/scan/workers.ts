import type { Detection } from "../../core/index.js";
import type { Detector, Threads, Toolkit } from "../context.js";
import { brokenOff, examine, formatOf } from "../examine.js";
import type { Document } from "../input/documents.js";
import type { RuleChoice } from "../rules.js";

/** A run that ends before that starts no threads: they would cost more than they bring. */
const ALONE_MS = 1500;
/** Texts that wait for each thread. */
const AHEAD = 4;

/** A text and its answer, which may still be on its way. */
interface Pending {
  readonly document: Document;
  readonly detection: Detection | Promise<Detection>;
}

/** Detects in one text after the other, on this thread or, in a long run, on several; the answers come in the order of the texts. */
export class Workers {
  private readonly started = Date.now();
  private pool: Promise<Threads> | undefined;
  private readonly waiting: Pending[] = [];

  /** @param jobs how many threads; null for as many as there are processors, in a long run only */
  constructor(
    private readonly toolkit: Toolkit,
    private readonly detector: Detector,
    private readonly rules: RuleChoice,
    private readonly jobs: { readonly count: number; readonly wanted: boolean },
    private readonly deadlineMs: number,
  ) {}

  /** Takes a text, and gives those whose turn it is, in order. */
  async *take(document: Document): AsyncGenerator<{ document: Document; detection: Detection }> {
    this.waiting.push({ document, detection: this.detect(document) });
    const most = this.pool === undefined ? 0 : this.jobs.count * AHEAD;
    yield* this.give(most);
  }

  /** Gives what is left. */
  async *rest(): AsyncGenerator<{ document: Document; detection: Detection }> {
    yield* this.give(0);
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    const pool = await this.pool?.catch(() => undefined);
    await pool?.close();
  }

  private async *give(most: number): AsyncGenerator<{ document: Document; detection: Detection }> {
    while (this.waiting.length > most) {
      const first = this.waiting.shift();
      if (first !== undefined) yield { document: first.document, detection: await first.detection };
    }
  }

  private detect(document: Document): Detection | Promise<Detection> {
    const { createPool } = this.toolkit;
    if (this.pool === undefined && createPool !== undefined && this.jobs.count > 1 && (this.jobs.wanted || Date.now() - this.started > ALONE_MS)) this.pool = createPool(this.rules, this.jobs.count);
    if (this.pool === undefined) return examine(this.detector, document, this.deadlineMs);
    const { pool } = this;
    const answer = (async () => (await pool).detect(document.text, { deadlineMs: this.deadlineMs, ...formatOf(document) }))();
    return answer.catch((error: unknown) => brokenOff(error));
  }
}
