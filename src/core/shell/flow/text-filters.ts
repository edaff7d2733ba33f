/** Commands that change known text: `tr FROM TO`, `tr -d SET`, `sed s/a/b/`. */

import { optionWords, type Argument } from "./argument.js";
import { translation } from "./decoder-input.js";
import { altered, type CodeText } from "./stream.js";

/** Matches `s/a/b/` and `s/a/b/g` in which the text to replace is no pattern. */
const SUBSTITUTION = /^s([/|,#:!@])([^\\.*[\]^$]{1,200}?)\1([^\\&]{0,200}?)\1(g?)$/;

/** Returns a text after a command of a pipe; unchanged if it is not known how the command changes it. */
export function filtered(text: CodeText, name: string, args: readonly Argument[]): CodeText {
  const words = optionWords(args).slice(1);
  const known = words.filter((word) => word !== null);
  if (known.length < words.length) return text;
  if (name === "tr") {
    const table = translation(known);
    if (table === null) return text;
    return withSource(text, /[^]/g, ([character]) => table.get(character) ?? null);
  }
  if (name !== "sed") return text;
  const [program = "", ...more] = known.filter((word) => word !== "-e" && word !== "-E");
  const [, mark, from = "", to = "", all] = SUBSTITUTION.exec(program) ?? [];
  if (mark === undefined || more.length > 0 || from.includes(mark) || to.includes(mark))
    return text;
  const pattern = new RegExp(from.replace(/[+?(){}|/]/g, "\\$&"), "g");
  const changed = new Set<number>();
  return withSource(text, pattern, ({ index, input }) => {
    const line = input.lastIndexOf("\n", index - 1);
    if (all !== "g" && changed.has(line)) return null;
    changed.add(line);
    return to;
  });
}

function withSource(
  text: CodeText,
  pattern: RegExp,
  by: (found: RegExpExecArray) => string | null,
): CodeText {
  const source = text.source.rewritten(pattern, by);
  return source === text.source ? text : altered(text, { source });
}
