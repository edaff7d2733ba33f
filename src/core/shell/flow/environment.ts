import { Downloads, programPath, type Downloaded } from "../../downloads.js";
import { fileName } from "../../scan.js";
import type { FunctionDefinition } from "../script.js";
import type { Argument } from "./argument.js";
import { signatureOfReading } from "./reading.js";
import { pathsOf } from "./folder.js";
import { NameTable } from "./name-table.js";
import type { Reading, View } from "./context.js";
import type { Call, Effects, KnownFunction } from "./call.js";
import { isTrap } from "./trap-name.js";
import {
  emptyValue,
  isPossibleValue,
  joinWritten,
  nothingNew,
  over,
  resolved,
  unknownValue,
  valueOf,
  valueOfAll,
  type Value,
  type PossibleValue,
} from "./values.js";

/** Arguments that are known by their numbers. */
export const mostNumbered = 256;

type Attributes = Pick<Value, "exported" | "refers">;

const noAttributes: Attributes = { exported: false };

const nothingWritten: ReadonlyMap<string, Value> = new Map();

/** What all layers of a shell share. */
interface Shell {
  downloads: Downloads | null;
  /** Names that functions ever had. */
  readonly functions: Set<string>;
  /** Variables that ever had attributes. */
  readonly marked: Set<string>;
  /** Variables that were ever used for traps. */
  readonly traps: Set<string>;
  /** Shared with the shells that it starts: they have the same names. */
  readonly table: NameTable;
}

/**
 * Variables and functions as one shell sees them. A layer over a parent holds only what changed, so that
 * subshells and branches cost what they write.
 */
export class Environment {
  // most layers hold nothing: what they hold is made when it comes
  private variables: Map<string, Value | PossibleValue> | null = null;
  private functions: Map<string, KnownFunction> | null = null;

  /** Names that `local` gave this layer. */
  private locals: Set<string> | null = null;
  private arguments: readonly Argument[] | null = null;
  /** The nearest layer below that defines functions: most do not, and there may be thousands. */
  private readonly functionLayer: Environment | null;
  /** How many layers are below this one. */
  private readonly level: number;
  /** Whether what is read through this layer is printed where nobody reads it. */
  private isShown = false;
  /** How many of the arguments that this layer's call was given are gone (`shift`), and of how many. */
  private shifted: { readonly by: number; readonly of: number } | null = null;

  private constructor(
    private readonly parent: Environment | null,
    /** The innermost call that is running. */
    readonly running: Call<Environment> | null,
    private readonly shell: Shell,
  ) {
    this.level = parent === null ? 0 : parent.level + 1;
    this.functionLayer =
      parent === null || parent.functions !== null ? parent : parent.functionLayer;
  }

  /** One that may know the files that were downloaded before, elsewhere in the document. */
  static empty(downloads: Downloads | null = null): Environment {
    return Environment.shell(downloads, new NameTable());
  }

  private static shell(downloads: Downloads | null, table: NameTable): Environment {
    return new Environment(null, null, {
      downloads,
      functions: new Set(),
      marked: new Set(),
      traps: new Set(),
      table,
    });
  }

  /** A layer whose changes do not reach this environment unless they are merged. */
  layer(): Environment {
    return new Environment(this, this.running, this.shell);
  }

  get(name: string): Value | null {
    const value = this.own(name);
    return value?.refers === undefined ? value : this.own(value.refers);
  }

  /** What a child process finds in a variable; null where it is not exported. */
  exportedValue(name: string): Value | null {
    if (!this.shell.table.isEver("exported", name)) return null;
    const value = this.get(name);
    return value?.exported === true ? value : null;
  }

  /** The elements of an array. The parameters of a call are not an array: asking for their elements reads nothing of them. */
  elements(name: string): Value["elements"] {
    return (name === "@" ? this.find(name)[0] : this.get(name))?.elements;
  }

  /** What the name itself holds, also where it refers to another one. */
  own(name: string): Value | null {
    if (isHidden(name) && !this.shell.table.isEver("set", name)) return null;
    const [given, , all] = name === "@" || name === "*" ? this.findPositional() : [];
    if (given !== all) return valueOfAll(this.positional ?? []);
    const [value, layer, called] = this.find(name);
    this.note(this.isShown ? "shown" : "value", called, layer);
    return value;
  }

