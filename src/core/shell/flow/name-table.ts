import type { FunctionDefinition } from "../script.js";

/** What may be said of a name: that a variable is exported or was set at all, or that a program was downloaded. */
type Fact = "exported" | "set" | "installed";

/**
 * What holds for names in the whole shell: which function each leads to, and what is never said of them. Almost all names
 * stay as they are, so that a call summary need not record that it looked them up; one that changes ends what was summarized
 * before.
 */
export class NameTable {
  /** The function that each name leads to, null for none; `changing` where it is not always the same. */
  private readonly functions = new Map<string, FunctionDefinition | null | "changing">();
  /** False for what was asked for when it was no fact yet. */
  private readonly facts = new Map<string, boolean>();
  /** Counts how often earlier summaries became invalid. */
  epoch = 0;

  /** Notes which function a name leads to here; true if that has to be recorded. */
  lookedUp(name: string, definition: FunctionDefinition | null): boolean {
    const before = this.functions.get(name);
    if (before === undefined) this.functions.set(name, definition);
    else if (before !== definition) this.change(name);
    return before !== undefined && before !== definition;
  }

  /** Notes a definition. @param isEverywhere false if only a part of the shell sees it: a subshell, a branch */
  defined(name: string, definition: FunctionDefinition | null, isEverywhere: boolean): void {
    const before = this.functions.get(name);
    if (before === undefined ? !isEverywhere : before !== definition) this.change(name);
  }

  private change(name: string): void {
    const before = this.functions.get(name);
    if (before === "changing") return;
    this.functions.set(name, "changing");
    if (before !== undefined) this.epoch++;
  }

  /** Whether something was said of a name anywhere before. */
  isEver(fact: Fact, name: string): boolean {
    const key = `${fact} ${name}`;
    if (this.facts.get(key) === true) return true;
    this.facts.set(key, false);
    return false;
  }

  /** Notes what is said of a name. */
  state(fact: Fact, name: string): void {
    const key = `${fact} ${name}`;
    const before = this.facts.get(key);
    if (before === true) return;
    this.facts.set(key, true);
    if (before === false) this.epoch++;
  }
}
