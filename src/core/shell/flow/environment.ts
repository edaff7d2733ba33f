import { Downloads, programPath, type Downloaded } from "../../downloads.js";
import { fileName } from "../../scan.js";
import type { FunctionDefinition } from "../script.js";
import type { Argument } from "./argument.js";
import { signatureOfReading } from "./signature-of-reading.js";
import { pathsOf } from "./working-directory.js";
import { NameTable } from "./name-table.js";
import type { Reading, View } from "./call-context.js";
import type { Call, Effects } from "./running-call.js";
import { isHiddenName, Layer } from "./environment-layer.js";
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

/** Maximum number of arguments that are stored by their numbers (`$1`, `$2`, …). */
export const MAX_NUMBERED = 256;

type Attributes = Pick<Value, "exported" | "refers">;

const noAttributes: Attributes = { exported: false };

const nothingWritten: ReadonlyMap<string, Value> = new Map();

/**
 * Variables and functions as one shell sees them. A layer over a parent contains only what changed, so subshells and branches
 * cost only what they write.
 */
export class Environment extends Layer {
  declare protected readonly parent: Environment | null;
  declare readonly running: Call<Environment> | null;
  /** Whether values read through this layer are only printed and not read. */
  private isShown = false;

  /** Creates an empty environment; `downloads` are the files that the document has downloaded so far. */
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

  /** Returns a layer whose changes do not reach this environment unless they are merged. */
  layer(): Environment {
    return new Environment(this, this.running, this.shell);
  }

  get(name: string): Value | null {
    const value = this.directValue(name);
    return value?.refers === undefined ? value : this.directValue(value.refers);
  }

  /** Returns the value of a variable in a child process; null if it is not exported. */
  exportedValue(name: string): Value | null {
    if (!this.shell.table.isEver("exported", name)) return null;
    const value = this.get(name);
    return value?.exported === true ? value : null;
  }

  /** Returns the elements of an array. The parameters of a call are not an array, so requesting their elements records no read. */
  elements(name: string): Value["elements"] {
    return (name === "@" ? this.find(name)[0] : this.get(name))?.elements;
  }

  /** Returns the value that is stored under a name, even if the name refers to another variable. */
  directValue(name: string): Value | null {
    if (isHiddenName(name) && !this.shell.table.isEver("set", name)) return null;
    const [given, , all] = name === "@" || name === "*" ? this.findPositional() : [];
    if (given !== all) return valueOfAll(this.positional ?? []);
    const [value, layer, called] = this.find(name);
    this.note(this.isShown ? "shown" : "value", called, layer);
    return value;
  }

  /**
   * `shift` in the body of a function: renumbers its arguments without reading a value. Returns false if that is not possible, and
   * the caller must set the remaining arguments again.
   */
  shift(by: number): boolean {
    const { running } = this;
    if (running === null || this.level !== running.from.level + 1 || this.arguments !== null)
      return false;
    const before = this.shifted ?? { by: 0, of: this.count };
    this.shifted = { ...before, by: Math.min(before.by + by, before.of) };
    return true;
  }

  /** Returns the attributes of a variable, which are kept when its value changes. */
  attributes(name: string): Attributes {
    // attributes that are set later are handled when the effects of a call are applied
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
    this.keep(this.attributes(name).refers ?? name, value);
  }

  /** The arguments of the running function or code string; null if they are unknown. */
  get positional(): readonly Argument[] | null {
    const [found, layer] = this.findPositional();
    this.note(this.isShown ? "count" : "parameters", "", layer);
    if (this.isShown) found?.forEach((_, index) => this.directValue(String(index + 1)));
    return found;
  }

  /** The number of arguments; -1 if they are unknown. */
  get count(): number {
    const [found, layer] = this.findPositional();
    this.note("count", "", layer);
    return found?.length ?? -1;
  }

  /** Returns this environment for words that are only printed and not read. */
  shown(): Environment {
    const layer = this.layer();
    layer.isShown = true;
    return layer;
  }

  /** Yields the running calls that were made in a layer or above it, innermost first: the values of the layer are external to them. */
  private *callsAbove(layer: Layer | null): Generator<Call<Environment>> {
    for (
      let call = this.running;
      call !== null && (layer === null || call.from.level >= layer.level);
      call = call.outer
    )
      yield call;
  }

  /** Records that the calls that `callsAbove` yields read a value of the layer. */
  private note(kind: Reading["kind"], name: string, layer: Layer | null): void {
    for (
      let call = this.running;
      call !== null && (layer === null || call.from.level >= layer.level);
      call = call.outer
    ) {
      // if this call read the name before, so did the calls around it
      if (call.reads.has(kind, name)) return;
      call.reads.note(kind, name, signatureOfReading(call.from, kind, name, call.view));
    }
  }

