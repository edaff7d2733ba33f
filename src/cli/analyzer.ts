import { nothingFound, type Detection, type DetectOptions } from "../core/index.js";
import { mayBeCostly } from "../host/costly-text.js";
import type { Detector, Isolated, Toolkit } from "./context.js";
import { failedDetection } from "./failed-detection.js";
import type { RuleChoice } from "./rule-choice.js";

/** The detector of this process, and its gate. */
export interface LocalDetector {
  /** Returns whether a text of a format (Markdown by default) may contain a finding. */
  mayFind(text: string, format?: string): boolean;
  /** Returns the detector, created on first use. */
  create(): Promise<Pick<Detector, "detect">>;
}

export interface AnalyzerOptions {
  /** Maximum number of child processes. */
  readonly processes?: number;
  /** Texts longer than this, in UTF-16 code units, are always analyzed in child processes. */
  readonly maxLocalLength?: number;
}

/**
 * Analyzes texts for a command. A text that may be costly is analyzed in a child process, which is started on demand; every other
 * text is analyzed in this process. If an analysis fails, the result reports the error.
 */
export class Analyzer {
  private isolated: Promise<Isolated> | undefined;

  constructor(
    private readonly toolkit: Pick<Toolkit, "isolate">,
    private readonly rules: RuleChoice,
    private readonly local: LocalDetector,
    private readonly options: AnalyzerOptions = {},
  ) {}

  /** Returns an analyzer for a detector that already exists. */
  static with(
    toolkit: Pick<Toolkit, "isolate">,
    rules: RuleChoice,
    detector: Pick<Detector, "detect">,
    options: AnalyzerOptions = {},
  ): Analyzer {
    const local = { mayFind: () => true, create: async () => detector };
    return new Analyzer(toolkit, rules, local, options);
  }

  /** Analyzes a text. @param signal ends an analysis in a child process */
  async detect(text: string, options: DetectOptions, signal?: AbortSignal): Promise<Detection> {
    if (!this.local.mayFind(text, options.format)) return nothingFound;
    try {
      return this.isCostly(text)
        ? await (await this.processes()).detect(text, { ...options, signal })
        : (await this.local.create()).detect(text, options);
    } catch (error) {
      signal?.throwIfAborted();
      return failedDetection(error, text);
    }
  }

  /** Whether a text is analyzed in a child process. */
  isCostly(text: string): boolean {
    const { maxLocalLength = Infinity } = this.options;
    const { isolate } = this.toolkit;
    return isolate !== undefined && (text.length > maxLocalLength || mayBeCostly(text));
  }

  /** Ends the child processes. */
  async close(): Promise<void> {
    const isolated = await this.isolated?.catch(() => undefined);
    isolated?.close();
  }

  private processes(): Promise<Isolated> {
    const { isolate } = this.toolkit;
    if (isolate === undefined) throw new Error("child processes are not available here");
    return (this.isolated ??= isolate(this.rules, this.options.processes ?? 1));
  }
}
