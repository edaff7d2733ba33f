import type { Node } from "web-tree-sitter";
import { Source } from "../source.js";
import { unquotedText } from "../lex/quoting.js";

const PART =
  /'([^']*)'|\$'((?:[^'\\]|\\.)*)'|"((?:[^"\\$`]|\\.)*)"|((?:[^\s'"\\$`<>|&;()]|\\.)+)/gsy;

/** Returns the text of a word's node after quote removal; null if it is not statically known. */
export function wordValue({ text }: Pick<Node, "text">): string | null {
  if (/^[\w./+-]+$/.test(text)) return text;
  const source = Source.whole(text);
  let value = "";
  let at = 0;
  while (at < text.length) {
    PART.lastIndex = at;
    const found = PART.exec(text);
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
    value += unquotedText(source, at + open, PART.lastIndex - close, quoting);
    at = PART.lastIndex;
  }
  return value;
}
