import type { Span } from "../../model.js";
import type { FunctionDefinition } from "../syntax.js";
import type { Argument } from "./arguments.js";
import { cameFromOutside, mergeRemotes, type Remote } from "./stream.js";

/** What is known of a variable's value. */
export interface Value {
  readonly remote: Remote | null;
  /** The whole text where it is statically known; null where it is not. */
  readonly text: string | null;
  readonly exported: boolean;
  /** Texts it may have, one behind the other, where it is not known which: code that may run. */
  readonly possible?: string;
  /** The elements, where the value was given as an array. */
  readonly elements?: readonly Argument[];
  /** The elements by key, where all of them were given with one. */
  readonly fields?: ReadonlyMap<string, Argument>;
  /** The process substitution whose name it holds. */
  readonly process?: NonNullable<Argument["process"]>;
  /** The variable it is another name of (`declare -n`). */
  readonly refers?: string;
}

/** The value a variable takes from a word: a span no longer starts where the bytes were fetched in that word. */
export function valueOf(argument: { readonly remote: Remote | null; readonly text: string | null; readonly span?: Span; readonly process?: Argument["process"] }): Value {
  const { remote, text, span, process } = argument;
  const kept = { remote: remote === null ? null : keptFrom(remote, span), text, exported: false };
  if (process?.part.direction !== "<") return kept;
  const { output } = process;
  return { ...kept, process: { ...process, output: output.remote === null ? output : { ...output, remote: keptFrom(output.remote, span) } } };
}

function keptFrom(remote: Remote, span: Span | undefined): Remote {
  const outside = span !== undefined && cameFromOutside(remote, span);
  return { ...remote, start: outside ? remote.start : Infinity, end: -Infinity, origin: null };
}

/** A variable of which nothing is known. */
export const unknownValue: Value = { remote: null, text: null, exported: false };

/** A variable that is set to nothing, or unset. */
export const emptyValue: Value = { remote: null, text: "", exported: false };

/** A function that was unset has no definition. */
interface KnownFunction {
  readonly definition: FunctionDefinition | null;
  readonly exported: boolean;
}

/**
 * Variables and functions as one shell sees them. A layer over a parent holds only what changed, so that
 * subshells and branches cost what they write.
 */
export class Environment {
  // most layers hold nothing: what they hold is made when it comes
  private variables: Map<string, Value> | null = null;
  private files: Map<string, Remote> | null = null;
  private functions: Map<string, KnownFunction> | null = null;

  /** Names that `local` gave this layer. */
  private locals: Set<string> | null = null;
  private called: FunctionDefinition | null = null;
  private arguments: readonly Argument[] | null = null;

  private constructor(private readonly parent: Environment | null) {}

  static empty(): Environment {
    return new Environment(null);
  }

  /** A layer whose changes do not reach this environment unless they are merged. */
  layer(): Environment {
    return new Environment(this);
  }

  get(name: string): Value | null {
    const value = this.own(name);
    return value?.refers === undefined ? value : this.own(value.refers);
  }

  /** What the name itself holds, also where it refers to another one. */
  private own(name: string): Value | null {
    for (let layer: Environment | null = this; layer !== null; layer = layer.parent) {
      const value = layer.variables?.get(name);
      if (value !== undefined) return value;
    }
    return null;
  }

  set(name: string, value: Value): void {
    (this.variables ??= new Map()).set(this.own(name)?.refers ?? name, value);
  }

  /** The arguments of the running function or code string; null where they are not known. */
  get positional(): readonly Argument[] | null {
    for (let layer: Environment | null = this; layer !== null; layer = layer.parent) {
      if (layer.arguments !== null) return layer.arguments;
    }
    return null;
  }

  /** Sets `$1`, `$2`, … and `$@`. */
  setPositional(args: readonly Argument[]): void {
    for (let index = args.length; index < (this.positional?.length ?? 0); index++) this.setLocal(String(index + 1), emptyValue);
    this.arguments = args;
    for (const [index, argument] of args.entries()) this.setLocal(String(index + 1), valueOf(argument));
    const split = args.find(({ isSplit }) => isSplit === true);
    if (split !== undefined) for (let number = args.length + 1; number < 10; number++) this.setLocal(String(number), valueOf(split));
    const remote = args.reduce<Remote | null>((merged, argument) => mergeRemotes(merged, argument.remote), null);
    const text = args.every((argument) => argument.text !== null) ? args.map((argument) => argument.text).join(" ") : null;
    for (const name of ["@", "*"]) this.setLocal(name, valueOf({ remote, text }));
  }

  /** Sets `$0`, the first word behind `-c CODE`. */
  setZero(argument: Argument): void {
    this.setLocal("0", valueOf(argument));
  }

  /** Sets a variable that never leaves this layer. */
  setLocal(name: string, value: Value): void {
    (this.locals ??= new Set()).add(name);
    (this.variables ??= new Map()).set(name, value);
  }

