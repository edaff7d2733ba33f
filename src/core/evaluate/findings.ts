import type { Finding, Match, TraceStep } from "../model.js";
import { once } from "../once.js";
import { Pins } from "./pins.js";
import type { Place } from "../segment/region.js";

/** Creates the findings of one text. Equal parts of findings share one object: a long text may have a hundred thousand findings. */
export class Findings {
  private readonly steps = new Map<string, TraceStep>();
  private snippet: Finding["snippet"] | undefined;

  private readonly pins: () => Pins;

  constructor(private readonly text: string) {
    this.pins = once(() => new Pins(text));
  }

  make(match: Match, place: Place): Finding {
    const { rule, level, span, trace } = match;
    return {
      rule,
      level: level ?? "finding",
      span,
      text: this.text.slice(span[0], span[1]),
      snippet: this.snippetOf(place),
      trace: trace.map((step) => this.shared(step)),
      ...(this.pins().has(match) && { pinned: true }),
    };
  }

  private snippetOf({ kind, language, tag }: Place): Finding["snippet"] {
    const last = this.snippet;
    if (last !== undefined && last.kind === kind && last.language === language && last.tag === tag)
      return last;
    return (this.snippet = { kind, language, tag });
  }

  /** Returns a shared step: equal steps without a span are one object, and steps with a span share their message. */
  private shared(step: TraceStep): TraceStep {
    const known = this.steps.get(step.message);
    if (known === undefined) {
      this.steps.set(step.message, step);
      return step;
    }
    if (step.span !== undefined) return { ...step, message: known.message };
    return known.span === undefined &&
      known.step === step.step &&
      known.cardRule === step.cardRule &&
      known.patterns?.join() === step.patterns?.join()
      ? known
      : step;
  }
}
