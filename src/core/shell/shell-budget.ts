/**
 * What one detection may spend on shell texts. Only counters decide, so equal texts get equal answers on any machine. Calls and
 * code strings of all texts share one budget, to which each text adds in proportion to its length.
 */
export class ShellBudget {
  /** Statements that were evaluated, also of what texts are promised. */
  taken = 0;
  private calls = leastSteps;
  private given = leastSteps;
  private code = leastCode;

  /** Adds what a text of some length may spend on its calls and code strings. */
  add(length: number): void {
    this.calls += length;
    this.given += length;
    this.code += length * codeForEach;
  }

  /** Charges one statement of a call or code string; false if nothing is left. */
  spendStep(): boolean {
    return this.calls-- > 0;
  }

  /** Charges the characters of a code string that is to be read; false if nothing is left. */
  spendCode(length: number): boolean {
    this.code -= length;
    return this.code >= 0;
  }

  /** Whether calls may be evaluated one by one: much is left. */
  get hasPlenty(): boolean {
    return this.calls > this.given / 2;
  }
}

/** Returns how many statements of its own a text may evaluate: loops are evaluated twice, also inside one another. */
export function ownStepsOf(length: number): number {
  return leastSteps + length;
}

/** Statements for a text of any length. */
const leastSteps = 20_000;
/** Characters of code strings for a text of any length, and for its own each: each line may run what the last one made longer. */
const leastCode = 400_000;
const codeForEach = 4;
