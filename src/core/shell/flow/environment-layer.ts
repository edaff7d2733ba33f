import type { Downloads } from "../../downloads.js";
import type { FunctionDefinition } from "../script.js";
import type { Argument } from "./argument.js";
import type { Call, Effects, KnownFunction } from "./running-call.js";
import type { NameTable } from "./name-table.js";
import { isTrap } from "./trap-name.js";
import { emptyValue, isPossibleValue, resolved, type PossibleValue, type Value } from "./values.js";

/** The state that all layers of a shell share. */
export interface Shell {
  downloads: Downloads | null;
  /** All names that were ever defined or unset as functions. */
  readonly functions: Set<string>;
  /** Variables that ever had attributes. */
  readonly marked: Set<string>;
  /** Variables that were ever used for traps. */
  readonly traps: Set<string>;
  /** The table of names, which child shells share. */
  readonly table: NameTable;
}

/**
 * A layer of a shell's state. It contains only what changed since the layer below it, so subshells and branches cost only what they
 * write. The lookups of this class are not recorded as reads of a call.
 */
export abstract class Layer {
  // most layers are empty, so maps are created when needed
  protected variables: Map<string, Value | PossibleValue> | null = null;
  protected functions: Map<string, KnownFunction> | null = null;
  /** The names of variables that are local to this layer. */
  protected locals: Set<string> | null = null;
  protected arguments: readonly Argument[] | null = null;
  /** The nearest layer below that defines functions: most layers define none, and there may be thousands. */
  private readonly functionLayer: Layer | null;
  /** The number of layers below this one. */
  readonly level: number;
  /** The number of arguments of the call that were shifted away, and how many arguments there were. */
  protected shifted: { readonly by: number; readonly of: number } | null = null;

  protected constructor(
    protected readonly parent: Layer | null,
    /** The innermost call that is running. */
    readonly running: Call<Layer> | null,
    protected readonly shell: Shell,
  ) {
    this.level = parent === null ? 0 : parent.level + 1;
    this.functionLayer =
      parent === null || parent.functions !== null ? parent : parent.functionLayer;
  }

  /** Returns the value of a name, the layer that contains it, and the name in that layer; the layer is null if no layer sets the name. */
  find(name: string): readonly [Value | null, Layer | null, string] {
    let called = name;
    let above: PossibleValue[] | null = null;
    for (let layer: Layer | null = this; layer !== null; layer = layer.parent) {
      const stored =
        layer.variables?.get(called) ??
        (layer.shifted === null ? undefined : layer.shiftedAway(called));
      if (stored !== undefined && !isPossibleValue(stored))
        return [above?.reduceRight<Value | null>(resolved, stored) ?? stored, layer, called];
      if (stored !== undefined) (above ??= []).push(stored);
      else if (layer.shifted !== null && isNumber(called) && Number(called) <= layer.shifted.of)
        called = String(Number(called) + layer.shifted.by);
      const { running } = layer;
      if (running === null || running.view.isExact || running.from !== layer.parent) continue;
      const [value, outer, name] = running.from.find(called);
      const seen = running.view.value(called, value);
      return [above?.reduceRight<Value | null>(resolved, seen) ?? seen, outer, name];
    }
    return [above?.reduceRight<Value | null>(resolved, null) ?? null, null, called];
  }

  /** Returns the empty value of a parameter that no longer exists after `shift`; undefined for any other name. */
  private shiftedAway(name: string): Value | undefined {
    if (this.shifted === null || !isNumber(name)) return undefined;
    const { by, of } = this.shifted;
    return Number(name) <= of && Number(name) + by > of ? emptyValue : undefined;
  }

