import { posix } from "node:path";

/** A possible file path: a name with an extension, preceded by any number of folders or a variable such as `${CLAUDE_PLUGIN_ROOT}/`. */
const PATH = /[\w.@~$][\w.@~${}\-/]*\.[A-Za-z][A-Za-z0-9]{0,7}\b/g;
const VARIABLE = /^(?:\$\{?[A-Za-z_]\w*\}?|[@~.])\/+/;
/** Maximum length of a path, in UTF-16 code units; a longer word is ignored. */
const MAX_LENGTH = 300;

/**
 * Returns the absolute paths of the files that a text mentions, in the order of their first mention.
 * @param bases folders to which a mentioned path may be relative, the most likely one first
 * @param has whether a path is that of a listed file
 */
export function referencedFiles(
  text: string,
  bases: readonly string[],
  has: (absolute: string) => boolean,
): string[] {
  const found = new Set<string>();
  for (const [word] of text.matchAll(PATH)) {
    if (word.length > MAX_LENGTH || word.includes("//")) continue;
    const name = word.replace(/^@/, "").replace(VARIABLE, "");
    if (name.startsWith("/")) continue;
    const path = bases.map((base) => posix.join(base, name)).find(has);
    if (path !== undefined) found.add(path);
  }
  return [...found];
}
