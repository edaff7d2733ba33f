/** Files that are named with variables whose values are not known: `"$DIR/a.sh"` is the same file until DIR is assigned again. */

import type { Word } from "../script.js";
import { unknown, type Argument } from "./argument.js";
import type { Value } from "./values.js";

/** Returns the file that an argument names, as names are compared; null if that is not known. */
export function pathOf({ text, path }: Pick<Argument, "text" | "path">): string | null {
  return text ?? path ?? null;
}

/** What names the value of a variable in a path; null if nothing does. Parameters such as `$1` differ from call to call. */
export function pathOfVariable(name: string, value: Value | null): string | null {
  if (value !== null) return value.remote === null ? (value.path ?? null) : null;
  return /^[A-Za-z_]/.test(name) ? `${unknown}{${name}}` : null;
}

/** `DIR=$(mktemp -d)`: a value that is not known is named by the place of its assignment. */
export function namedAsPath(name: string, value: Value, { source, start, end }: Word): Value {
  if (value.text !== null || value.path !== undefined || value.remote !== null) return value;
  return { ...value, path: `${unknown}{${name}@${String(source.origin(start, end)[0])}}` };
}
