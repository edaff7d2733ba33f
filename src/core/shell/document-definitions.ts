import { KnownNames } from "../known-names.js";
import type { FunctionDefinition } from "./script.js";
import type { Environment } from "./flow/environment.js";
import { isHiddenName } from "./flow/environment-layer.js";
import { isPossibleValue, type PossibleValue, type Value } from "./flow/values.js";

interface DefinedFunction {
  /** Null if the function was unset. */
  readonly definition: FunctionDefinition | null;
  /** The names of definitions that its block mentions; the functions of a block share the set. */
  readonly needs: ReadonlySet<string>;
}

/** What one block, or all blocks so far, define; the value of a variable is null if it became unknown. */
interface Definitions {
  readonly functions: Map<string, DefinedFunction>;
  readonly variables: Map<string, Value | null>;
}

/** Matches a word that may be the name of a function or variable. */
const NAME = /[A-Za-z_][\w-]*/g;

/**
 * The functions, and the variables with known text, that the shell blocks of one document define for later blocks. A variable with
 * fetched bytes is not one of them: its value is tracked only in its own block.
 */
export class DocumentDefinitions extends KnownNames {
  private readonly all: Definitions = { functions: new Map(), variables: new Map() };
  /** The definitions of the last block that had any. */
  latest: Definitions | null = null;

  /**
   * Records what a block changed: functions, and variables whose text may contain a trigger word or that have a recorded name.
   * @param text the text of the block
   */
  record(env: Environment, text: string, mentions: (text: string) => boolean): void {
    const { variables, functions } = env.effects;
    const needs = new Set<string>();
    const found: Definitions = { functions: new Map(), variables: new Map() };
    for (const [name, { definition }] of functions) {
      const isNew = definition !== this.all.functions.get(name)?.definition;
      if (isNew && (definition !== null || this.names.has(name)))
        found.functions.set(name, { definition, needs });
    }
    for (const [name, stored] of variables) {
      const value = isHiddenName(name) ? null : knownText(stored);
      if (this.names.has(name) || mentions(value?.text ?? "")) found.variables.set(name, value);
    }
    if (found.functions.size + found.variables.size === 0) return;
    this.add(found);
    if (found.functions.size > 0) for (const name of this.namedIn(text)) needs.add(name);
  }

  add(definitions: Definitions): void {
    this.latest = definitions;
    const { functions, variables } = definitions;
    for (const [name, each] of functions) this.all.functions.set(name, each);
    for (const [name, value] of variables) this.all.variables.set(name, value);
    for (const each of [functions, variables]) for (const name of each.keys()) this.names.add(name);
  }

  /**
   * Defines in an environment what a text names, directly or through functions; returns false if it was stopped.
   * @param spend charges one name; returns false if nothing is left
   */
  provide(env: Environment, text: string, spend: () => boolean): boolean {
    const named = this.namedIn(text);
    const added = new Set<ReadonlySet<string>>();
    // names that are added while the set is iterated over are visited, too
    for (const name of named) {
      if (!spend()) return false;
      const value = this.all.variables.get(name) ?? null;
      if (value !== null) env.set(name, value);
      const { definition = null, needs } = this.all.functions.get(name) ?? {};
      if (definition !== null) env.define(definition);
      if (needs === undefined || added.has(needs)) continue;
      added.add(needs);
      for (const needed of needs) named.add(needed);
    }
    return true;
  }

  /** Whether a text names a definition. */
  override mentions(text: string): boolean {
    return this.names.size > 0 && this.namedIn(text).size > 0;
  }

  /** Discards everything except the names, for another reading of the document. */
  override again(): void {
    this.all.functions.clear();
    this.all.variables.clear();
    this.latest = null;
  }

  private namedIn(text: string): Set<string> {
    const named = new Set<string>();
    for (const [name] of text.matchAll(NAME)) if (this.names.has(name)) named.add(name);
    return named;
  }
}

/** Returns a stored value if its text is known and nothing in it was fetched; null otherwise. */
function knownText(stored: Value | PossibleValue): Value | null {
  if (isPossibleValue(stored)) return null;
  const { remote, text, process, exported } = stored;
  return remote === null && text !== null && process === undefined
    ? { remote, text, exported }
    : null;
}
