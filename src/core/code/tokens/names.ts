import { oncePer } from "../../once.js";
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
    const ends = parts.map((_, from) => parts.slice(from).join(".")).slice(0, Math.max(1, parts.length - 1));
    const found = ends.flatMap((end) => table.get(end) ?? []);
    const begun = parts.flatMap((_, from) => {
      const to = parts.length - 1 - from;
      const roles = to === 0 ? [] : (table.get(parts.slice(0, to).join(".")) ?? []);
      return roles.filter(({ capture }) => capture.startsWith("source."));
    });
    return [...found, ...begun];
  };
}

/** Whether a name, or what it ends with, is listed at all: whether a call of it tells anything. */
export function isListed(table: NameTable, path: string): boolean {
  const parts = path.split(".");
  return parts.some((_, from) => table.has(parts.slice(from).join(".")));
}

/** Whether a name has a role by its last part. */
export function hasRole(table: NameTable, path: string, capture: string): boolean {
  return (table.get(path.slice(path.lastIndexOf(".") + 1)) ?? []).some((role) => role.capture === capture);
}

/** What a text has to hold for something to be handed on, fetched or decoded in it. */
const TELLING = /^(?:inject\.|process\.arguments$|source\.(?:fetch|decoder|address)(?:\.method)?$)/;

/** The last parts of the names of which a text holds one where it tells anything. */
export const tellingNames = oncePer((table: NameTable): readonly string[] => {
  const telling = [...table].filter(([, roles]) => roles.some(({ capture }) => TELLING.test(capture)));
  return [...new Set(telling.map(([name]) => name.slice(name.lastIndexOf(".") + 1)))];
});
