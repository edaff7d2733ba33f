import type { BlockNode } from "../markdown/blocks.js";
import type { Leaf, Leaves } from "../markdown/leaves.js";
import { firstInk, lineStart } from "../lines.js";
import type { Snippet } from "../snippet.js";
import { holdsStatements } from "./sniff.js";
import type { Tools } from "../tools.js";

/** How many blocks one session is followed over. */
const MAX_BLOCKS = 60;

/** The prompts of Python's interpreters; the first one makes three block quotes to Markdown. */
const PROMPT = /^[ \t]*(?:>>> |In \[\d*\]: )(?=(.*))/;
/** As much of a line is read. */
const LOOK = 400;

/**
 * A session of an interpreter pasted without any marks. Where the leaf `at` begins one, reads it as one region up to
 * the last block that begins with a prompt; returns the last leaf it covers, and -1 where there is none.
 */
export function mergeSession(tools: Tools, snippet: Snippet, leaves: Leaves, at: number): number {
  const first = leaves.at(at);
  if (first === undefined || !begins(snippet, first)) return -1;
  const top = (leaf: Leaf | undefined): BlockNode | undefined => leaf?.block.topBelow(snippet.block);
  let end = first;
  let last = at;
  for (let next = leaves.at(at + 1); next !== undefined && last < at + MAX_BLOCKS && begins(snippet, next); next = leaves.at(last + 1)) {
    end = next;
    last++;
  }
  // the rest of a quote or a list is no session
  if (top(leaves.at(last + 1)) === top(end)) return -1;
  const source = snippet.source.slice(lineStart(snippet.source.text, first.start), end.end);
  if (!tools.out.mentions(source.text)) return last;
  const block = snippet.block.merge(top(first)?.index ?? 0, top(end)?.index ?? 0);
  tools.readCode(tools, { ...snippet, block, tag: "pycon", kind: "prose", source });
  return last;
}

/** Whether a block of the document begins with a line behind a prompt: a statement, for three block quotes may as well be what somebody wrote. */
function begins({ source, block }: Snippet, leaf: Leaf): boolean {
  if (leaf.name !== "Paragraph") return false;
  const line = { start: lineStart(source.text, leaf.start), end: leaf.end };
  const statement = PROMPT.exec(source.text.slice(line.start, Math.min(line.end, line.start + LOOK)))?.[1];
  if (statement === undefined || !holdsStatements(statement)) return false;
  const [start] = source.origin(firstInk(source.text, line), line.end);
  return leaf.block.topBelow(block).start === start;
}