  /** `declare -n NAME=OTHER`: another name of a variable. */
  refer(name: string, other: string): void {
    this.setLocal(name, { ...emptyValue, refers: other });
  }

  /** Notes that a file was written with fetched bytes (the advisory rule of the extended profile). */
  write(file: string, remote: Remote): void {
    for (let layer: Environment | null = this; layer !== null; layer = layer.parent) {
      if (layer.parent === null) (layer.files ??= new Map()).set(plainPath(file), remote);
    }
  }

  /** The fetched bytes a file was written with; null where none were. */
  written(file: string): Remote | null {
    for (let layer: Environment | null = this; layer !== null; layer = layer.parent) {
      if (layer.parent === null) return layer.files?.get(plainPath(file)) ?? null;
    }
    return null;
  }

  define(definition: FunctionDefinition): void {
    (this.functions ??= new Map()).set(definition.name, { definition, exported: false });
  }

  /** `unset -f NAME`. */
  undefine(name: string): void {
    (this.functions ??= new Map()).set(name, { definition: null, exported: false });
  }

  /** `export -f NAME`: child shells have the function too. */
  exportFunction(name: string): void {
    (this.functions ??= new Map()).set(name, { definition: this.lookup(name), exported: true });
  }

  lookup(name: string): FunctionDefinition | null {
    for (let layer: Environment | null = this; layer !== null; layer = layer.parent) {
      const found = layer.functions?.get(name);
      if (found !== undefined) return found.definition;
    }
    return null;
  }

  /** A layer for a function call: declarations in it stay in it. */
  call(definition: FunctionDefinition): Environment {
    const layer = this.layer();
    layer.called = definition;
    return layer;
  }

  /** How many calls of a function are running. */
  running(definition: FunctionDefinition): number {
    let count = 0;
    for (let layer: Environment | null = this; layer !== null; layer = layer.parent) if (layer.called === definition) count++;
    return count;
  }

  /** True inside a function. */
  get isFunction(): boolean {
    for (let layer: Environment | null = this; layer !== null; layer = layer.parent) if (layer.called !== null) return true;
    return false;
  }

  /** True where this layer put fetched bytes into a variable that held none before. */
  get learned(): boolean {
    for (const [name, value] of this.variables ?? []) {
      if (value.remote !== null && (this.parent?.get(name)?.remote ?? null) === null) return true;
    }
    return false;
  }

  /** What a child process sees: exported variables and functions only. */
  exported(): Environment {
    const child = Environment.empty();
    const seen = new Set<string>();
    const seenFunctions = new Set<string>();
    for (let layer: Environment | null = this; layer !== null; layer = layer.parent) {
      for (const [name, value] of layer.variables ?? []) {
        if (!seen.has(name) && value.exported) child.set(name, value);
        seen.add(name);
      }
      for (const [name, known] of layer.functions ?? []) {
        if (!seenFunctions.has(name) && known.exported) (child.functions ??= new Map()).set(name, known);
        seenFunctions.add(name);
      }
    }
    return child;
  }

  /** Takes over everything a layer changed. */
  absorb(layer: Environment): void {
    for (const [name, value] of layer.variables ?? []) if (layer.locals?.has(name) !== true) (this.variables ??= new Map()).set(name, value);
    for (const [name, known] of layer.functions ?? []) (this.functions ??= new Map()).set(name, known);
  }

  /**
   * Takes over what any of several alternative layers may have changed: a value that only some set
   * joins with what was there before. `exhaustive`: one of the alternatives certainly ran.
   */
  join(layers: readonly Environment[], exhaustive: boolean): void {
    const names = new Set(layers.flatMap((layer) => [...(layer.variables?.keys() ?? [])]));
    for (const name of names) {
      const before = this.own(name);
      const values = layers.map((layer) => layer.variables?.get(name) ?? before);
      if (!exhaustive) values.push(before);
      (this.variables ??= new Map()).set(name, values.reduce(joinValues) ?? unknownValue);
    }
    for (const layer of layers) for (const [name, known] of layer.functions ?? []) (this.functions ??= new Map()).set(name, known);
  }
}

function plainPath(file: string): string {
  return file.replace(/^(?:\.\/)+/, "");
}

function joinValues(first: Value | null, second: Value | null): Value | null {
  if (first === null || second === null) {
    const known = first ?? second;
    return known === null ? null : { ...known, text: null, ...possibleOf([known]) };
  }
  return {
    remote: mergeRemotes(first.remote, second.remote),
    text: first.text === second.text ? first.text : null,
    exported: first.exported || second.exported,
    ...possibleOf([first, second]),
  };
}

const longestPossible = 4000;

/** What is known of values of which one is taken. */
export function possibleOf(values: readonly Pick<Value, "text" | "possible">[]): Pick<Value, "possible"> {
  const texts = new Set(values.map(({ text, possible }) => text ?? possible ?? "").filter((text) => text !== ""));
  const possible = [...texts].join("\n");
  return possible === "" || possible.length > longestPossible ? {} : { possible };
}
