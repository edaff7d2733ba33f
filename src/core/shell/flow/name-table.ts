import type { FunctionDefinition } from "../script.js";

/**
 * What holds for names in the whole shell: which function each leads to, and which variables are never exported. Almost all names
 * stay as they are, so that a call summary need not record that it looked them up; one that changes ends what was summarized
 * before.
 */
export class NameTable {
  private readonly functions = new Map<string, FunctionDefinition | null>();
  private readonly changing = new Set<string>();
  private readonly exported = new Set<string>();
  private readonly unexported = new Set<string>();
  /** Counts how often earlier summaries became invalid. */
  epoch = 0;

  /** Notes which function a name leads to here; true where that has to be recorded. */
  lookedUp(name: string, definition: FunctionDefinition | null): boolean {
    if (this.changing.has(name)) return true;
    const before = this.functions.get(name);
    if (before === undefined) this.functions.set(name, definition);
    else if (before !== definition) this.change(name);
    return this.changing.has(name);
  }

  /** Notes a definition. @param isEverywhere false where only a part of the shell sees it: a subshell, a branch */
  defined(name: string, definition: FunctionDefinition | null, isEverywhere: boolean): void {
    if (this.changing.has(name)) return;
    const before = this.functions.get(name);
    if (before === undefined ? !isEverywhere : before !== definition) this.change(name);
  }

  private change(name: string): void {
    this.changing.add(name);
    if (this.functions.has(name)) this.epoch++;
  }

  /** Whether a variable was exported, or made another name of one, anywhere before. */
  isEverExported(name: string): boolean {
    if (this.exported.has(name)) return true;
    this.unexported.add(name);
    return false;
  }

  /** Notes that a variable is exported or is another name of one. */
  exports(name: string): void {
    if (this.exported.has(name)) return;
    this.exported.add(name);
    if (this.unexported.has(name)) this.epoch++;
  }
}
