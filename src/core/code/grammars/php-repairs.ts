import { eachMatch, endOfString } from "../../scan.js";

/** Matches `$text{0}` or `$list["x"]{0}`, with the variable and the offset as groups. */
const OFFSET = /(\$\w{1,80}(?:\[[^[\]{}\n]{1,40}\])?)\{([^{}"'`;\n]{1,60})\}/;

/** Matches such an offset, the beginning of a string, or a comment: there is no offset in strings and comments. */
const PARTS = new RegExp(
  [OFFSET.source, String.raw`['"]|/\*[^]*?(?:\*/|$)|(?://|#(?!\[)).*`].join("|"),
  "g",
);

/** Returns a program with `$text{0}`, which the grammar rejects since PHP 8 does, written as `$text[0]`; the length stays the same. */
export function withBrackets(text: string): string {
  if (!OFFSET.test(text)) return text;
  const endOf = ({ index, 0: found }: RegExpExecArray): number =>
    found === "'" || found === '"' ? endOfString(text, index) : index + found.length;
  let repaired = "";
  let done = 0;
  for (const { index, 0: found, 1: name, 2: offset } of eachMatch(text, PARTS, endOf)) {
    if (name === undefined) continue;
    repaired += `${text.slice(done, index)}${name}[${offset ?? ""}]`;
    done = index + found.length;
  }
  return repaired + text.slice(done);
}
