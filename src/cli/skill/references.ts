import { posix } from "node:path";

/**
 * A possible file path: a name with an extension, after any number of folders and a variable such as
 * `${CLAUDE_PLUGIN_ROOT}/`.
 */
const PATH = /[\w.@~$][\w.@~${}\-/]*\.[A-Za-z][A-Za-z0-9]{0,7}\b/g;
const VARIABLE = /^(?:\$\{?[A-Za-z_]\w*\}?|[@~.])\/+/;
/** Longer words are not paths. */
const LONGEST = 300;

/**
 * Returns the files that a text names, in the order in which it does.
 * @param bases folders from which a relative path may be meant, the nearest first
 * @param has whether a file exists among those that were listed
 */
export function referencedFiles(
  text: string,
  bases: readonly string[],
  has: (absolute: string) => boolean,
): string[] {
  const found = new Set<string>();
  for (const [word] of text.matchAll(PATH)) {
    if (word.length > LONGEST || word.includes("//")) continue;
    const name = word.replace(/^@/, "").replace(VARIABLE, "");
    if (name.startsWith("/")) continue;
    const path = bases.map((base) => posix.join(base, name)).find(has);
    if (path !== undefined) found.add(path);
  }
  return [...found];
}
