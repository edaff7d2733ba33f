import type { Source } from "../source.js";
import type { BlockNode } from "./blocks.js";
import type { Leaf, Leaves } from "./leaves.js";
import { firstInk, joinLines, linesOf } from "./lines.js";
import { holdsStatements, isOneStatement, sniffStatements, startsProcess } from "./sniff.js";
import type { Snippet } from "./snippet.js";
import type { Tools } from "./tools.js";
import { holdsDecoder } from "./words.js";

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
  let end = leaf;
  let last = at;
  for (let next = leaves.at(at + 1); next !== undefined && last < at + MAX_BLOCKS && isPart(snippet, next, parent); next = leaves.at(last + 1)) {
    end = next;
    last++;
  }
  const source = codeOf(snippet.source, leaf, end);
  const isCode = tools.out.mentions(source.text) && mayExecute(source.text, tools) && (source.text.includes("\n") || isOneStatement(source.text));
  const program = isCode ? sniffStatements(source.text) : null;
  if (program === null) return { last, read: false };
  const block = parent.merge(leaf.block.index, end.block.index);
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
  const text = snippet.source.text.slice(leaf.start, leaf.end);
  return !text.includes("`") && holdsStatements(text);
}

/** The lines of the leaves `first` to `last`, without the indent of a list around them. */
function codeOf(source: Source, first: Leaf, last: Leaf): Source {
  const { text } = source;
  const indent = first.start - (text.lastIndexOf("\n", first.start - 1) + 1);
  const lines = Array.from(linesOf(text, first.start, last.end), (line) => {
    const start = line.start === first.start ? line.start : Math.min(firstInk(text, line), line.start + indent);
    return { start, end: line.end };
  });
  return joinLines(source, lines);
}