  /** Records that the running calls read everything that the call of a summary read. */
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
    for (let index = args.length; index < Math.min(count, MAX_NUMBERED); index++)
      this.setLocal(String(index + 1), emptyValue);
    this.arguments = args;
    this.shifted = null;
    for (const [index, argument] of args.slice(0, MAX_NUMBERED).entries())
      this.setLocal(String(index + 1), valueOf(argument));
    const split = args.find(({ isSplit }) => isSplit === true);
    if (split !== undefined)
      for (let number = args.length + 1; number < 10; number++)
        this.setLocal(String(number), valueOf(split));
    const all = valueOfAll(args);
    for (const name of ["@", "*"]) this.setLocal(name, all);
  }

  /** Sets `$0`, the first word after `-c CODE`. */
  setZero(argument: Argument): void {
    this.setLocal("0", valueOf(argument));
  }

  /** Sets a variable that is local to this layer. */
  setLocal(name: string, value: Value): void {
    (this.locals ??= new Set()).add(name);
    this.keep(name, value);
  }

  /** `declare -n NAME=OTHER`: makes a name refer to another variable. */
  refer(name: string, other: string): void {
    this.setLocal(name, { ...emptyValue, refers: other });
  }

  /** Records that fetched bytes were written to a file. */
  recordDownload(file: string, downloaded: Downloaded): void {
    for (const path of pathsOf(file, this)) {
      this.files.write(path, downloaded);
      for (const { files } of this.callsAbove(null)) files.set(path, downloaded);
      const name = fileName(path);
      if (this.files.hasProgram(name)) this.shell.table.state("installed", name);
    }
  }

  /** Returns the path of a downloaded program that is called by its bare name; null if none of that name was downloaded. */
  installed(name: string): string | null {
    const { table } = this.shell;
    if (this.files.hasProgram(name)) table.state("installed", name);
    return table.isEver("installed", name) ? programPath(name) : null;
  }

  /** Returns how a file was downloaded; null if no fetched bytes were written to it. */
  downloadOf(file: string): Downloaded | null {
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
    this.keepFunction(definition.name, { definition, exported: false });
  }

  /** `unset -f NAME`. */
  undefine(name: string): void {
    this.keepFunction(name, { definition: null, exported: false });
  }

  /** `export -f NAME`: exports the function to child shells. */
  exportFunction(name: string): void {
    this.keepFunction(name, { definition: this.lookup(name), exported: true });
  }

  lookup(name: string): FunctionDefinition | null {
    const [definition, layer] = this.findFunction(name);
    if (this.shell.table.lookedUp(name, definition)) this.note("function", name, layer);
    return definition;
  }

  /** The number of times that summaries of earlier calls became invalid because the table of names changed. */
  get epoch(): number {
    return this.shell.table.epoch;
  }

  /** Returns a layer for a function call made in this one: its declarations are local to it. */
  call(view: View, reads: Call<Environment>["reads"]): CallEnvironment {
    const running = { from: this, view, outer: this.running, reads, files: new Map() };
    return Object.assign(new Environment(this, running, this.shell), { running });
  }

  /** The number of variables to which this layer assigned fetched bytes and that had none before. */
  get fetchedCount(): number {
    let fetchedCount = 0;
    for (const [name, stored] of this.variables ?? []) {
      const isFetched = (isPossibleValue(stored) ? [stored.ahead, stored.behind] : [stored]).some(
        (value) => value !== undefined && value.remote !== null,
      );
      if (isFetched && (this.parent?.get(name)?.remote ?? null) === null) fetchedCount++;
    }
    return fetchedCount;
  }

  /** Returns the environment of a child process: only exported variables and functions. */
  exported(): Environment {
    this.note("exports", "", null);
    return this.findExported();
  }

  /** Returns the environment of a child process without recording the read. */
  findExported(): Environment {
    const child = Environment.shell(null, this.shell.table);
    const { variables, functions } = this.exports;
    for (const [name, value] of variables) child.set(name, value);
    for (const [name, known] of functions) child.keepFunction(name, known);
    return child;
  }

  /** Applies all changes of a layer. */
  absorb(layer: Environment): void {
    this.apply(layer.effects);
  }

  /** Applies the changes of a call; `reads` is what the call read. */
  apply({ variables, functions }: Effects, reads?: Call<Environment>["reads"]): void {
    for (const [name, stored] of variables) {
      const wasUnmarked = this.shell.marked.has(name) && reads?.has("attributes", name) === false;
      if (wasUnmarked) this.storeMarked(name, stored);
      else this.store(name, stored);
    }
    for (const [name, known] of functions) this.keepFunction(name, known);
  }

  /** Stores the value that a call assigned to a variable without having read whether the variable is exported or refers to another. */
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
   * Applies the possible changes of several alternative layers: a value that only some set is joined with the previous one.
   * `exhaustive`: one of the alternatives certainly ran.
   */
  join(layers: readonly Environment[], exhaustive: boolean): void {
    const written = layers.map(({ variables }) => variables ?? nothingWritten);
    for (const [name, stored] of joinWritten(written, exhaustive)) this.store(name, stored);
    for (const layer of layers)
      for (const [name, known] of layer.functions ?? []) this.keepFunction(name, known);
  }

  /**
   * Stores a value of another layer in this one. Inside a call, a possible value is not joined with the previous value of the variable,
   * so that the call does not depend on the previous value.
   */
  private store(name: string, stored: Value | PossibleValue): void {
    if (!isPossibleValue(stored)) this.keep(name, stored);
    else if (this.running === null)
      this.keep(name, resolved(this.find(name)[0], stored) ?? unknownValue);
    else this.keep(name, over(stored, this.variables?.get(name) ?? nothingNew));
  }
}

/** The environment of a call. */
export type CallEnvironment = Environment & { readonly running: Call<Environment> };
