import { ownStepsOf, type CodeBudget } from "../code-budget.js";

/** Statements and expressions evaluated one in another, through calls too: each takes several frames of the stack. */
const MAX_DEPTH = 600;

/** How many steps are taken between two looks at the time. */
const STEPS_UNTIMED = 512;

/** Steps that a statement or call of the program's own may take when nothing is left to be spent. */
const PROMISED_STEPS = 64;

/** Characters that it may put together then. */
const PROMISED_CHARACTERS = 4096;

/** Thrown where the budget or the time is spent; never leaves the evaluation. */
export class BudgetSpent extends Error {}

/** Counts the steps of one evaluation, and how deep it is nested. */
export class Meter {
  /** Steps that are left of what the program is promised for its own statements. */
  private own: number;
  /** Steps that are left of what the statement or call of the program's own is promised. */
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

  /** A statement or call of the program's own begins. */
  promise(): void {
    this.promised = PROMISED_STEPS;
    this.promisedCharacters = PROMISED_CHARACTERS;
  }

  /** Charges characters that are put together to what the statement or call is promised; false if too few are left. */
  spendPromised(characters: number): boolean {
    if (characters > this.promisedCharacters) return false;
    this.promisedCharacters -= characters;
    return true;
  }

  /**
   * Charges steps, to what the program is promised where they are its own, else to what is shared. Throws where nothing is
   * left, or the time has run out.
   */
  spend(steps: number, isOwn: boolean): void {
    this.untimed += steps;
    if (this.untimed >= STEPS_UNTIMED) {
      this.untimed = 0;
      this.isLate ||= this.expired();
    }
    this.budget.taken += steps;
    if (this.isLate) throw new BudgetSpent();
    if (isOwn && (this.own -= steps) >= 0) return;
    if (!this.budget.spendSteps(steps) && (this.promised -= steps) < 0) throw new BudgetSpent();
  }

  get isTooDeep(): boolean {
    return this.depth >= MAX_DEPTH;
  }
}
