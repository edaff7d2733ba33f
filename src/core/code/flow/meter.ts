import { ownStepsOf, type CodeBudget } from "../code-budget.js";

/** Maximum nesting depth of statements and expressions, including those in calls: each level takes several stack frames. */
const MAX_DEPTH = 600;

/** The number of steps after which the time is checked again. */
const STEPS_UNTIMED = 512;

/** The steps that one of the program's own statements or calls may take after the shared budget is used up. */
const PROMISED_STEPS = 64;

/** The characters that such a statement or call may concatenate after the shared budget is used up. */
const PROMISED_CHARACTERS = 4096;

/** Thrown when the budget or the time is used up. The engine catches it. */
export class BudgetSpent extends Error {}

/** Counts the steps and the nesting depth of one evaluation. */
export class Meter {
  /** Steps left of those that are reserved for all of the program's own statements. */
  private own: number;
  /** Steps left of those that are reserved for the program's current statement or call. */
  private promised = 0;
  private promisedCharacters = 0;
  /** Steps since the time was last checked. */
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

  /** Reserves steps and characters for one of the program's own statements or calls, which begins now. */
  promise(): void {
    this.promised = PROMISED_STEPS;
    this.promisedCharacters = PROMISED_CHARACTERS;
  }

  /** Charges concatenated characters to the reserve of the current statement or call; returns false if too few are left. */
  spendPromised(characters: number): boolean {
    if (characters > this.promisedCharacters) return false;
    this.promisedCharacters -= characters;
    return true;
  }

  /**
   * Charges steps: those of the program's own statements to their reserve, others to the shared budget. Throws {@link BudgetSpent} if
   * too few are left or the time has run out.
   */
  spend(steps: number, isOwn: boolean): void {
    this.untimed += steps;
    if (this.untimed >= STEPS_UNTIMED) {
      this.untimed = 0;
      this.isLate ||= this.expired();
    }
    if (this.isLate || !this.take(steps, isOwn)) throw new BudgetSpent();
    this.budget.used += steps;
  }

  /** Takes steps from the first reserve with enough left; returns false if none has, which may still have enough for fewer steps. */
  private take(steps: number, isOwn: boolean): boolean {
    if (isOwn && steps <= this.own) this.own -= steps;
    else if (!this.budget.spendSteps(steps)) {
      if (steps > this.promised) return false;
      this.promised -= steps;
    }
    return true;
  }

  get isTooDeep(): boolean {
    return this.depth >= MAX_DEPTH;
  }
}
