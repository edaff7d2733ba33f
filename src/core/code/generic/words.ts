import { oncePer } from "../../once.js";
import { roleOf, type Role } from "../../query/role.js";
import type { NameTable } from "../../query/words.js";

/**
 * How the arguments of a call are read, by the capture of its name (`inject.shell`).
 *
 * - `shell`: one string is shell text; several, or a list, are a program and its words
 * - `text`: the first string is shell text, whatever follows
 * - `words`: every argument is a word; a lone string is the name of a program
 * - `list`: a list is a program and its words; a string is not meant
 * - `blanks`: a string is split at blanks, a list is words; no shell
 * - `line`: a string is split at blanks and by quotes, several are words; no shell
 * - `quotes`: a program, then one string of arguments that is split by quotes
 * - `exec`: a program, then a list that begins with its own name
 * - `chain`: the program; `.arg` and `.args` add words
 * - `pipeline`: each argument is a command, and a pipe connects them
 * - `open`: Perl's open with a pipe
 * - `job`: a name and a place for the output, then as `shell`
 * - `sparse`: words, with values between them that are none
 */
export const shapes = ["shell", "text", "words", "list", "blanks", "line", "quotes", "exec", "chain", "pipeline", "open", "job", "sparse"] as const;
export type Shape = (typeof shapes)[number];

/** What a text has to hold for something to be fetched or decoded in it. */
const SOURCES: ReadonlySet<string> = new Set(["source.fetch", "source.decoder", "source.decoder.method", "source.fetch.method", "source.address"]);

/** The shape of a call, and the role that gives it. */
export interface CallRole {
  readonly shape: Shape;
  readonly role: Role;
}

/** What the names of one language say. */
export class Words {
  private readonly calls = new Map<string, CallRole>();
  private readonly methods = new Map<string, CallRole>();
  /** A text that holds none of these hands nothing on. */
  readonly telling: readonly string[];
  /** Whether calls that fetch or decode are followed to those that execute what they give. */
  readonly follows: boolean;
  /** Present where processes are described step by step; with what says that methods in a chain add words, where they do. */
  readonly process: { readonly chain: Role | null } | null;

  constructor(private readonly table: NameTable) {
    const telling = new Set<string>();
    let described = false;
    let follows = false;
    let chain: Role | null = null;
    for (const [name, roles] of table) {
      for (const role of roles) {
        if (role.capture.startsWith("inject.") || role.capture === "process.arguments") telling.add(name.slice(name.lastIndexOf(".") + 1));
        if (SOURCES.has(role.capture)) telling.add(name.slice(name.lastIndexOf(".") + 1));
        if (role.capture === "source.fetch" || role.capture === "source.decoder" || role.capture === "source.address") follows = true;
        if (role.capture.startsWith("process.")) described = true;
        if (role.settings["shape"] === "chain") chain = role;
        this.addCall(name, role);
      }
    }
    this.telling = [...telling];
    this.follows = follows;
    this.process = described ? { chain } : null;
  }

  private addCall(name: string, role: Role): void {
    const [, kind, method] = /^inject\.(\w+)(\.method)?$/.exec(role.capture) ?? [];
    const shape = shapes.find((each) => each === kind);
    const into = method === undefined ? this.calls : this.methods;
    if (shape !== undefined && !into.has(name)) into.set(name, { shape, role });
  }

  /** A call by its name, with what qualifies it. `::`, `->` and `:` are written as dots. */
  call(name: string): CallRole | null {
    return this.calls.get(name) ?? null;
  }

  /** A method of anything. */
  method(name: string): CallRole | null {
    return this.methods.get(name) ?? null;
  }

  /** How the arguments of a process object are read, where a property of the name holds them. */
  argumentsOf(name: string): CallRole | null {
    const role = this.role("process.arguments", name);
    const shape = shapes.find((each) => each === role?.settings["shape"]);
    return role === null || shape === undefined ? null : { shape, role };
  }

  role(capture: string, name: string): Role | null {
    const roles = this.table.get(name);
    return roles === undefined ? null : roleOf(roles, capture);
  }

  has(capture: string, name: string): boolean {
    return this.role(capture, name) !== null;
  }
}

/** The words of a loaded table, worked out once for it. */
export const wordsOf: (table: NameTable) => Words = oncePer((table: NameTable) => new Words(table));
