/**
 * The budget of one detection for code of all languages. It consists of counters only, so equal texts get equal results on any
 * machine. Each program has reserved steps for its own statements; all calls, executed strings and concatenated strings share the
 * rest.
 */
export class CodeBudget {
  private steps: number;
  /** The number of steps below which similar calls are evaluated only once. */
  private readonly plenty: number;
  /** The number of steps taken so far, including those reserved for programs. */
  used = 0;
  private strings: number;
  private characters: number;
  private literals: number;
  private followed: number;

  /** @param length of the document, in UTF-16 code units */
  constructor(length: number) {
    this.steps = STEPS.least + STEPS.each * length;
    this.plenty = this.steps * PLENTY;
    this.strings = STRINGS.least + STRINGS.each * length;
    this.characters = CHARACTERS.least + CHARACTERS.each * length;
    this.followed = FOLLOWED.least + FOLLOWED.each * length;
    this.literals = CHARACTERS.least + CHARACTERS.each * length;
  }

  /** Charges steps of the evaluator; returns false if too few are left, which may still be enough for fewer steps. */
  spendSteps(steps: number): boolean {
    if (steps > this.steps) return false;
    this.steps -= steps;
    return true;
  }

  /** Whether enough steps are left to evaluate each call separately. */
  get hasPlenty(): boolean {
    return this.steps > this.plenty;
  }

  /** Charges the characters of an executed string before it is analyzed; returns false if too few are left. */
  spendString(length: number): boolean {
    if (length > this.strings) return false;
    this.strings -= length;
    return true;
  }

  /** Charges the characters of a concatenated string; returns false if too few are left, which may still be enough for a shorter one. */
  spendCharacters(length: number): boolean {
    if (length > this.characters) return false;
    this.characters -= length;
    return true;
  }

  /** Charges the parts of a value whose literal is determined; returns false if too few are left, and the literal is then unknown. */
  spendFollowed(parts: number): boolean {
    this.followed -= parts + 1;
    return this.followed >= 0;
  }

  /** Charges the characters of a literal, which concatenated strings cannot use up; returns false if too few are left. */
  spendLiteral(length: number): boolean {
    if (length > this.literals) return false;
    this.literals -= length;
    return true;
  }
}

/** Returns the number of steps reserved for the statements of a program of this length, without calls. Loops are evaluated twice. */
export function ownStepsOf(length: number): number {
  return 2000 + 2 * length;
}

/** Returns the number of characters reserved for the executed strings of a program of this length. */
export function ownStringsOf(length: number): number {
  return 1000 + length;
}

/** The share of the steps above which each call is evaluated separately. */
const PLENTY = 0.75;
const FOLLOWED = { least: 200_000, each: 16 };
const STEPS = { least: 40_000, each: 1 };
const STRINGS = { least: 200_000, each: 0.5 };
const CHARACTERS = { least: 8_000_000, each: 256 };
