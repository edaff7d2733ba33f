import type { SyntaxNode } from "../parse/syntax-node.js";
import { SourceBuilder, type Source } from "../source.js";

/** Nodes that end with their line at the latest, unless a backslash joins the next line. */
const ONE_LINE = new Set([
  "command",
  "variable_assignments",
  "declaration_command",
  "unset_command",
  "file_redirect",
  "herestring_redirect",
]);

/** Matches spaces, tabs and escaped line ends, then a line end, possibly with a comment before it. */
const LINE_END = /^(?:[ \t]|\\\r?\n)*(?:#[^\n]*)?\r?\n/;

/**
 * Marks line ends that the grammar misses: after some statements (`a | b | c`, several assignments) it reads them as spaces, and a
 * list on the next lines as more words. Returns the source with `;` at such line ends; the same source if there are none.
 */
export function withLineEnds(root: SyntaxNode, source: Source): Source {
  const ends: number[] = [];
  const open: SyntaxNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { children } = node;
    if (ONE_LINE.has(node.type)) addEnds(children, source.text, ends);
    for (const child of children) if (child.children.length > 0) open.push(child);
  }
  if (ends.length === 0) return source;
  const out = new SourceBuilder(source);
  let copied = 0;
  for (const end of ends.sort((a, b) => a - b)) {
    out.copy(copied, end).replace(";", end, end);
    copied = end;
  }
  return out.copy(copied, source.text.length).build();
}

function addEnds(children: readonly SyntaxNode[], text: string, into: number[]): void {
  let last = 0;
  for (const { start, end } of children) {
    if (last > 0 && start > last && LINE_END.test(text.slice(last, start))) into.push(last);
    last = Math.max(last, end);
  }
}
