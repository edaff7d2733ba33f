/**
 * The budget of one detection for the calls and code strings of all shell texts, to which each text adds in proportion to its
 * length. It consists of counters, so equal texts get equal results on any machine.
 */
export class ShellBudget {
  /** The number of evaluated statements, including a text's own statements, which have a separate budget. */
  used = 0;
  private calls = MIN_STEPS;
  private total = MIN_STEPS;
  private code = MIN_CODE;
  private words = MIN_WORDS;

  /** Adds the budget for the calls and code strings of a text of some length. */
  add(length: number): void {
    this.calls += length;
    this.total += length;
    this.code += length * CODE_PER_CHARACTER;
    this.words += length * WORDS_PER_CHARACTER;
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

  /** Charges the words of an expansion before they are made; returns false if too few are left, which may be enough for fewer words. */
  spendWords(words: number): boolean {
    if (words > this.words) return false;
    this.words -= words;
    return true;
  }

  /** Whether more than half of the statements is left, so that calls may be evaluated separately. */
  get hasPlenty(): boolean {
    return this.calls > this.total / 2;
  }
}

/** Returns how many of its own statements a text of some length may evaluate: the bodies of loops are evaluated more than once. */
export function ownStepsOf(length: number): number {
  return MIN_STEPS + length;
}

/** Number of statements for a text of any length. */
const MIN_STEPS = 20_000;
/**
 * Number of characters in code strings for a text of any length, and additionally for each of its characters: each line may run a
 * longer version of the code on the line before.
 */
const MIN_CODE = 400_000;
const CODE_PER_CHARACTER = 4;
/** Number of words to which expansions may expand in a text of any length, and additionally for each of its characters. */
const MIN_WORDS = 500_000;
const WORDS_PER_CHARACTER = 8;
