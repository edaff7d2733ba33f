import type { Detection } from "../../core/index.js";
import { Analyzer } from "../analyzer.js";
import type { Threads, Toolkit } from "../context.js";
import { formatOf } from "../examine.js";
import { failedDetection } from "../failed-detection.js";
import type { Document } from "../input/documents.js";
import type { RuleChoice } from "../rule-choice.js";
import type { Ruleset } from "../ruleset.js";

/** A run that ends earlier starts no threads: they would cost more time than they save. */
const ALONE_MS = 1500;
/** Texts that wait for each thread. */
const AHEAD = 4;

/** A text, and the promise of its result. */
interface Pending {
  readonly document: Document;
  readonly detection: Promise<Detection>;
}

export interface WorkersOptions {
  /** The number of threads in a long run, and of child processes for texts that may be costly. */
  readonly jobs: number;
  /** Whether the user requested threads, which a short run then has, too. */
  readonly wanted: boolean;
  readonly deadlineMs: number;
}

/**
 * Analyzes one text after the other, on this thread or, in a long run, on several, and in child processes if a text may be
 * costly; results are in the order of the texts.
 */
export class Workers {
  private readonly started = Date.now();
  private pool: Promise<Threads> | undefined;
  private readonly waiting: Pending[] = [];

  private readonly analyzer: Analyzer;

  constructor(
    private readonly toolkit: Toolkit,
    private readonly ruleset: Ruleset,
    private readonly rules: RuleChoice,
    private readonly options: WorkersOptions,
  ) {
    this.analyzer = new Analyzer(toolkit, rules, ruleset, { processes: options.jobs });
  }

  /** Adds a text, and returns the finished ones in order. */
  async *take(document: Document): AsyncGenerator<{ document: Document; detection: Detection }> {
    this.waiting.push({ document, detection: this.detect(document) });
    const most = this.pool === undefined ? 0 : this.options.jobs * AHEAD;
    yield* this.give(most);
  }

  /** Returns the remaining ones. */
  async *rest(): AsyncGenerator<{ document: Document; detection: Detection }> {
    yield* this.give(0);
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    const pool = await this.pool?.catch(() => undefined);
    await Promise.all([pool?.close(), this.analyzer.close()]);
  }

  private async *give(most: number): AsyncGenerator<{ document: Document; detection: Detection }> {
    while (this.waiting.length > most) {
      const first = this.waiting.shift();
      if (first !== undefined) yield { document: first.document, detection: await first.detection };
    }
  }

  private async detect(document: Document): Promise<Detection> {
    const { text } = document;
    const options = { deadlineMs: this.options.deadlineMs, ...formatOf(document) };
    // transferring a text takes longer than finding that it contains no word of the gate
    const isOrdinary = this.ruleset.mayFind(text, options.format) && !this.analyzer.isCostly(text);
    const pool = isOrdinary ? this.threads() : undefined;
    if (pool === undefined) return this.analyzer.detect(text, options);
    try {
      return await (await pool).detect(text, options);
    } catch (error) {
      return failedDetection(error, text);
    }
  }

  /** Threads, once the run is long enough for them. */
  private threads(): Promise<Threads> | undefined {
    const { createPool } = this.toolkit;
    const isLong = this.options.wanted || Date.now() - this.started > ALONE_MS;
    if (createPool !== undefined && this.options.jobs > 1 && isLong)
      this.pool ??= createPool(this.rules, this.options.jobs);
    return this.pool;
  }
}
