import type { Downloaded } from "../../downloads.js";
import type { FunctionDefinition } from "../syntax.js";
import type { Argument } from "./argument.js";
import type { Environment } from "./environment.js";
import type { Value } from "./values.js";
import { sameValue, sameWords } from "./equality.js";

/** What may be read of an environment, by what it is called there. */
export interface Readings {
  readonly value: Value | null;
  /** The same, where it is only printed for nobody: it matters where a reader would find code in it. */
  readonly shown: Value | null;
  /** How many parameters there are. */
  readonly count: number;
  /** Whether a variable is exported, and which one it refers to: all that setting it anew depends on. */
  readonly attributes: Pick<Value, "exported" | "refers">;
  readonly function: FunctionDefinition | null;
  readonly file: Downloaded | null;
}

export type Kind = keyof Readings;

/** Whether a text may hold code that is worth reading. */
type Mentions = (text: string) => boolean;

function samePrint(first: Value | null, second: Value | null, mentions: Mentions): boolean {
  return sameValue(first, second) || (isPlain(first, mentions) && isPlain(second, mentions));
}

function isPlain(value: Value | null, mentions: Mentions): boolean {
  if (value === null) return true;
  const { text, possible = [], elements } = value;
  return elements === undefined && !mentions(text ?? possible.join("\n"));
}

const same: { readonly [K in Kind]: (first: Readings[K], second: Readings[K], mentions: Mentions) => boolean } = {
  value: sameValue,
  shown: samePrint,
  count: (first, second) => first === second,
  attributes: (first, second) => first.exported === second.exported && first.refers === second.refers,
  function: (first, second) => first === second,
  file: (first, second) => first === second,
};

const now: { readonly [K in Kind]: (env: Environment, name: string) => Readings[K] } = {
  value: (env, name) => env.own(name),
  shown: (env, name) => env.shown().own(name),
  count: (env) => env.count,
  attributes: (env, name) => env.attributes(name),
  function: (env, name) => env.lookup(name),
  file: (env, name) => env.written(name),
};

const kinds: readonly Kind[] = ["value", "count", "attributes", "function", "shown", "file"];

/** What a call read of the shell that it was made in: where all of that is as it was, the call does what it did. */
export class Reads {
  private readonly read: { readonly [K in Kind]: Map<string, Readings[K]> } = {
    value: new Map(),
    shown: new Map(),
    count: new Map(),
    attributes: new Map(),
    function: new Map(),
    file: new Map(),
  };
  private parameters: readonly Argument[] | null | undefined;
  private exports: Environment | null = null;
  /** A call in it was not followed, so many run already: from elsewhere it may be. */
  isCut = false;

  has(kind: Kind, name: string): boolean {
    return this.read[kind].has(name);
  }

  note<K extends Kind>(kind: K, name: string, found: Readings[K]): void {
    this.read[kind].set(name, found);
  }

  /** `"$@"`, word by word. */
  noteParameters(parameters: readonly Argument[] | null): void {
    if (this.parameters === undefined) this.parameters = parameters;
  }

  /** All that child processes see. */
  noteExports(exports: () => Environment): void {
    this.exports ??= exports();
  }

  /** Whether all parameters were read at once. */
  get readsAll(): boolean {
    return this.parameters !== undefined || this.has("value", "@") || this.has("value", "*");
  }

  get size(): number {
    return Object.values(this.read).reduce((sum, { size }) => sum + size, 1);
  }

  /** True where an environment has all that was read. */
  areThoseOf(env: Environment, mentions: Mentions): boolean {
    if (this.parameters !== undefined && !sameWords(this.parameters, env.positional)) return false;
    if (this.exports !== null && !this.exports.equals(env.exported())) return false;
    return kinds.every((kind) => this.agree(kind, env, mentions));
  }

  private agree<K extends Kind>(kind: K, env: Environment, mentions: Mentions): boolean {
    const read: ReadonlyMap<string, Readings[K]> = this.read[kind];
    for (const [name, found] of read) if (!same[kind](found, now[kind](env, name), mentions)) return false;
    return true;
  }
}
