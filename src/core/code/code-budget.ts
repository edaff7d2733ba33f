/**
 * The budget of one detection for code of all languages. Only counters decide, so equal texts get equal results on any machine.
 * Each program is guaranteed the steps for its own statements; calls, executed strings and concatenated strings share the rest.
 */
export class CodeBudget {
  private steps: number;
  /** With fewer steps left, calls that are alike are evaluated once. */
  private readonly plenty: number;
  /** The steps that were taken, including those guaranteed to programs. */
  used = 0;
  private strings: number;
  private characters: number;
  private literals: number;

  /** @param length of the document, in UTF-16 code units */
  constructor(length: number) {
    this.steps = STEPS.least + STEPS.each * length;
    this.plenty = this.steps * PLENTY;
    this.strings = STRINGS.least + STRINGS.each * length;
    this.characters = CHARACTERS.least + CHARACTERS.each * length;
    this.literals = CHARACTERS.least + CHARACTERS.each * length;
  }

  /** Charges steps of the evaluator; false if nothing is left. */
  spendSteps(steps: number): boolean {
    this.steps -= steps;
    return this.steps >= 0;
  }

  /** Whether so many steps are left that each call may be evaluated by itself. */
  get hasPlenty(): boolean {
    return this.steps > this.plenty;
  }

  /** Charges the characters of an executed string that is to be read; false if nothing is left. */
  spendString(length: number): boolean {
    if (length > this.strings) return false;
    this.strings -= length;
    return true;
  }

  /** Charges the characters of a concatenated string; false if too few are left; a shorter one may still fit. */
  spendCharacters(length: number): boolean {
    if (length > this.characters) return false;
    this.characters -= length;
    return true;
  }

  /** Charges the characters of a literal, which strings that grow must not use up; false if too few are left. */
  spendLiteral(length: number): boolean {
    if (length > this.literals) return false;
    this.literals -= length;
    return true;
  }
}

/** Returns the steps that a program of some length is guaranteed for its own statements; loops are evaluated twice, also nested ones. */
export function ownStepsOf(length: number): number {
  return 2000 + 2 * length;
}

/** Returns the characters of executed strings that a program of some length is guaranteed. */
export function ownStringsOf(length: number): number {
  return 1000 + 4 * length;
}

/** The share of the steps above which each call is evaluated by itself. */
const PLENTY = 0.75;
const STEPS = { least: 40_000, each: 1 };
const STRINGS = { least: 200_000, each: 16 };
const CHARACTERS = { least: 8_000_000, each: 256 };
