import type { SyntaxNode } from "../parse/syntax-node.js";
import { SourceBuilder, type Source } from "../source.js";

/** What ends with its line at the latest, unless a backslash joins the next one. */
const oneLine = new Set([
  "command",
  "variable_assignments",
  "declaration_command",
  "unset_command",
  "file_redirect",
  "herestring_redirect",
]);

/** Blanks and joined lines, then a line end, maybe with a comment before it. */
const swallowed = /^(?:[ \t]|\\\r?\n)*(?:#[^\n]*)?\r?\n/;

/**
 * Behind some shapes (`a | b | c`, several assignments) the grammar takes line ends for blanks and a list
 * on the lines below for more words. Gives the source with `;` where a line ends so; the same one where none does.
 */
export function withLineEnds(root: SyntaxNode, source: Source): Source {
  const ends: number[] = [];
  const open: SyntaxNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { children } = node;
    if (oneLine.has(node.type)) addEnds(children, source.text, ends);
    for (const child of children) if (child.children.length > 0) open.push(child);
  }
  if (ends.length === 0) return source;
  const out = new SourceBuilder(source);
  let copied = 0;
  for (const end of ends.sort((a, b) => a - b)) {
    out.copy(copied, end).put(";", end, end);
    copied = end;
  }
  return out.copy(copied, source.text.length).build();
}

function addEnds(children: readonly SyntaxNode[], text: string, into: number[]): void {
  let last = 0;
  for (const { start, end } of children) {
    if (last > 0 && start > last && swallowed.test(text.slice(last, start))) into.push(last);
    last = Math.max(last, end);
  }
}
