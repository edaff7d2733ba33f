import type { FunctionDefinition } from "../script.js";

/** A fact about a name: a variable is exported or was set, or a program was downloaded. */
type Fact = "exported" | "set" | "installed";

/**
 * What is true for names in the whole shell: the function that each refers to, and facts that are never stated. Almost all names
 * never change, so a call summary need not record that it looked them up; a change invalidates earlier summaries.
 */
export class NameTable {
  /** The function that each name refers to, null for none; `changing` if it is not always the same. */
  private readonly functions = new Map<string, FunctionDefinition | null | "changing">();
  /** False if the fact was looked up before it was stated. */
  private readonly facts = new Map<string, boolean>();
  /** Counts how often earlier summaries became invalid. */
  epoch = 0;

  /** Records which function a name refers to here; returns whether a summary must record it. */
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

  /** Whether a fact was stated about a name anywhere before. */
  isEver(fact: Fact, name: string): boolean {
    const key = `${fact} ${name}`;
    if (this.facts.get(key) === true) return true;
    this.facts.set(key, false);
    return false;
  }

  /** States a fact about a name. */
  state(fact: Fact, name: string): void {
    const key = `${fact} ${name}`;
    const before = this.facts.get(key);
    if (before === true) return;
    this.facts.set(key, true);
    if (before === false) this.epoch++;
  }
}
