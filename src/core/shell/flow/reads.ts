import type { Downloaded } from "../../downloads.js";
import type { FunctionDefinition } from "../syntax.js";
import type { Argument } from "./argument.js";
import type { Environment } from "./environment.js";
import type { Value } from "./values.js";
import { alike } from "./equality.js";

/** What may be read of an environment, and how that is found by what it is called there. */
const now = {
  value: (env: Environment, name: string): Value | null => env.own(name),
  /** How many parameters there are. */
  count: (env: Environment): number => env.count,
  /** Whether a variable is exported, and which one it refers to: all that setting it anew depends on. */
  attributes: (env: Environment, name: string): Pick<Value, "exported" | "refers"> => env.attributes(name),
  function: (env: Environment, name: string): FunctionDefinition | null => env.lookup(name),
  /** A value that is only printed for nobody: it matters where a reader would find code in it. */
  shown: (env: Environment, name: string): Value | null => env.shown().own(name),
  file: (env: Environment, name: string): Downloaded | null => env.written(name),
};

export type Kind = keyof typeof now;

const kinds = Object.keys(now) as Kind[];

export type Reading = ReturnType<(typeof now)[Kind]>;

/** Whether a text may hold code that is worth reading. */
type Mentions = (text: string) => boolean;

function samePrint(first: Value | null, second: Value | null, mentions: Mentions): boolean {
  return alike(first, second) || (isPlain(first, mentions) && isPlain(second, mentions));
}

function isPlain(value: Value | null, mentions: Mentions): boolean {
  if (value === null) return true;
  const { text, possible = [], elements } = value;
  return elements === undefined && !mentions(text ?? possible.join("\n"));
}

/** What a call read of the shell that it was made in: where all of that is as it was, the call does what it did. */
export class Reads {
  private readonly read: Readonly<Record<Kind, Map<string, Reading>>> = {
    value: new Map(),
    count: new Map(),
    attributes: new Map(),
    function: new Map(),
    shown: new Map(),
    file: new Map(),
  };
  private parameters: readonly Argument[] | null | undefined;
  private exports: Environment | null = null;
  /** A call in it was not followed, so many run already: from elsewhere it may be. */
  isCut = false;

  has(kind: Kind, name: string): boolean {
    return this.read[kind].has(name);
  }

  note(kind: Kind, name: string, found: Reading): void {
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
    if (this.parameters !== undefined && !alike(this.parameters, env.positional)) return false;
    if (this.exports !== null && !this.exports.equals(env.exported())) return false;
    for (const kind of kinds)
      for (const [name, found] of this.read[kind]) {
        const [before, here] = [found, now[kind](env, name)];
        if (before === here) continue;
        if (kind === "function" || kind === "file") return false;
        if (!(kind === "shown" ? samePrint(before as Value | null, here as Value | null, mentions) : alike(before, here))) return false;
      }
    return true;
  }
}
