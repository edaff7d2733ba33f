import type { Detection } from "../../core/index.js";
import type { Threads, Toolkit } from "../context.js";
import { brokenOff, examine, formatOf } from "../examine.js";
import type { Document } from "../input/documents.js";
import type { RuleChoice } from "../rules.js";
import { FINDS_NOTHING, type Ruleset } from "../ruleset.js";

/** A run that ends before that starts no threads: they would cost more than they bring. */
const ALONE_MS = 1500;
/** Texts that wait for each thread. */
const AHEAD = 4;

/** A text, and its answer on its way. */
interface Pending {
  readonly document: Document;
  readonly detection: Promise<Detection>;
}

/** Detects in one text after the other, on this thread or, in a long run, on several; the answers come in the order of the texts. */
export class Workers {
  private readonly started = Date.now();
  private pool: Promise<Threads> | undefined;
  private readonly waiting: Pending[] = [];

  /** @param jobs how many threads; null for as many as there are processors, in a long run only */
  constructor(
    private readonly toolkit: Toolkit,
    private readonly ruleset: Ruleset,
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

  private async detect(document: Document): Promise<Detection> {
    // handing a text over costs more than to see that there is nothing in it
    if (!this.ruleset.mayFind(document.text))
      return examine(FINDS_NOTHING, document, this.deadlineMs);
    const pool = this.threads();
    if (pool === undefined) return examine(await this.ruleset.made(), document, this.deadlineMs);
    try {
      return await (await pool).detect(document.text, {
        deadlineMs: this.deadlineMs,
        ...formatOf(document),
      });
    } catch (error) {
      return brokenOff(error);
    }
  }

  /** Threads, once the run is long enough for them. */
  private threads(): Promise<Threads> | undefined {
    const { createPool } = this.toolkit;
    const isLong = this.jobs.wanted || Date.now() - this.started > ALONE_MS;
    if (createPool !== undefined && this.jobs.count > 1 && isLong)
      this.pool ??= createPool(this.rules, this.jobs.count);
    return this.pool;
  }
}
