/** Paths with variables of unknown value: `"$DIR/a.sh"` names the same file until DIR is assigned again. */

import type { Word } from "../script.js";
import { unknown, type Argument } from "./argument.js";
import type { Value } from "./values.js";

/** Returns the path that an argument names, in the form used for comparison; null if it is unknown. */
export function pathOf({ text, path }: Pick<Argument, "text" | "path">): string | null {
  return text ?? path ?? null;
}

/** Returns the paths that an argument may name: the one that it names, and those among its possible texts. */
export function pathsNamed({
  text,
  path,
  possible = [],
}: Pick<Argument, "text" | "path" | "possible">): readonly string[] {
  if (text !== null) return [text];
  const known = possible.filter((each) => !each.includes(unknown));
  return path === undefined ? known : [path, ...known];
}

/**
 * Returns the text that represents a variable of unknown value in a path; null for a parameter such as `$1`, which differs between
 * calls, and for a value that is known not to be a path.
 */
export function pathOfVariable(name: string, value: Value | null): string | null {
  if (value !== null) return value.remote === null ? (value.path ?? null) : null;
  return /^[A-Za-z_]/.test(name) ? `${unknown}{${name}}` : null;
}

/** Returns a value; an unknown one (`DIR=$(mktemp -d)`) gets a path that identifies it by the position of its assignment. */
export function namedAsPath(name: string, value: Value, { source, start, end }: Word): Value {
  if (value.text !== null || value.path !== undefined || value.remote !== null) return value;
  return { ...value, path: `${unknown}{${name}@${String(source.origin(start, end)[0])}}` };
}
