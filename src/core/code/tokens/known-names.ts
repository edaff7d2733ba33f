import { oncePer } from "../../once.js";
import { anyOf } from "../../scan.js";
import type { Roles } from "../../query/role.js";
import type { NameTable } from "../../query/words.js";

/**
 * Returns the roles of names by the list of a language without a grammar: by as many last parts of a path as the list has
 * (`std.process.Command.new` is `Command.new`), or by its first parts if it fetches or decodes (`HTTP.Tiny.new.get`).
 */
export function rolesByPath(table: NameTable): (path: string) => Roles {
  const longest = partsOfLongest(table);
  return (path) => {
    // the result of a call is not the callee: it is listed by itself (`getfenv()`)
    if (path.endsWith("()")) return table.get(path) ?? [];
    const parts = path.replaceAll("()", "").split(".");
    const ends = parts
      .slice(-longest)
      .map((_, from, last) => last.slice(from).join("."))
      .slice(0, Math.max(1, Math.min(parts.length, longest) - 1));
    const found = ends.flatMap((end) => table.get(end) ?? []);
    const begun = parts.slice(0, Math.min(parts.length - 1, longest)).flatMap((_, from, first) => {
      const roles = table.get(first.slice(0, first.length - from).join(".")) ?? [];
      return roles.filter(({ capture }) => capture.startsWith("source."));
    });
    return [...found, ...begun];
  };
}

/** Returns the number of parts of the longest listed name: only so many parts of a path, which grows with each call, are looked up. */
const partsOfLongest = oncePer((table: NameTable): number =>
  Math.max(1, ...Array.from(table.keys(), (name) => name.split(".").length)),
);

/** The names that matter: those of the language's file, and those of functions that the program defines. */
export class KnownNames {
  constructor(
    private readonly table: NameTable,
    private readonly functions: ReadonlySet<string>,
  ) {}

  /** Whether a name, or its last parts, is listed: otherwise a call of it is irrelevant. */
  isListed(path: string): boolean {
    const parts = path.split(".").slice(-partsOfLongest(this.table));
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

/** Roles without which nothing in a text is passed to a shell, fetched or decoded. */
const RELEVANT_ROLES =
  /^(?:inject\.|process\.arguments$|source\.(?:fetch|decoder|address|download)(?:\.method)?$)/;

/** Returns a pattern for the last parts of names, one of which each relevant text contains. */
export const relevantNames = oncePer((table: NameTable): RegExp => {
  return anyOf(relevantIn(table));
});

/** Returns the same pattern, ignoring case. */
export const relevantInAnyCase = oncePer((table: NameTable): RegExp => {
  return new RegExp(anyOf(relevantIn(table)).source, "i");
});

function relevantIn(table: NameTable): readonly string[] {
  const relevant = [...table].filter(([, roles]) =>
    roles.some(({ capture }) => RELEVANT_ROLES.test(capture)),
  );
  return relevant.map(([name]) => name.slice(name.lastIndexOf(".") + 1));
}
