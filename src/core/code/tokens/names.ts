import { oncePer } from "../../once.js";
import { anyOf } from "../../scan.js";
import type { Roles } from "../../query/role.js";
import type { NameTable } from "../../query/words.js";

/**
 * The roles of names in a language without a grammar, whose names are listed: by as much of a path as the list has, from its end
 * (`std.process.Command.new` is `Command.new`), or from its beginning where it fetches or decodes (`HTTP.Tiny.new.get`).
 */
export function rolesByPath(table: NameTable): (path: string) => Roles {
  return (path) => {
    // what a call gives is not what is called
    const parts = path.endsWith("()") ? [] : path.replaceAll("()", "").split(".");
    const ends = parts
      .map((_, from) => parts.slice(from).join("."))
      .slice(0, Math.max(1, parts.length - 1));
    const found = ends.flatMap((end) => table.get(end) ?? []);
    const begun = parts.flatMap((_, from) => {
      const to = parts.length - 1 - from;
      const roles = to === 0 ? [] : (table.get(parts.slice(0, to).join(".")) ?? []);
      return roles.filter(({ capture }) => capture.startsWith("source."));
    });
    return [...found, ...begun];
  };
}

/** Which names tell something: those of the language's file, and those of functions of the text. */
export class KnownNames {
  constructor(
    private readonly table: NameTable,
    private readonly functions: ReadonlySet<string>,
  ) {}

  /** Whether a name, or what it ends with, is listed at all: whether a call of it tells anything. */
  isListed(path: string): boolean {
    const parts = path.split(".");
    return parts.some((_, from) => this.table.has(parts.slice(from).join(".")));
  }

  executes(path: string): boolean {
    return this.hasRole(path, "sink.execute", "source.address", "source.decoder");
  }

  makesList(path: string): boolean {
    return this.hasRole(path, "flow.list");
  }

  isFunction(name: string): boolean {
    return this.functions.has(name);
  }

  /** Whether a name has a role by its last part. */
  private hasRole(path: string, ...captures: readonly string[]): boolean {
    return (this.table.get(path.slice(path.lastIndexOf(".") + 1)) ?? []).some(({ capture }) =>
      captures.includes(capture),
    );
  }
}

/** What a text has to hold for something to be handed on, fetched or decoded in it. */
const TELLING = /^(?:inject\.|process\.arguments$|source\.(?:fetch|decoder|address)(?:\.method)?$)/;

/** The last parts of names, of which a text holds one where it tells anything. */
export const tellingNames = oncePer((table: NameTable): RegExp => {
  return anyOf(tellingOf(table));
});

/** The same in any case. */
export const tellingInAnyCase = oncePer((table: NameTable): RegExp => {
  return new RegExp(anyOf(tellingOf(table)).source, "i");
});

function tellingOf(table: NameTable): readonly string[] {
  const telling = [...table].filter(([, roles]) =>
    roles.some(({ capture }) => TELLING.test(capture)),
  );
  return telling.map(([name]) => name.slice(name.lastIndexOf(".") + 1));
}
