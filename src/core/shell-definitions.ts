import { eachMatch } from "./scan.js";

/** Matches the beginning of a shell function's definition (group 1 or 2), or of an assignment of a literal (group 3). */
const DEFINITION =
  /(?<![^\s;&{(])(?:function[ \t]+([\w-]+)[ \t]*(?:\([ \t]*\))?\s*[{(]|([\w-]+)[ \t]*\([ \t]*\)\s*[{(]|([A-Za-z_]\w*)=["']?[\w$./])/g;

/** Maximum length of the beginning of a value in which a trigger word is searched for. */
const MAX_VALUE_LENGTH = 200;

/**
 * Yields the names of functions and variables that a shell text may define for another text: of variables only those with a trigger
 * word in the first line of the value.
 */
export function* definedNames(
  text: string,
  mentions: (value: string) => boolean,
): Generator<string> {
  for (const match of eachMatch(text, DEFINITION)) {
    const [all, keyword, name = keyword, variable] = match;
    if (name !== undefined) yield name;
    if (variable === undefined) continue;
    const at = match.index + all.indexOf("=") + 1;
    const [line = ""] = text.slice(at, at + MAX_VALUE_LENGTH).split("\n", 1);
    if (mentions(line)) yield variable;
  }
}
