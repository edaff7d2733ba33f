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

  /** @throws the error of `createDetector`, which is called at once if there is no preview of the rules */
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

  /** Returns whether a text of a format (Markdown by default) may contain a finding. */
  mayFind(text: string, format?: string): boolean {
    return this.gate?.opens(text) !== false || this.mayInstruct(text, format);
  }

  /** Returns the detector, created on first use. */
  create(): Promise<Pick<Detector, "detect">> {
    return (this.detector ??= this.make());
  }
}
