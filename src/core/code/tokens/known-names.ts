import { once, oncePer } from "../../once.js";
import { anyOf } from "../../scan.js";
import type { Roles } from "../../query/role.js";
import type { NameTable } from "../../query/name-table.js";
import type { TypeDefinition } from "./type-definitions.js";

/**
 * Returns a function that returns the roles of a path, for a language whose calls are described by names. A listed name of several
 * parts matches the last parts of a path (`Command.new` matches `std.process.Command.new`). The name of a source, such as a fetcher or
 * decoder, also matches the first parts of a path (`HTTP.Tiny` matches `HTTP.Tiny.new.get`).
 */
export function rolesByPath(table: NameTable): (path: string) => Roles {
  const longest = partsOfLongest(table);
  return (path) => {
    // the result of a call has no roles of the callee, but may be listed itself (`getfenv()`)
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

/** Returns the number of parts of the longest listed name. No more parts of a path are looked up, because paths may be long. */
const partsOfLongest = oncePer((table: NameTable): number =>
  Math.max(1, ...Array.from(table.keys(), (name) => name.split(".").length)),
);

/** Maximum number of types with a field of the same name in whose bodies the field is read. */
const MAX_OWNERS = 20;

/** The names that the queries of a language list, and those of functions that the program defines. */
export class KnownNames {
  constructor(
    private readonly table: NameTable,
    private readonly functions: ReadonlySet<string>,
    private readonly types: ReadonlyMap<string, TypeDefinition> = new Map(),
  ) {}

  /** Returns the names of a type's fields, in the order of its constructor's arguments; null for any other name. */
  fieldsOf(name: string): readonly string[] | null {
    return this.types.get(name)?.fields ?? null;
  }

  /** Returns the constants of an enumeration; none for any other name. */
  constantsOf(name: string): TypeDefinition["constants"] {
    return this.types.get(name)?.constants ?? [];
  }

  /** Whether a name at a token is a field of the type whose body contains the token. */
  isField(name: string, at: number): boolean {
    return (this.owners().get(name) ?? []).some(({ body: [from, to] }) => from < at && at < to);
  }

  private readonly owners = once(() => {
    const found = new Map<string, TypeDefinition[]>();
    for (const type of this.types.values())
      for (const name of type.fields) {
        const others = found.get(name);
        if (others === undefined) found.set(name, [type]);
        else if (others.length < MAX_OWNERS) others.push(type);
      }
    return found;
  });

  /** Whether the last parts of a path are listed. @param least how many parts must be: with 2, `Command.new` is, but not `get` */
  isListed(path: string, least = 1): boolean {
    const parts = path.split(".").slice(-partsOfLongest(this.table));
    return parts.slice(least - 1).some((_, from) => this.table.has(parts.slice(from).join(".")));
  }

  /** Whether a function with this path may be called without parentheses. */
  takesWords(path: string): boolean {
    return this.hasRole(path, "sink.execute", "source.address", "source.decoder", "flow.same");
  }

  makesList(path: string): boolean {
    return this.hasRole(path, "flow.list");
  }

  isFunction(name: string): boolean {
    return this.functions.has(name);
  }

  /** Whether the last part of a path has a role. */
  private hasRole(path: string, ...captures: readonly string[]): boolean {
    return (this.table.get(path.slice(path.lastIndexOf(".") + 1)) ?? []).some(({ capture }) =>
      captures.includes(capture),
    );
  }
}

/** Matches captures of names without which a text passes nothing to a shell, fetches nothing and decodes nothing. */
const RELEVANT_ROLES =
  /^(?:inject\.|process\.arguments$|source\.(?:fetch|decoder|address|download)(?:\.method)?$)/;

/**
 * Returns a pattern for the last parts of the names with a relevant role. A text that contains none of them passes nothing to a shell,
 * fetches nothing and decodes nothing.
 */
export const relevantNames = oncePer((table: NameTable): RegExp => {
  return anyOf(relevantIn(table));
});

/** Returns the pattern of {@link relevantNames}, ignoring case. */
export const relevantInAnyCase = oncePer((table: NameTable): RegExp => {
  return new RegExp(anyOf(relevantIn(table)).source, "i");
});

function relevantIn(table: NameTable): readonly string[] {
  const relevant = [...table].filter(([, roles]) =>
    roles.some(({ capture }) => RELEVANT_ROLES.test(capture)),
  );
  return relevant.map(([name]) => name.slice(name.lastIndexOf(".") + 1));
}