  /** Returns the arguments, the layer that contains them, and the list before `shift` removed the first ones. */
  findPositional(): readonly [
    readonly Argument[] | null,
    Layer | null,
    readonly Argument[] | null,
  ] {
    let shift = 0;
    let layer: Layer | null = this;
    for (; layer !== null && layer.arguments === null; layer = layer.parent)
      shift += layer.shifted?.by ?? 0;
    const { running } = this;
    const seen = layer?.arguments ?? null;
    const given = layer !== null && layer === running?.from ? running.view.words(seen) : seen;
    return [shift === 0 ? given : (given?.slice(shift) ?? null), layer, given];
  }

  /** Returns the definition of a function, and the layer that contains it; null if there is none. */
  findFunction(name: string): readonly [FunctionDefinition | null, Layer | null] {
    let layer: Layer | null = this.shell.functions.has(name) ? this : null;
    let found = layer?.functions?.get(name);
    while (found === undefined && layer !== null) {
      layer = layer.functionLayer;
      found = layer?.functions?.get(name);
    }
    return [found?.definition ?? null, layer];
  }

  protected keep(name: string, stored: Value | PossibleValue): void {
    (this.variables ??= new Map()).set(name, stored);
    if (isHiddenName(name)) this.shell.table.state("set", name);
    if (isTrap(name)) this.shell.traps.add(name);
    const values = isPossibleValue(stored) ? [stored.ahead, stored.behind] : [stored];
    if (values.some((value) => value?.exported === true || value?.refers !== undefined))
      this.mark(name);
  }

  private mark(name: string): void {
    this.shell.marked.add(name);
    this.shell.table.state("exported", name);
  }

  protected keepFunction(name: string, known: KnownFunction): void {
    (this.functions ??= new Map()).set(name, known);
    this.shell.functions.add(name);
    const isEverywhere = this.level === (this.running === null ? 0 : this.running.from.level + 1);
    this.shell.table.defined(name, known.definition, isEverywhere);
  }

  /** The names of the variables for traps. */
  get traps(): ReadonlySet<string> {
    return this.shell.traps;
  }

  /** The names of the traps that this layer set: those of a whole shell, or of a subshell. */
  get ownTraps(): readonly string[] {
    const { traps } = this.shell;
    return traps.size === 0 ? [] : [...traps].filter((name) => this.variables?.has(name) === true);
  }

  /** Whether this is the outermost layer of a shell. */
  get isWhole(): boolean {
    return this.level === 0;
  }

  /** Whether a function is running. */
  get isFunction(): boolean {
    return this.running !== null;
  }

  /** The parameters that were set in this layer; null if none were set, or if `shift` only renumbered those of the call. */
  get ownPositional(): readonly Argument[] | null {
    return this.arguments;
  }

  /** The changes of this layer that are not local to it. */
  get effects(): Effects {
    const variables = new Map(this.variables);
    for (const name of this.locals ?? []) variables.delete(name);
    return { variables, functions: this.functions ?? new Map<string, KnownFunction>() };
  }

  /** The variables and functions that a child process sees. */
  protected get exports(): {
    readonly variables: ReadonlyMap<string, Value>;
    readonly functions: ReadonlyMap<string, KnownFunction>;
  } {
    const variables = new Map<string, Value>();
    const functions = new Map<string, KnownFunction>();
    const seen = new Set<string>();
    const seenFunctions = new Set<string>();
    for (let layer: Layer | null = this; layer !== null; layer = layer.parent) {
      for (const name of layer.variables?.keys() ?? []) {
        const [value] = seen.has(name) ? [null] : layer.find(name);
        if (value?.exported === true) variables.set(name, value);
        seen.add(name);
      }
      for (const [name, known] of layer.functions ?? []) {
        if (!seenFunctions.has(name) && known.exported) functions.set(name, known);
        seenFunctions.add(name);
      }
    }
    return { variables, functions };
  }
}

/** Whether a name is the number of an argument: `1`, `2`, … */
function isNumber(name: string): boolean {
  return /^[1-9]\d*$/.test(name);
}

/** Whether a name represents internal state of a shell (descriptors, traps, the working directory), which few texts set. */
export function isHiddenName(name: string): boolean {
  return name.startsWith("&");
}
