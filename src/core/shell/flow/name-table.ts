import type { FunctionDefinition } from "../script.js";

/** A fact about a name: it is an exported variable, a variable that was set, or a downloaded program. */
type Fact = "exported" | "set" | "installed";

/**
 * What is known about names in the whole shell: the function that each refers to, and the facts that were stated about it. Almost
 * all names never change, so a call summary need not record that it looked them up; a change invalidates earlier summaries.
 */
export class NameTable {
  /** The function that each name refers to, or null if it refers to none; `changing` if it is not always the same. */
  private readonly functions = new Map<string, FunctionDefinition | null | "changing">();
  /** Whether each fact was stated about a name; false if it was only looked up. */
  private readonly facts: Readonly<Record<Fact, Map<string, boolean>>> = {
    exported: new Map(),
    set: new Map(),
    installed: new Map(),
  };
  /** The number of times that earlier summaries became invalid. */
  epoch = 0;

  /** Records that a name was looked up and refers to a function, or to none; returns whether a summary must record the read. */
  lookedUp(name: string, definition: FunctionDefinition | null): boolean {
    const before = this.functions.get(name);
    if (before === undefined) this.functions.set(name, definition);
    else if (before !== definition) this.change(name);
    return before !== undefined && before !== definition;
  }

  /** Records a definition. @param isEverywhere false if only a part of the shell sees it: a subshell, a branch */
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

  /** Whether a fact was stated about a name before; also records that the fact was looked up. */
  isEver(fact: Fact, name: string): boolean {
    const stated = this.facts[fact].get(name);
    if (stated === undefined) this.facts[fact].set(name, false);
    return stated === true;
  }

  /** States a fact about a name. */
  state(fact: Fact, name: string): void {
    const before = this.facts[fact].get(name);
    if (before === true) return;
    this.facts[fact].set(name, true);
    if (before === false) this.epoch++;
  }
}
