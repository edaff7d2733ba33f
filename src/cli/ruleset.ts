import { createGate, instructionGate, type Gate } from "../core/index.js";
import type { Detector, Preview, Toolkit } from "./context.js";
import type { RuleChoice } from "./rule-choice.js";

/** The active rules, and their detector, which is created for the first text that may contain a finding. */
export class Ruleset {
  private detector: Promise<Detector> | null = null;

  private constructor(
    readonly known: Omit<Preview, "gateWords" | "instructionWords">,
    private readonly gate: Pick<Gate, "opens"> | null,
    private readonly mayInstruct: ReturnType<typeof instructionGate>,
    private readonly make: () => Promise<Detector>,
  ) {}

  /** @throws what making a detector throws, where nothing is known of these rules before */
  static async of({ createDetector, preview }: Toolkit, rules: RuleChoice): Promise<Ruleset> {
    const known = preview?.(rules) ?? null;
    if (known !== null)
      return new Ruleset(
        known,
        createGate(known.gateWords),
        instructionGate(known.instructionWords),
        () => createDetector(rules),
      );
    const detector = await createDetector(rules);
    return new Ruleset(
      detector,
      null,
      () => true,
      () => Promise.resolve(detector),
    );
  }

  /** Whether a text of a format (Markdown by default) names anything that one would look for. */
  mayFind(text: string, format?: string): boolean {
    return this.gate?.opens(text) !== false || this.mayInstruct(text, format);
  }

  /** Returns the detector, created on first use. */
  made(): Promise<Pick<Detector, "detect">> {
    return (this.detector ??= this.make());
  }
}
