import type { Detection } from "../../core/index.js";
import { Analyzer } from "../analyzer.js";
import type { Threads, Toolkit } from "../context.js";
import { formatOf } from "../examine.js";
import { failedDetection } from "../failed-detection.js";
import type { Document } from "../input/documents.js";
import type { RuleChoice } from "../rule-choice.js";
import type { Ruleset } from "../ruleset.js";

/** Milliseconds after which a run starts threads; in a shorter run they would cost more time than they save. */
const THREADS_AFTER_MS = 1500;
/** Maximum number of texts for each thread that are read before the results of earlier texts are reported. */
const PENDING_PER_THREAD = 4;

/** A text, and the promise of its result. */
interface Pending {
  readonly document: Document;
  readonly detection: Promise<Detection>;
}

export interface WorkersOptions {
  /** The number of threads in a long run, and of child processes for texts that may be costly. */
  readonly jobs: number;
  /** Whether the user requested a number of threads; then they are started at once. */
  readonly isRequested: boolean;
  readonly deadlineMs: number;
}

/**
 * Analyzes texts on this thread or, in a long run, on several threads; a text that may be costly is analyzed in a child process. The
 * results are in the order of the texts.
 */
export class Workers {
  private readonly started = Date.now();
  private pool: Promise<Threads> | undefined;
  private readonly pending: Pending[] = [];

  private readonly analyzer: Analyzer;

  constructor(
    private readonly toolkit: Toolkit,
    private readonly ruleset: Ruleset,
    private readonly rules: RuleChoice,
    private readonly options: WorkersOptions,
  ) {
    this.analyzer = new Analyzer(toolkit, rules, ruleset, { processes: options.jobs });
  }

  /** Starts the analysis of a text, and yields the results of earlier texts while too many are pending. */
  async *add(document: Document): AsyncGenerator<{ document: Document; detection: Detection }> {
    this.pending.push({ document, detection: this.detect(document) });
    const maxPending = this.pool === undefined ? 0 : this.options.jobs * PENDING_PER_THREAD;
    yield* this.results(maxPending);
  }

  /** Yields the results of all pending texts. */
  async *rest(): AsyncGenerator<{ document: Document; detection: Detection }> {
    yield* this.results(0);
  }

  /** Ends the threads and child processes. */
  async close(): Promise<void> {
    const pool = await this.pool?.catch(() => undefined);
    await Promise.all([pool?.close(), this.analyzer.close()]);
  }

  private async *results(
    maxPending: number,
  ): AsyncGenerator<{ document: Document; detection: Detection }> {
    while (this.pending.length > maxPending) {
      const first = this.pending.shift();
      if (first !== undefined) yield { document: first.document, detection: await first.detection };
    }
  }

  private async detect(document: Document): Promise<Detection> {
    const { text } = document;
    const options = { deadlineMs: this.options.deadlineMs, ...formatOf(document) };
    // transferring a text to a thread takes longer than checking that it contains no word of the gate
    const isOrdinary = this.ruleset.mayFind(text, options.format) && !this.analyzer.isCostly(text);
    const pool = isOrdinary ? this.threads() : undefined;
    if (pool === undefined) return this.analyzer.detect(text, options);
    try {
      return await (await pool).detect(text, options);
    } catch (error) {
      return failedDetection(error, text);
    }
  }

  /** Returns the threads, which are started when they are requested or the run has become long; undefined while there are none. */
  private threads(): Promise<Threads> | undefined {
    const { createPool } = this.toolkit;
    const isWorthwhile = this.options.isRequested || Date.now() - this.started > THREADS_AFTER_MS;
    if (createPool !== undefined && this.options.jobs > 1 && isWorthwhile)
      this.pool ??= createPool(this.rules, this.options.jobs);
    return this.pool;
  }
}
