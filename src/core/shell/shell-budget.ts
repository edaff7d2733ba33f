/**
 * The budget of one detection for shell texts. Only counters decide, so equal texts get equal results on any machine. Calls and
 * code strings of all texts share one budget, to which each text adds in proportion to its length.
 */
export class ShellBudget {
  /** The number of evaluated statements, including those of reserves. */
  used = 0;
  private calls = MIN_STEPS;
  private total = MIN_STEPS;
  private code = MIN_CODE;

  /** Adds the budget for the calls and code strings of a text of some length. */
  add(length: number): void {
    this.calls += length;
    this.total += length;
    this.code += length * CODE_PER_CHARACTER;
  }

  /** Charges one statement of a call or code string; returns false if nothing is left. */
  spendStep(): boolean {
    return this.calls-- > 0;
  }

  /** Charges the characters of a code string that is to be read; returns false if nothing is left. */
  spendCode(length: number): boolean {
    this.code -= length;
    return this.code >= 0;
  }

  /** Whether more than half is left, so that calls may be evaluated one by one. */
  get hasPlenty(): boolean {
    return this.calls > this.total / 2;
  }
}

/** Returns how many of its own statements a text may evaluate: loops are evaluated twice, also nested ones. */
export function ownStepsOf(length: number): number {
  return MIN_STEPS + length;
}

/** The number of statements for a text of any length. */
const MIN_STEPS = 20_000;
/**
 * Characters of code strings for a text of any length, and for each of its characters: each line may run a longer version of the
 * last one.
 */
const MIN_CODE = 400_000;
const CODE_PER_CHARACTER = 4;
