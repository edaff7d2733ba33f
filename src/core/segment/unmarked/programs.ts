import type { Source } from "../../source.js";
import type { BlockNode } from "../markdown/blocks.js";
import type { Leaf, Leaves } from "../markdown/leaves.js";
import { firstInk, joinLines, linesOf, lineStart } from "../lines.js";
import { holdsStatements, isOneStatement, sniffStatements, startsProcess } from "./sniff.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";
import { holdsDecoder } from "../running/heads.js";

/** How many blocks one program is followed over. */
const MAX_BLOCKS = 60;

/** Where lines that may be a program end, and whether they were read as one. */
export interface Program {
  readonly last: number;
  readonly read: boolean;
}

/**
 * A program pasted without any marks, of several lines or one that cannot be a sentence: Markdown ends a paragraph at a blank
 * line, and what is indented below it is a block. Where the leaf `at` begins such a program, reads it as one
 * region; null where its lines are none of a program.
 */
export function mergeProgram(tools: Tools, snippet: Snippet, leaves: Leaves, at: number): Program | null {
  const leaf = leaves.at(at);
  const parent = leaf?.block.parent ?? null;
  if (leaf?.name !== "Paragraph" || parent === null || !isPart(snippet, leaf, parent)) return null;
  const parts = [leaf];
  let last = at;
  for (let next = leaves.at(at + 1); next !== undefined && last < at + MAX_BLOCKS && isPart(snippet, next, parent); next = leaves.at(last + 1)) {
    parts.push(next);
    last++;
  }
  const source = codeOf(snippet.source, parts);
  const isCode = tools.out.mentions(source.text) && mayExecute(source.text, tools) && (source.text.includes("\n") || isOneStatement(source.text));
  const program = isCode ? sniffStatements(source.text) : null;
  if (program === null) return { last, read: false };
  const block = parent.merge(leaf.block.index, (parts[parts.length - 1] ?? leaf).block.index);
  tools.out.add({ ...snippet, block, tag: null, kind: "prose" }, program, source);
  return { last, read: true };
}

/** Whether a text may decode something or run a shell: else it is of no interest what it is. */
export function mayExecute(text: string, { heads }: Tools): boolean {
  return holdsDecoder(text, heads.vocabulary) || startsProcess(text);
}

/** Whether a leaf below `parent` holds statements only. */
function isPart(snippet: Snippet, leaf: Leaf, parent: BlockNode): boolean {
  if (leaf.block.parent !== parent || (leaf.name !== "Paragraph" && leaf.name !== "CodeBlock")) return false;
  const { text } = snippet.source;
  const own = leaf.marks.length === 0 ? text.slice(leaf.start, leaf.end) : codeOf(snippet.source, [leaf]).text;
  return !own.includes("`") && holdsStatements(own);
}

/** The lines of leaves, with a blank line between two. */
function codeOf(source: Source, leaves: readonly Leaf[]): Source {
  const { text } = source;
  const [first] = leaves;
  if (first === undefined) return source;
  const indent = first.start - lineStart(text, first.start);
  return joinLines(source, leaves.flatMap((leaf) => [...(leaf === first ? [] : [{ start: leaf.start, end: leaf.start }]), ...codeLines(text, leaf, indent)]));
}

/** The lines of a leaf without quote marks, each with one blank, and without the indent of a list around them. */
function* codeLines(text: string, { name, start, end, marks }: Leaf, indent: number): Generator<{ readonly start: number; readonly end: number }> {
  let mark = 0;
  for (const line of linesOf(text, name === "CodeBlock" ? lineStart(text, start) : start, end)) {
    let ink = firstInk(text, line);
    while ((marks[mark] ?? Infinity) < ink) mark += 2;
    let from = line.start === start ? start : Math.min(ink, line.start + indent);
    for (; marks[mark] === ink; mark += 2) {
      from = marks[mark + 1] ?? ink;
      ink = firstInk(text, { start: from, end: line.end });
      if (from < ink) from++;
    }
    yield { start: from, end: line.end };
  }
}
