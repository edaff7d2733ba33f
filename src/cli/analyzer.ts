import { nothingFound, type Detection, type DetectOptions } from "../core/index.js";
import { mayBeCostly } from "../host/costly.js";
import type { Detector, Isolated, Toolkit } from "./context.js";
import { failedDetection } from "./failed-detection.js";
import type { RuleChoice } from "./rule-choice.js";

/** The function that analyzes ordinary texts. */
export interface Here {
  /** Whether a text of a format (Markdown by default) names anything that one would look for. */
  mayFind(text: string, format?: string): boolean;
  /** Returns the detector, created on first use. */
  made(): Promise<Pick<Detector, "detect">>;
}

export interface AnalyzerOptions {
  /** The most child processes. */
  readonly processes?: number;
  /** Texts of more UTF-16 code units are always analyzed in child processes. */
  readonly mostHere?: number;
}

/**
 * Analyzes texts for a command: ordinary ones in this process, those that may be costly in child processes, which are started on
 * demand. A text whose analysis fails gets a result that reports it.
 */
export class Analyzer {
  private isolated: Promise<Isolated> | undefined;

  constructor(
    private readonly toolkit: Pick<Toolkit, "isolate">,
    private readonly rules: RuleChoice,
    private readonly here: Here,
    private readonly options: AnalyzerOptions = {},
  ) {}

  /** An analyzer around a detector that is made already. */
  static with(
    toolkit: Pick<Toolkit, "isolate">,
    rules: RuleChoice,
    detector: Pick<Detector, "detect">,
    options: AnalyzerOptions = {},
  ): Analyzer {
    const here = { mayFind: () => true, made: async () => detector };
    return new Analyzer(toolkit, rules, here, options);
  }

  /** @param signal ends the analysis of a text in a child process */
  async detect(text: string, options: DetectOptions, signal?: AbortSignal): Promise<Detection> {
    if (!this.here.mayFind(text, options.format)) return nothingFound;
    try {
      return this.isCostly(text)
        ? await (await this.processes()).detect(text, { ...options, signal })
        : (await this.here.made()).detect(text, options);
    } catch (error) {
      signal?.throwIfAborted();
      return failedDetection(error, text);
    }
  }

  /** Whether a text is analyzed in a child process. */
  isCostly(text: string): boolean {
    const { mostHere = Infinity } = this.options;
    return this.toolkit.isolate !== undefined && (text.length > mostHere || mayBeCostly(text));
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
