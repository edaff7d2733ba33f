import { Downloads, type Downloaded } from "../../downloads.js";
import type { FunctionDefinition } from "../syntax.js";
import type { Argument } from "./argument.js";
import { Reads, type Kind, type View } from "./reads.js";
import {
  emptyValue,
  isPerhaps,
  joinHeld,
  nothingNew,
  over,
  resolved,
  unknownValue,
  valueOf,
  valueOfAll,
  type Value,
  type Perhaps,
} from "./values.js";

/** A function that was unset has no definition. */
export interface KnownFunction {
  readonly definition: FunctionDefinition | null;
  readonly exported: boolean;
}

/** Arguments that are known by their numbers. */
const mostNumbered = 256;

type Attributes = Pick<Value, "exported" | "refers">;

const noAttributes: Attributes = { exported: false };

/** What all layers of a shell share. */
interface Shell {
  downloads: Downloads | null;
  /** Names that functions ever had. */
  readonly functions: Set<string>;
  /** Variables that ever had attributes. */
  readonly marked: Set<string>;
}

/** A call that is running. */
export interface Call {
  readonly definition: FunctionDefinition;
  /** What it was made in. */
  readonly from: Environment;
  /** How it looks at that. */
  readonly view: View;
  /** The call that made it; null outside of functions. */
  readonly outer: Call | null;
  readonly reads: Reads;
  /** Files that were written in it. */
  readonly files: Map<string, Downloaded>;
}

export type CallEnvironment = Environment & { readonly running: Call };

/**
 * Variables and functions as one shell sees them. A layer over a parent holds only what changed, so that
 * subshells and branches cost what they write.
 */
export class Environment {
  // most layers hold nothing: what they hold is made when it comes
  private variables: Map<string, Value | Perhaps> | null = null;
  private functions: Map<string, KnownFunction> | null = null;

  /** Names that `local` gave this layer. */
  private locals: Set<string> | null = null;
  private arguments: readonly Argument[] | null = null;
  /** How many layers are below this one. */
  private readonly level: number;
  /** What is read through this layer is printed for nobody, or passed on to a function. */
  private manner: "read" | "shown" | "passed" = "read";
  /** What was read for the argument of a function. */
  private passed:
    | readonly { readonly called: string; readonly layer: Environment | null }[]
    | null = null;
  /** How many of the arguments that this layer's call was given are gone (`shift`), and of how many. */
  private shifted: { readonly by: number; readonly of: number } | null = null;

  private constructor(
    private readonly parent: Environment | null,
    /** The innermost call that is running. */
    readonly running: Call | null,
    private readonly shell: Shell,
  ) {
    this.level = parent === null ? 0 : parent.level + 1;
  }

  /** One that may know the files that were downloaded before, elsewhere in the document. */
  static empty(downloads: Downloads | null = null): Environment {
    return new Environment(null, null, { downloads, functions: new Set(), marked: new Set() });
  }

  /** A layer whose changes do not reach this environment unless they are merged. */
  layer(): Environment {
    return new Environment(this, this.running, this.shell);
  }

  get(name: string): Value | null {
    const value = this.own(name);
    return value?.refers === undefined ? value : this.own(value.refers);
  }

  /** The elements of an array. The parameters that a call is given are none: to ask for theirs reads nothing of them. */
  elements(name: string): Value["elements"] {
    return (name === "@" ? this.find(name)[0] : this.for("read").get(name))?.elements;
  }

  /** What the name itself holds, also where it refers to another one. */
  own(name: string): Value | null {
    const [given, , all] = name === "@" || name === "*" ? this.findPositional() : [];
    if (given !== all) return valueOfAll(this.for("read").positional ?? []);
    const [value, layer, called] = this.find(name);
    if (this.manner === "passed") this.passed = [...(this.passed ?? []), { called, layer }];
    else this.noteValue(this.manner === "shown" ? "shown" : "value", called, layer);
    return value;
  }

  private noteValue(kind: "value" | "shown", called: string, layer: Environment | null): void {
    this.noteRead(kind, called, ({ from }) => from.find(called)[0], layer);
  }

