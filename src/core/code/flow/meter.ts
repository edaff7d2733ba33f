import { ownStepsOf, type CodeBudget } from "../code-budget.js";

/** Maximum nesting depth of statements and expressions, including calls: each takes several frames of the stack. */
const MAX_DEPTH = 600;

/** The number of steps after which the time is checked again. */
const STEPS_UNTIMED = 512;

/** The steps that one of the program's own statements or calls may take after the shared budget is used up. */
const PROMISED_STEPS = 64;

/** The characters that one of them may join after the shared budget is used up. */
const PROMISED_CHARACTERS = 4096;

/** Thrown when the budget or the time is used up; never leaves the evaluation. */
export class BudgetSpent extends Error {}

/** Counts the steps and the nesting depth of one evaluation. */
export class Meter {
  /** Steps left of those reserved for the program's own statements. */
  private own: number;
  /** Steps left of those reserved for the current statement or call of the program. */
  private promised = 0;
  private promisedCharacters = 0;
  private untimed = 0;
  /** Whether the time has run out. */
  isLate = false;
  depth = 0;

  constructor(
    length: number,
    private readonly budget: CodeBudget,
    private readonly expired: () => boolean,
  ) {
    this.own = ownStepsOf(length);
  }

  /** Called when one of the program's own statements or calls begins. */
  promise(): void {
    this.promised = PROMISED_STEPS;
    this.promisedCharacters = PROMISED_CHARACTERS;
  }

  /** Charges joined characters to the reserve of the statement or call; returns false if too few are left. */
  spendPromised(characters: number): boolean {
    if (characters > this.promisedCharacters) return false;
    this.promisedCharacters -= characters;
    return true;
  }

  /** Charges steps: the program's own to its reserve, others to the shared budget. Throws if nothing is left, or the time has run out. */
  spend(steps: number, isOwn: boolean): void {
    this.untimed += steps;
    if (this.untimed >= STEPS_UNTIMED) {
      this.untimed = 0;
      this.isLate ||= this.expired();
    }
    this.budget.used += steps;
    if (this.isLate) throw new BudgetSpent();
    if (isOwn && (this.own -= steps) >= 0) return;
    if (!this.budget.spendSteps(steps) && (this.promised -= steps) < 0) throw new BudgetSpent();
  }

  get isTooDeep(): boolean {
    return this.depth >= MAX_DEPTH;
  }
}
