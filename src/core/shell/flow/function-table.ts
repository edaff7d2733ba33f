import type { FunctionDefinition } from "../script.js";

/**
 * Which names always lead to the same function. Almost all do, so that a call summary need not record that it looked them up;
 * one that turns out to lead elsewhere ends what was summarized before.
 */
export class FunctionTable {
  private readonly expected = new Map<string, FunctionDefinition | null>();
  private readonly changing = new Set<string>();
  /** Counts how often earlier summaries became invalid. */
  epoch = 0;

  /** Notes what a name leads to here; true where that has to be recorded. */
  lookedUp(name: string, definition: FunctionDefinition | null): boolean {
    if (this.changing.has(name)) return true;
    const before = this.expected.get(name);
    if (before === undefined) this.expected.set(name, definition);
    else if (before !== definition) this.change(name);
    return this.changing.has(name);
  }

  /** Notes a definition. @param isEverywhere false where only a part of the shell sees it: a subshell, a branch */
  defined(name: string, definition: FunctionDefinition | null, isEverywhere: boolean): void {
    if (this.changing.has(name)) return;
    const before = this.expected.get(name);
    if (before === undefined ? !isEverywhere : before !== definition) this.change(name);
  }

  private change(name: string): void {
    this.changing.add(name);
    if (this.expected.has(name)) this.epoch++;
  }
}