  /** What a name holds, the layer that does, and what it is called there. */
  private find(name: string): readonly [Value | null, Environment | null, string] {
    let called = name;
    let above: Perhaps[] | null = null;
    for (let layer: Environment | null = this; layer !== null; layer = layer.parent) {
      const held =
        layer.variables?.get(called) ?? (layer.shifted === null ? undefined : layer.gone(called));
      if (held !== undefined && !isPerhaps(held))
        return [above?.reduceRight<Value | null>(resolved, held) ?? held, layer, called];
      if (held !== undefined) (above ??= []).push(held);
      else if (layer.shifted !== null && isNumber(called) && Number(called) <= layer.shifted.of)
        called = String(Number(called) + layer.shifted.by);
      const { running } = layer;
      if (running?.view.isGeneral !== true || running.from !== layer.parent) continue;
      const [value, outer, name] = running.from.find(called);
      const seen = running.view.of(value);
      return [above?.reduceRight<Value | null>(resolved, seen) ?? seen, outer, name];
    }
    return [above?.reduceRight<Value | null>(resolved, null) ?? null, null, called];
  }

  /** The value of an argument that is there no longer. */
  private gone(name: string): Value | undefined {
    if (this.shifted === null || !isNumber(name)) return undefined;
    const { by, of } = this.shifted;
    return Number(name) <= of && Number(name) + by > of ? emptyValue : undefined;
  }

  /**
   * `shift` in the body of a function: its arguments have other names from here on, and no value is read.
   * False in any other place, where they are to be set anew.
   */
  shift(by: number): boolean {
    const { running } = this;
    if (running === null || this.level !== running.from.level + 1 || this.arguments !== null)
      return false;
    const before = this.shifted ?? { by: 0, of: this.count };
    this.shifted = { ...before, by: Math.min(before.by + by, before.of) };
    return true;
  }

  /** What of a variable outlives its value. */
  attributes(name: string): Attributes {
    if (!this.shell.marked.has(name)) {
      this.noteRead("attributes", name, () => noAttributes, null);
      return noAttributes;
    }
    const [value, layer, called] = this.find(name);
    const found = {
      exported: value?.exported ?? false,
      ...(value?.refers === undefined ? {} : { refers: value.refers }),
    };
    this.noteRead("attributes", called, () => found, layer);
    return found;
  }

  isExported(name: string): boolean {
    const { exported, refers } = this.attributes(name);
    return refers === undefined ? exported : this.attributes(refers).exported;
  }

  set(name: string, value: Value): void {
    this.put(this.attributes(name).refers ?? name, value);
  }

  /** The arguments of the running function or code string; null where they are not known. */
  get positional(): readonly Argument[] | null {
    const [found, layer, given] = this.findPositional();
    if (this.manner !== "read") this.noteRead("count", "", () => given?.length ?? -1, layer);
    else this.noteRead("parameters", "", () => given, layer);
    if (this.manner === "shown") found?.forEach((_, index) => this.own(String(index + 1)));
    return found;
  }

  /** How many arguments there are; -1 where they are not known. */
  get count(): number {
    const [found, layer, given] = this.findPositional();
    this.noteRead("count", "", () => given?.length ?? -1, layer);
    return found?.length ?? -1;
  }

  /** The arguments, the layer that holds them, and those that it holds: the first of them may be gone. */
  private findPositional(): readonly [
    readonly Argument[] | null,
    Environment | null,
    readonly Argument[] | null,
  ] {
    let gone = 0;
    let layer: Environment | null = this;
    for (; layer !== null && layer.arguments === null; layer = layer.parent)
      gone += layer.shifted?.by ?? 0;
    const given = layer?.arguments ?? null;
    return [gone === 0 ? given : (given?.slice(gone) ?? null), layer, given];
  }

  /** This environment for words of which what is read counts in another manner: those that are printed where nobody reads them. */
  for(manner: Environment["manner"]): Environment {
    const layer = this.layer();
    layer.manner = manner;
    return layer;
  }

  /** Expands an argument of a function: what it consists of is read where the call reads it. */
  pass(expanded: (env: Environment) => readonly Argument[]): readonly Argument[] {
    const env = this.for("passed");
    const args = expanded(env);
    for (const argument of args) if (env.passed !== null) passedIn.set(argument, env);
    return args;
  }

