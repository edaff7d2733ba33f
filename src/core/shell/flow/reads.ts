import type { Downloaded } from "../../downloads.js";
import type { FunctionDefinition } from "../syntax.js";
import type { Argument } from "./argument.js";
import type { Environment, View } from "./environment.js";
import { unknownValue, type Value } from "./values.js";
import { alike } from "./equality.js";

/** What may be read of an environment, and how that is found by what it is called there. */
const now = {
  value: (env: Environment, name: string): Value | null => env.own(name),
  /** How many parameters there are. */
  count: (env: Environment): number => env.count,
  /** `"$@"`, word by word. */
  parameters: (env: Environment): readonly Argument[] | null => env.positional,
  /** Whether a variable is exported, and which one it refers to: all that setting it anew depends on. */
  attributes: (env: Environment, name: string): Pick<Value, "exported" | "refers"> => env.attributes(name),
  function: (env: Environment, name: string): FunctionDefinition | null => env.lookup(name),
  /** A value that is only printed for nobody: it matters where a reader would find code in it. */
  shown: (env: Environment, name: string): Value | null => env.for("shown").own(name),
  file: (env: Environment, name: string): Downloaded | null => env.written(name),
  /** All that child processes see. */
  exports: (env: Environment): unknown => env.exported().contents,
};

export type Kind = keyof typeof now;

type Reading = ReturnType<(typeof now)[Kind]>;

/** Whether a text may hold code that is worth reading. */
type Mentions = (text: string) => boolean;

/** Whether one who found the one would have done the same with the other. */
export type Same = (kind: Kind, before: Reading, here: Reading) => boolean;

/** What is read has to be as it was. */
export function exactly(mentions: Mentions): Same {
  return (kind, before, here) => {
    if (before === here) return true;
    if (kind === "function" || kind === "file") return false;
    return alike(before, here) || (kind === "shown" && [before, here].every((value) => isPlain(value as Value | null, mentions)));
  };
}

/** What is read has to look as it did. */
export function inGeneral(same: Same, seen: View): Same {
  return (kind, before, here) =>
    same(kind, before, here) || (kind === "value" && seen(before as Value | null) === seen(here as Value | null));
}

const some: Value = unknownValue;
const someExported: Value = { ...unknownValue, exported: true };

/** Sees of a value that says nothing of what is run only that there may be one. */
export function general(mentions: Mentions): View {
  return (value) => {
    if (value === null) return some;
    const { remote, exported, process, refers, elements, fields, text, possible = [] } = value;
    if (remote !== null || [process, refers, elements, fields].some((part) => part !== undefined)) return value;
    const written = text ?? possible.join("\n");
    // an option and the name of a stream say where output goes
    return /^(?:-|\/dev\/)/m.test(written) || mentions(written) ? value : exported ? someExported : some;
  };
}

function isPlain(value: Value | null, mentions: Mentions): boolean {
  if (value === null) return true;
  const { text, possible = [], elements } = value;
  return elements === undefined && !mentions(text ?? possible.join("\n"));
}

interface Read {
  readonly kind: Kind;
  readonly name: string;
  readonly found: Reading;
}

/** What a call read of the shell that it was made in: where all of that is as it was, the call does what it did. */
export class Reads {
  private readonly names: { [kind in Kind]?: Set<string> } = {};
  /** In the order in which it was read. */
  readonly all: Read[] = [];
  /** A call in it was not followed, so many run already: from elsewhere it may be. */
  isCut = false;

  has(kind: Kind, name: string): boolean {
    return this.names[kind]?.has(name) === true;
  }

  note(kind: Kind, name: string, found: Reading): void {
    (this.names[kind] ??= new Set()).add(name);
    this.all.push({ kind, name, found });
  }

  /** Whether all parameters were read at once. */
  get readsAll(): boolean {
    return this.has("parameters", "") || this.has("value", "@") || this.has("value", "*");
  }
}

/** What was done that is kept: of more, the oldest goes. */
const mostKept = 32;

/** What was done in one shell or another, and what had been read when it was done. */
export class Course<Deed extends { readonly reads: Reads }> {
  private deeds: Deed[] = [];

  constructor(private readonly isSame: Same) {}

  /** What one did that read what an environment has. Who read the same so far reads the same next. */
  find(env: Environment, isFit: (deed: Deed) => boolean): Deed | undefined {
    const here: Read[] = [];
    return this.deeds.find((deed) => isFit(deed) && deed.reads.all.every((read, at) => this.isFound(read, here, at, env)));
  }

  private isFound({ kind, name, found }: Read, here: Read[], at: number, env: Environment): boolean {
    let known = here[at];
    if (known?.name !== name || known.kind !== kind) known = here[at] = { kind, name, found: now[kind](env, name) };
    return this.isSame(kind, found, known.found);
  }

  /** Keeps what was done. */
  add(deed: Deed): void {
    this.deeds = [deed, ...this.deeds].slice(0, mostKept);
  }
}
