import type { Downloaded } from "../../downloads.js";
import { fileName } from "../../scan.js";
import type { FunctionDefinition } from "../syntax.js";
import type { Argument } from "./argument.js";
import type { Environment } from "./environment.js";
import type { Runner } from "./runner.js";
import { textsOf, unknownValue, type Value } from "./values.js";
import { alike } from "./equality.js";

/** What may be read of an environment, and how that is found by what it is called there. */
const now = {
  value: (env: Environment, name: string): Value | null => env.own(name),
  /** How many parameters there are. */
  count: (env: Environment): number => env.count,
  /** `"$@"`, word by word. */
  parameters: (env: Environment): readonly Argument[] | null => env.positional,
  /** Whether a variable is exported, and which one it refers to: all that setting it anew depends on. */
  attributes: (env: Environment, name: string): Pick<Value, "exported" | "refers"> =>
    env.attributes(name),
  function: (env: Environment, name: string): FunctionDefinition | null => env.lookup(name),
  /** A value that is only printed for nobody: it matters where a reader would find code in it. */
  shown: (env: Environment, name: string): Value | null => env.for("shown").own(name),
  file: (env: Environment, name: string): Downloaded | null => env.written(name),
  /** All that child processes see. */
  exports: (env: Environment): unknown => env.exported().contents,
};

export type Kind = keyof typeof now;

type Reading = ReturnType<(typeof now)[Kind]>;

const anyValue = unknownValue;
const anyExported: Value = { ...anyValue, exported: true };

/** How calls look at what was set before them. */
export class View {
  private readonly seen = new WeakMap<Value, Value>();

  /** @param isGeneral of a value that says nothing of what is run they see no more than that there may be one */
  constructor(
    private readonly runner: Pick<Runner, "isUnknown" | "mentions">,
    readonly isGeneral: boolean,
  ) {}

  of(value: Value | null): Value | null {
    if (!this.isGeneral || value === anyValue) return value;
    if (value === null) return anyValue;
    let seen = this.seen.get(value);
    if (seen === undefined) this.seen.set(value, (seen = this.inGeneral(value)));
    return seen;
  }

  private inGeneral(value: Value): Value {
    const { remote, exported, process, refers, elements, fields } = value;
    if (remote !== null || [process, refers, elements, fields].some((part) => part !== undefined))
      return value;
    return textsOf(value).every((written) => this.isOrdinary(written))
      ? exported
        ? anyExported
        : anyValue
      : value;
  }

  /** Neither code nor an option, no name of a command or a stream. */
  private isOrdinary(text: string): boolean {
    if (/^-|^\/dev\/|[|&;<>()$`]/.test(text)) return false;
    return (
      this.runner.isUnknown(fileName(text.trimStart().split(" ", 1)[0] ?? "")) &&
      !this.runner.mentions(text)
    );
  }

  /** Whether one who found the one would have done the same with the other. */
  isSame(kind: Kind, before: Reading, here: Reading): boolean {
    if (before === here) return true;
    switch (kind) {
      case "function":
      case "file":
        return false;
      case "value":
        return alike(this.of(before as Value | null), this.of(here as Value | null));
      case "shown":
        return (
          alike(before, here) ||
          [before, here].every((value) => this.isPlain(value as Value | null))
        );
      default:
        return alike(before, here);
    }
  }

  /** Printed, it shows no code. */
  private isPlain(value: Value | null): boolean {
    if (value === null) return true;
    return value.elements === undefined && !this.runner.mentions(textsOf(value).join("\n"));
  }
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

/** What is kept of what was done: beyond, the oldest goes. */
const mostKept = 32;

/** What was done in one shell or another, and what had been read when it was done. */
export class Memo<Deed extends { readonly view: View; readonly reads: Reads }> {
  private deeds: Deed[] = [];

  /** What one did that read what an environment has. Who read the same so far reads the same next. */
  find(env: Environment, isFit: (deed: Deed) => boolean): Deed | undefined {
    const here: Read[] = [];
    return this.deeds.find(
      (deed) =>
        isFit(deed) &&
        deed.reads.all.every(({ kind, name, found }, at) => {
          const known = here[at];
          const read =
            known?.name === name && known.kind === kind
              ? known
              : (here[at] = { kind, name, found: now[kind](env, name) });
          return deed.view.isSame(kind, found, read.found);
        }),
    );
  }

  /** Keeps what was done. */
  add(deed: Deed): void {
    this.deeds = [deed, ...this.deeds].slice(0, mostKept);
  }
}