  /** What a call read of its arguments, the one around it read, too: of its own, where they are the same (`f "$@"`), and of others. */
  tellPassed(words: readonly Argument[], reads: Reads): void {
    if (this.running === null) return;
    const own = this.findPositional()[0] ?? [];
    if (reads.readsAll && words.some((word) => own.includes(word))) void this.positional;
    for (const [index, word] of words.entries()) {
      const at = own.indexOf(word) + 1;
      for (const kind of ["value", "shown"] as const) {
        if (
          ![String(index + 1), "@", "*"].some((name) => reads.has(kind, name)) &&
          !(kind === "value" && reads.readsAll)
        )
          continue;
        if (at > 0) (kind === "shown" ? this.for("shown") : this).own(String(at));
        else
          for (const { called, layer } of passedIn.get(word)?.passed ?? [])
            this.noteValue(kind, called, layer);
      }
    }
  }

  /** The calls that are running above a layer, innermost first: what the layer holds comes into them from outside. */
  private *callsAbove(layer: Environment | null): Generator<Call> {
    for (
      let call = this.running;
      call !== null && (layer === null || call.from.level >= layer.level);
      call = call.outer
    )
      yield call;
  }

  /** Tells the calls that are running what each of them found in a layer below its own; null where nothing was. */
  private noteRead(
    kind: Kind,
    name: string,
    found: (call: Call) => Parameters<Reads["note"]>[2],
    layer: Environment | null,
  ): void {
    for (
      let call = this.running;
      call !== null && (layer === null || call.from.level >= layer.level);
      call = call.outer
    ) {
      // what it read before, those around it did, too
      if (call.reads.has(kind, name)) return;
      call.reads.note(kind, name, found(call));
    }
  }

  /** Sets `$1`, `$2`, … and `$@`. */
  setPositional(args: readonly Argument[]): void {
    const { count } = this;
    for (let index = args.length; index < Math.min(count, mostNumbered); index++)
      this.setLocal(String(index + 1), emptyValue);
    this.arguments = args;
    this.shifted = null;
    for (const [index, argument] of args.slice(0, mostNumbered).entries())
      this.setLocal(String(index + 1), valueOf(argument));
    const split = args.find(({ isSplit }) => isSplit === true);
    if (split !== undefined)
      for (let number = args.length + 1; number < 10; number++)
        this.setLocal(String(number), valueOf(split));
    const all = valueOfAll(args);
    for (const name of ["@", "*"]) this.setLocal(name, all);
  }

  /** Sets `$0`, the first word behind `-c CODE`. */
  setZero(argument: Argument): void {
    this.setLocal("0", valueOf(argument));
  }

  /** Sets a variable that never leaves this layer. */
  setLocal(name: string, value: Value): void {
    (this.locals ??= new Set()).add(name);
    this.put(name, value);
  }

  private put(name: string, held: Value | Perhaps): void {
    (this.variables ??= new Map()).set(name, held);
    const values = isPerhaps(held) ? [held.ahead, held.behind] : [held];
    if (values.some((value) => value?.exported === true || value?.refers !== undefined))
      this.shell.marked.add(name);
  }

  private putFunction(name: string, known: KnownFunction): void {
    (this.functions ??= new Map()).set(name, known);
    this.shell.functions.add(name);
  }

  /** `declare -n NAME=OTHER`: another name of a variable. */
  refer(name: string, other: string): void {
    this.setLocal(name, { ...emptyValue, refers: other });
  }

  /** Notes that a file was written with fetched bytes (the advisory rule of the extended profile). */
  write(file: string, downloaded: Downloaded): void {
    this.files.write(file, downloaded);
    for (const { files } of this.callsAbove(null)) files.set(file, downloaded);
  }

  /** The fetched bytes a file was written with; null where none were. */
  written(file: string): Downloaded | null {
    const found = this.files.find(file);
    this.noteRead("file", file, () => found, null);
    return found;
  }

  /** The files of the document that were downloaded. */
  get files(): Downloads {
    return (this.shell.downloads ??= new Downloads());
  }

  define(definition: FunctionDefinition): void {
    this.putFunction(definition.name, { definition, exported: false });
  }

  /** `unset -f NAME`. */
  undefine(name: string): void {
    this.putFunction(name, { definition: null, exported: false });
  }

  /** `export -f NAME`: child shells have the function too. */
  exportFunction(name: string): void {
    this.putFunction(name, { definition: this.lookup(name), exported: true });
  }

