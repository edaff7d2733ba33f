import type { BlockNode } from "../markdown/blocks.js";
import type { Leaf, Leaves } from "../markdown/leaves.js";
import { linesOf } from "../lines.js";
import { isUnknownCommands, shellRuns, type Run } from "../running/shell-lines.js";
import { ShellScan } from "../../shell/lexer.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";

/** How many blocks one script is followed over. */
const MAX_BLOCKS = 400;

/** How many blocks of a document may be followed in vain: what looks unfinished everywhere is no script. */
export interface Patience {
  blocks: number;
  /** The leaves before this one belong to a script that names nothing of interest. */
  silentUntil: number;
}

export function patience(): Patience {
  return { blocks: 4 * MAX_BLOCKS, silentUntil: 0 };
}

/**
 * A shell script pasted without any marks is cut to pieces by Markdown: comments become headings, blank
 * lines end paragraphs. Where the leaf `at` begins such a script that goes on over several blocks, reads it
 * as one region and returns the last leaf it covers; returns `at` where there is none.
 */
export function mergeScript(tools: Tools, snippet: Snippet, leaves: Leaves, at: number, left: Patience): number {
  const leaf = leaves.at(at);
  if (left.blocks <= 0 || at < left.silentUntil || leaf === undefined || leaf.block.parent !== snippet.block || leaf.block.inlineCode.length > 0) return at;
  const next = leaves.at(at + 1);
  if (next === undefined || next.name === "FencedCode" || !(leaf.name === "CodeBlock" ? writesOn(tools, snippet, leaf, next) : beginsScript(tools, snippet, leaf))) return at;
  const last = lastOfScript(tools, snippet, leaves, at, left);
  if (last === at) return at;
  const end = leaves.at(last) ?? leaf;
  const { source } = snippet;
  if (!tools.out.mentions(source.text.slice(leaf.start, end.end))) {
    left.silentUntil = last;
    return at;
  }
  const first = leaf.block.index;
  const block = snippet.block.merge(first, end.block.topBelow(snippet.block).index);
  tools.out.add({ ...snippet, block, tag: null, kind: "prose" }, "shell", source.slice(leaf.start, end.end));
  return last;
}

function beginsScript(tools: Tools, snippet: Snippet, leaf: Leaf): boolean {
  return (leaf.name === "Paragraph" || isUnderlined(snippet, leaf)) && /^(?:shell|mixed)$/.test(contentOf(tools, snippet, leaf));
}

/** Whether a heading is none: dashes are the first line of the here-document that its text opens. */
function isUnderlined(snippet: Snippet, leaf: Leaf): boolean {
  return leaf.name.startsWith("SetextHeading") && opensHereDocument(snippet.source.text.slice(leaf.start, leaf.end));
}

/** Whether the lines of a text end inside a here-document. */
function opensHereDocument(text: string): boolean {
  if (!text.includes("<<")) return false;
  const scan = new ShellScan();
  for (const line of linesOf(text)) scan.line(text, line.start, line.end);
  return scan.inHereDocument;
}

/** Whether an indented block of shell opens a here-document whose lines go on below it, at the margin. */
function writesOn(tools: Tools, snippet: Snippet, leaf: Leaf, next: Leaf): boolean {
  const text = snippet.source.text.slice(leaf.start, leaf.end);
  return isAdjacent(snippet, leaf, next) && opensHereDocument(text) && [...shellRuns(text, tools.heads)].every((run) => run.kind !== "text");
}

/** What all lines of a paragraph look like: shell, whose last command may be unfinished; shell beside commands that nobody knows; such commands alone. */
function contentOf(tools: Tools, snippet: Snippet, leaf: Leaf): "shell" | "mixed" | "unknown" | "text" {
  const text = snippet.source.text.slice(leaf.start, leaf.end);
  const kinds = new Set<Run["kind"]>();
  for (const run of shellRuns(text, tools.heads, { running: true })) {
    if (run.kind === "comment" || (run.kind === "text" && !isUnknownCommands(text, run, tools.heads))) return "text";
    kinds.add(run.kind);
  }
  if (kinds.size > 1) return "mixed";
  return kinds.has("shell") ? "shell" : "unknown";
}

function lastOfScript(tools: Tools, snippet: Snippet, leaves: Leaves, at: number, left: Patience): number {
  const { text } = snippet.source;
  const scan = new ShellScan();
  let last = at;
  let read = leaves.at(at)?.start ?? 0;
  let next = at;
  for (; next < at + MAX_BLOCKS; next++) {
    const leaf = leaves.at(next);
    if (leaf === undefined || leaf.name === "FencedCode") break;
    if (!scan.open && next > at && !continues(tools, snippet, leaves, last, next)) break;
    for (const line of linesOf(text, read, leaf.end)) scan.line(text, line.start, line.end);
    read = Math.min(text.length, leaf.end + 1);
    if (!scan.open && !isComment(leaf) && !isBetween(tools, snippet, leaf) && endsBlock(leaves, next, snippet.block)) last = next;
  }
  left.blocks -= next - 1 - last;
  return last;
}

/** Whether a finished script goes on with the leaf `next`: another script paragraph, or a comment line without a blank line around. */
function continues(tools: Tools, snippet: Snippet, leaves: Leaves, last: number, next: number): boolean {
  const leaf = leaves.at(next);
  const before = leaves.at(next - 1);
  if (leaf === undefined || before === undefined) return false;
  if (isComment(leaf)) return isAdjacent(snippet, before, leaf);
  if (leaf.block.parent !== snippet.block || leaf.name !== "Paragraph") return false;
  return contentOf(tools, snippet, leaf) !== "text" && (next - 1 === last || isAdjacent(snippet, before, leaf) || isBetween(tools, snippet, before));
}

/** Commands that nobody knows are part of a script that goes on behind them. */
function isBetween(tools: Tools, snippet: Snippet, leaf: Leaf): boolean {
  return leaf.name === "Paragraph" && contentOf(tools, snippet, leaf) === "unknown";
}

/** `# …` is a heading to Markdown and a comment to a shell. */
function isComment(leaf: Leaf): boolean {
  return leaf.name.startsWith("ATXHeading");
}

function isAdjacent(snippet: Snippet, before: Leaf, after: Leaf): boolean {
  return !/\n[ \t]*\r?\n/.test(snippet.source.text.slice(before.end, after.start));
}

/** Whether the leaf is the last one of its top block: a script ends where a block of the document ends. */
function endsBlock(leaves: Leaves, at: number, root: BlockNode): boolean {
  const leaf = leaves.at(at);
  const next = leaves.at(at + 1);
  return leaf !== undefined && (next === undefined || next.block.topBelow(root) !== leaf.block.topBelow(root));
}
