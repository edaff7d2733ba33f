import type { Node } from "web-tree-sitter";
import { Source } from "../source.js";
import { unquotedText } from "../lex/quoting.js";

const part =
  /'([^']*)'|\$'((?:[^'\\]|\\.)*)'|"((?:[^"\\$`]|\\.)*)"|((?:[^\s'"\\$`<>|&;()]|\\.)+)/gsy;

/** Returns the text of a word's node after quote removal; null if it is not statically known. */
export function wordValue({ text }: Pick<Node, "text">): string | null {
  if (/^[\w./+-]+$/.test(text)) return text;
  const source = Source.whole(text);
  let value = "";
  let at = 0;
  while (at < text.length) {
    part.lastIndex = at;
    const found = part.exec(text);
    if (found === null) return null;
    const quoting =
      found[1] !== undefined
        ? "single"
        : found[2] !== undefined
          ? "ansi"
          : found[3] !== undefined
            ? "double"
            : "none";
    const [open, close] = quoting === "ansi" ? [2, 1] : quoting === "none" ? [0, 0] : [1, 1];
    value += unquotedText(source, at + open, part.lastIndex - close, quoting);
    at = part.lastIndex;
  }
  return value;
}