  lookup(name: string): FunctionDefinition | null {
    let layer: Environment | null = this.shell.functions.has(name) ? this : null;
    let found = layer?.functions?.get(name);
    while (found === undefined && layer !== null) {
      layer = layer.parent;
      found = layer?.functions?.get(name);
    }
    this.noteRead("function", name, () => found?.definition ?? null, layer);
    return found?.definition ?? null;
  }

  /** A layer for a function call: declarations in it stay in it. */
  call(definition: FunctionDefinition, view: View): CallEnvironment {
    const running = {
      definition,
      from: this,
      view,
      outer: this.running,
      reads: new Reads(),
      files: new Map<string, Downloaded>(),
    };
    return Object.assign(new Environment(this, running, this.shell), { running });
  }

  /** How many calls of a function are running. */
  callsOf(definition: FunctionDefinition): number {
    return [...this.callsAbove(null)].filter((call) => call.definition === definition).length;
  }

  /** Notes that a call was not followed. */
  cutShort(): void {
    for (const { reads } of this.callsAbove(null)) reads.isCut = true;
  }

  /** True inside a function. */
  get isFunction(): boolean {
    return this.running !== null;
  }

  /** True where this layer put fetched bytes into a variable that held none before. */
  get learned(): boolean {
    for (const [name, held] of this.variables ?? []) {
      const carries = (isPerhaps(held) ? [held.ahead, held.behind] : [held]).some(
        (value) => value !== undefined && value.remote !== null,
      );
      if (carries && (this.parent?.get(name)?.remote ?? null) === null) return true;
    }
    return false;
  }

  /** What a child process sees: exported variables and functions only. */
  exported(): Environment {
    this.noteRead("exports", "", ({ from }) => from.exported().contents, null);
    const child = Environment.empty();
    const seen = new Set<string>();
    const seenFunctions = new Set<string>();
    for (let layer: Environment | null = this; layer !== null; layer = layer.parent) {
      for (const name of layer.variables?.keys() ?? []) {
        const [value] = seen.has(name) ? [null] : layer.find(name);
        if (value?.exported === true) child.set(name, value);
        seen.add(name);
      }
      for (const [name, known] of layer.functions ?? []) {
        if (!seenFunctions.has(name) && known.exported) child.putFunction(name, known);
        seenFunctions.add(name);
      }
    }
    return child;
  }

  /** What this layer holds. */
  get contents(): unknown {
    return [this.variables, this.functions];
  }

  /** What this layer changed, without what it was put over. */
  get changes(): Environment {
    const alone = new Environment(null, null, this.shell);
    ({ variables: alone.variables, functions: alone.functions, locals: alone.locals } = this);
    return alone;
  }

  /** Takes over everything a layer changed. */
  absorb(layer: Environment): void {
    for (const [name, held] of layer.variables ?? [])
      if (layer.locals?.has(name) !== true) this.hold(name, held);
    for (const [name, known] of layer.functions ?? []) this.putFunction(name, known);
  }

  /**
   * Takes over what any of several alternative layers may have changed: a value that only some set
   * joins with what was there before. `exhaustive`: one of the alternatives certainly ran.
   */
  join(layers: readonly Environment[], exhaustive: boolean): void {
    const names = new Set(layers.flatMap((layer) => [...(layer.variables?.keys() ?? [])]));
    for (const name of names) {
      const held = layers.map((layer) => layer.variables?.get(name) ?? nothingNew);
      this.hold(name, (exhaustive ? held : [...held, nothingNew]).reduce(joinHeld));
    }
    for (const layer of layers)
      for (const [name, known] of layer.functions ?? []) this.putFunction(name, known);
  }

  /**
   * Puts what another layer holds into this one. Inside a call it stays open what a variable held before that may keep its
   * value: so the call does not depend on it.
   */
  private hold(name: string, held: Value | Perhaps): void {
    if (!isPerhaps(held)) this.put(name, held);
    else if (this.running === null)
      this.put(name, resolved(this.find(name)[0], held) ?? unknownValue);
    else this.put(name, over(held, this.variables?.get(name) ?? nothingNew));
  }
}

/** Arguments of functions, and the environments that they were expanded in. */
const passedIn = new WeakMap<Argument, Environment>();

/** True for the name of an argument: `1`, `2`, … */
function isNumber(name: string): boolean {
  return /^[1-9]\d*$/.test(name);
}