  /** What a name holds, the layer that does, and what it is called there. */
  find(name: string): readonly [Value | null, Environment | null, string] {
    let called = name;
    let above: PossibleValue[] | null = null;
    for (let layer: Environment | null = this; layer !== null; layer = layer.parent) {
      const stored =
        layer.variables?.get(called) ?? (layer.shifted === null ? undefined : layer.gone(called));
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

  /** The value of an argument that is there no longer. */
  private gone(name: string): Value | undefined {
    if (this.shifted === null || !isNumber(name)) return undefined;
    const { by, of } = this.shifted;
    return Number(name) <= of && Number(name) + by > of ? emptyValue : undefined;
  }

  /**
   * `shift` in the body of a function: its arguments have other names from here on, and no value is read.
   * False in any other place, where they are to be set again.
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
    // what gets them later is looked at where the effects of a call are applied
    if (!this.shell.marked.has(name)) return noAttributes;
    const [value, layer, called] = this.find(name);
    const found = {
      exported: value?.exported ?? false,
      ...(value?.refers === undefined ? {} : { refers: value.refers }),
    };
    this.note("attributes", called, layer);
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
    const [found, layer] = this.findPositional();
    this.note(this.isShown ? "count" : "parameters", "", layer);
    if (this.isShown) found?.forEach((_, index) => this.own(String(index + 1)));
    return found;
  }

  /** How many arguments there are; -1 where they are not known. */
  get count(): number {
    const [found, layer] = this.findPositional();
    this.note("count", "", layer);
    return found?.length ?? -1;
  }

  /** The arguments, the layer that holds them, and those that it holds: the first of them may be gone. */
  findPositional(): readonly [
    readonly Argument[] | null,
    Environment | null,
    readonly Argument[] | null,
  ] {
    let gone = 0;
    let layer: Environment | null = this;
    for (; layer !== null && layer.arguments === null; layer = layer.parent)
      gone += layer.shifted?.by ?? 0;
    const { running } = this;
    const seen = layer?.arguments ?? null;
    const given = layer !== null && layer === running?.from ? running.view.words(seen) : seen;
    return [gone === 0 ? given : (given?.slice(gone) ?? null), layer, given];
  }

  /** This environment for words that are printed where nobody reads them. */
  shown(): Environment {
    const layer = this.layer();
    layer.isShown = true;
    return layer;
  }

  /** The calls that are running above a layer, innermost first: what the layer holds comes into them from outside. */
  private *callsAbove(layer: Environment | null): Generator<Call<Environment>> {
    for (
      let call = this.running;
      call !== null && (layer === null || call.from.level >= layer.level);
      call = call.outer
    )
      yield call;
  }

  /** Records that the calls above a layer read what it holds. */
  private note(kind: Reading["kind"], name: string, layer: Environment | null): void {
    for (
      let call = this.running;
      call !== null && (layer === null || call.from.level >= layer.level);
      call = call.outer
    ) {
      // what it read before, those around it did, too
      if (call.reads.has(kind, name)) return;
      call.reads.note(kind, name, signatureOfReading(call.from, kind, name, call.view));
    }
  }

  /** Records that the calls which are running read here what one that has a summary read. */
  replay(reads: Iterable<Reading>): void {
    if (this.running === null) return;
    for (const { kind, name } of reads) {
      const layer =
        kind === "parameters" || kind === "count"
          ? this.findPositional()[1]
          : kind === "function"
            ? this.findFunction(name)[1]
            : kind === "exports" || kind === "file"
              ? null
              : this.find(name)[1];
      this.note(kind, name, layer);
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

  private put(name: string, stored: Value | PossibleValue): void {
    (this.variables ??= new Map()).set(name, stored);
    if (isHidden(name)) this.shell.table.state("set", name);
    if (isTrap(name)) this.shell.traps.add(name);
    const values = isPossibleValue(stored) ? [stored.ahead, stored.behind] : [stored];
    if (values.some((value) => value?.exported === true || value?.refers !== undefined))
      this.mark(name);
  }

  private mark(name: string): void {
    this.shell.marked.add(name);
    this.shell.table.state("exported", name);
  }

  private putFunction(name: string, known: KnownFunction): void {
    (this.functions ??= new Map()).set(name, known);
    this.shell.functions.add(name);
    const isEverywhere = this.level === (this.running === null ? 0 : this.running.from.level + 1);
    this.shell.table.defined(name, known.definition, isEverywhere);
  }

  /** The variables that stand for traps. */
  get traps(): Iterable<string> {
    return this.shell.traps;
  }

  /** Those that were set in this shell, or in this layer where it is a subshell of another. */
  get ownTraps(): readonly string[] {
    const { traps } = this.shell;
    return traps.size === 0 ? [] : [...traps].filter((name) => this.variables?.has(name) === true);
  }

  /** True for the outermost layer of a shell. */
  get isWhole(): boolean {
    return this.level === 0;
  }

  /** `declare -n NAME=OTHER`: another name of a variable. */
  refer(name: string, other: string): void {
    this.setLocal(name, { ...emptyValue, refers: other });
  }

  /** Notes that a file was written with fetched bytes (the advisory rule of the extended profile). */
  write(file: string, downloaded: Downloaded): void {
    for (const path of pathsOf(file, this)) {
      this.files.write(path, downloaded);
      for (const { files } of this.callsAbove(null)) files.set(path, downloaded);
      const name = fileName(path);
      if (this.files.hasProgram(name)) this.shell.table.state("installed", name);
    }
  }

  /** The path of a program that is called by its bare name; null where none of that name was ever downloaded. */
  installed(name: string): string | null {
    const { table } = this.shell;
    if (this.files.hasProgram(name)) table.state("installed", name);
    return table.isEver("installed", name) ? programPath(name) : null;
  }

  /** The fetched bytes a file was written with; null where none were. */
  written(file: string): Downloaded | null {
    for (const path of pathsOf(file, this)) {
      this.note("file", path, null);
      const downloaded = this.files.find(path);
      if (downloaded !== null) return downloaded;
    }
    return null;
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
    const [definition, layer] = this.findFunction(name);
    if (this.shell.table.lookedUp(name, definition)) this.note("function", name, layer);
    return definition;
  }

  /** What a name leads to, and the layer that says so, without recording it. */
  findFunction(name: string): readonly [FunctionDefinition | null, Environment | null] {
    let layer: Environment | null = this.shell.functions.has(name) ? this : null;
    let found = layer?.functions?.get(name);
    while (found === undefined && layer !== null) {
      layer = layer.functionLayer;
      found = layer?.functions?.get(name);
    }
    return [found?.definition ?? null, layer];
  }

  /** Counts how often summaries of earlier calls became invalid, since a name leads to another function. */
  get epoch(): number {
    return this.shell.table.epoch;
  }

  /** A layer for a function call, which is made in this one: declarations in it stay in it. */
  call(view: View, reads: Call<Environment>["reads"]): CallEnvironment {
    const running = { from: this, view, outer: this.running, reads, files: new Map() };
    return Object.assign(new Environment(this, running, this.shell), { running });
  }

  /** True inside a function. */
  get isFunction(): boolean {
    return this.running !== null;
  }

  /** The parameters that this layer set, or shifted, itself; null where it did not. */
  get ownPositional(): readonly Argument[] | null {
    return this.arguments;
  }

  /** The number of variables into which this layer put fetched bytes and that stored none before. */
  get learned(): number {
    let learned = 0;
    for (const [name, stored] of this.variables ?? []) {
      const carries = (isPossibleValue(stored) ? [stored.ahead, stored.behind] : [stored]).some(
        (value) => value !== undefined && value.remote !== null,
      );
      if (carries && (this.parent?.get(name)?.remote ?? null) === null) learned++;
    }
    return learned;
  }

  /** What a child process sees: exported variables and functions only. */
  exported(): Environment {
    this.note("exports", "", null);
    return this.findExported();
  }

  /** The same, without recording it. */
  findExported(): Environment {
    const child = Environment.shell(null, this.shell.table);
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

  /** What this layer changed and what does not stay in it. */
  get effects(): Effects {
    const variables = new Map(this.variables);
    for (const name of this.locals ?? []) variables.delete(name);
    return { variables, functions: this.functions ?? new Map<string, KnownFunction>() };
  }

  /** Takes over everything a layer changed. */
  absorb(layer: Environment): void {
    this.apply(layer.effects);
  }

  /** Takes over what a call changed; `reads` is what it read. */
  apply({ variables, functions }: Effects, reads?: Call<Environment>["reads"]): void {
    for (const [name, stored] of variables) {
      const wasUnmarked = this.shell.marked.has(name) && reads?.has("attributes", name) === false;
      if (wasUnmarked) this.storeMarked(name, stored);
      else this.store(name, stored);
    }
    for (const [name, known] of functions) this.putFunction(name, known);
  }

  /** What was written to a variable before it was exported or referred to another one. */
  private storeMarked(name: string, stored: Value | PossibleValue): void {
    const { exported, refers } = this.attributes(name);
    const mark = <V extends Value | undefined>(value: V): V =>
      value === undefined || !exported ? value : { ...value, exported };
    const marked = isPossibleValue(stored)
      ? { ...stored, ahead: mark(stored.ahead), behind: mark(stored.behind) }
      : mark(stored);
    this.store(refers ?? name, marked);
  }

  /**
   * Takes over what any of several alternative layers may have changed: a value that only some set
   * joins with what was there before. `exhaustive`: one of the alternatives certainly ran.
   */
  join(layers: readonly Environment[], exhaustive: boolean): void {
    const written = layers.map(({ variables }) => variables ?? nothingWritten);
    for (const [name, stored] of joinWritten(written, exhaustive)) this.store(name, stored);
    for (const layer of layers)
      for (const [name, known] of layer.functions ?? []) this.putFunction(name, known);
  }

  /**
   * Puts what another layer holds into this one. Inside a call it stays open what a variable stored before that may keep its
   * value: so the call does not depend on it.
   */
  private store(name: string, stored: Value | PossibleValue): void {
    if (!isPossibleValue(stored)) this.put(name, stored);
    else if (this.running === null)
      this.put(name, resolved(this.find(name)[0], stored) ?? unknownValue);
    else this.put(name, over(stored, this.variables?.get(name) ?? nothingNew));
  }
}

/** The environment of a call. */
export type CallEnvironment = Environment & { readonly running: Call<Environment> };

/** True for the name of an argument: `1`, `2`, … */
function isNumber(name: string): boolean {
  return /^[1-9]\d*$/.test(name);
}

/** True for what a shell keeps beside its variables (descriptors, traps, the working directory): few texts set it. */
function isHidden(name: string): boolean {
  return name.startsWith("&");
}
