import type { Tree, TreeCursor } from "@lezer/common";
import { BlockContext, type MarkdownParser } from "@lezer/markdown";
import type { BlockNode } from "./block-node.js";
import type { BlockKind } from "../block.js";
import { firstNonBlank, linesOf, type Line, type TextRange } from "../../lex/lines.js";
import type { Span } from "../../model.js";
import type { Snippet } from "../snippet.js";

/** A leaf block of a Markdown text, with offsets in that text. */
export interface Leaf extends TextRange {
  readonly name: string;
  readonly block: BlockNode;
  /** The start and end of each quote, heading and task mark inside, alternating. */
  readonly marks: readonly number[];
  /** The code of a code block. */
  readonly code: readonly Span[];
  readonly info: Span | null;
}

/** Yields the lines of a leaf, with the offsets after the marks of the line (`from`) and of its first text (`textStart`). */
export function* contentLines(
  text: string,
  { start, end, marks }: Leaf,
): Generator<Line & { readonly from: number; readonly textStart: number }> {
  let mark = 0;
  for (const line of linesOf(text, start, end)) {
    let from = line.start;
    let textStart = firstNonBlank(text, line);
    for (;;) {
      while ((marks[mark] ?? Infinity) < textStart) mark += 2;
      if (marks[mark] !== textStart) break;
      from = marks[mark + 1] ?? textStart;
      textStart = firstNonBlank(text, { start: from, end: line.end });
    }
    yield { ...line, from, textStart };
  }
}

const KINDS: Readonly<Record<string, BlockKind>> = {
  BulletList: "list",
  OrderedList: "list",
  ListItem: "item",
  Blockquote: "quote",
  Table: "table",
  TableHeader: "row",
  TableRow: "row",
  TableCell: "cell",
  Paragraph: "paragraph",
  Task: "paragraph",
  FencedCode: "code",
  CodeBlock: "code",
  HTMLBlock: "html",
  CommentBlock: "html",
  ProcessingInstructionBlock: "html",
  HorizontalRule: "rule",
};
const CONTAINERS = new Set([
  "BulletList",
  "OrderedList",
  "ListItem",
  "Blockquote",
  "Table",
  "TableHeader",
  "TableRow",
]);

/** A part of a document ends between two blocks after this number of characters, and even in a list or quote after the maximum. */
const MIN_PART_LENGTH = 16 * 1024;
const MAX_PART_LENGTH = 32 * 1024;

/**
 * The leaf blocks of a Markdown text, in order. A leaf is created when it is first requested, together with the blocks around it,
 * and dropped once it is passed: a syntax tree takes a hundred times the memory of its text, so a long document is parsed part by
 * part.
 */
export class Leaves {
  private readonly walk: Generator<Leaf>;
  private ahead: Leaf[] = [];
  /** The number of dropped leaves, which is the index of the first one of `ahead`. */
  private passed = 0;

  constructor(parser: MarkdownParser, text: string, snippet: Snippet) {
    this.walk = walk(parser, text, snippet);
  }

  /** Returns the leaf with an index; undefined after the last one, and for dropped leaves. */
  at(index: number): Leaf | undefined {
    while (this.passed + this.ahead.length <= index) {
      const next = this.walk.next();
      if (next.done === true) return undefined;
      this.ahead.push(next.value);
    }
    return this.ahead[index - this.passed];
  }

  /** Drops the leaves before an index. */
  pass(index: number): void {
    this.ahead.splice(0, index - this.passed);
    this.passed = index;
  }
}

function* walk(parser: MarkdownParser, text: string, snippet: Snippet): Generator<Leaf> {
  for (let from = 0; from < text.length; ) {
    const tree = parsePart(parser, text.slice(from));
    yield* walkPart(tree, from, snippet);
    from += tree.length;
  }
}

/** Matches a line that begins a block, item or quote which is not nested: a new part may begin there. */
const OUTER_LINE = /\n?(?:\S| {0,3}(?:[-*+>]|\d{1,9}[.)])[ \t])/y;

/** Parses the beginning of a text: up to a block of the document itself, or, if a list or quote never ends, up to a line of it. */
function parsePart(parser: MarkdownParser, text: string): Tree {
  const parse = parser.startParse(text);
  let stopped = false;
  for (;;) {
    const tree = parse.advance();
    if (tree !== null) return tree;
    // the start of the line that is read next
    const at = parse.parsedPos;
    if (stopped || at <= MIN_PART_LENGTH || !(parse instanceof BlockContext)) continue;
    OUTER_LINE.lastIndex = at;
    if (parse.depth > 1 && (at <= MAX_PART_LENGTH || !OUTER_LINE.test(text))) continue;
    // a parse stops before the first line after the given position
    parse.stopAt(at - 1);
    stopped = true;
  }
}

/** Adds the blocks of a tree below the snippet's block, without recursion, and yields the leaves. The tree begins at offset `from`. */
function* walkPart(tree: Tree, from: number, snippet: Snippet): Generator<Leaf> {
  const parents: { block: BlockNode; end: number }[] = [{ block: snippet.block, end: Infinity }];
  const cursor = tree.cursor();
  if (!cursor.firstChild()) return;
  for (;;) {
    while (cursor.from >= (parents[parents.length - 1]?.end ?? Infinity) && parents.length > 1)
      parents.pop();
    const parent = parents[parents.length - 1]?.block ?? snippet.block;
    const name = isRuled(cursor, snippet.source.text, from) ? "Paragraph" : cursor.name;
    const level = headingLevel(name);
    const kind = level > 0 ? "heading" : KINDS[name];
    let entered = false;
    if (kind !== undefined) {
      const listing =
        kind === "html"
          ? listingIn(snippet.source.text, from + cursor.from, from + cursor.to)
          : null;
      const place = snippet.source.origin(
        ...(listing ?? ([from + cursor.from, from + cursor.to] as const)),
      );
      const block = parent.add(listing === null ? kind : "code", place, level);
      if (CONTAINERS.has(name)) {
        parents.push({ block, end: cursor.to });
        entered = cursor.firstChild();
      } else if (kind !== "rule") yield leafOf(cursor, name, from, block);
    }
    if (!entered && !toNext(cursor)) return;
  }
}

const PRE_OPEN = /^\s*<pre(?:\s[^<>]*)?>(?:\s*<(?:code|samp)(?:\s[^<>]*)?>)?/i;
const PRE_CLOSE = /(?:<\/(?:code|samp)>\s*)?<\/pre>\s*$/i;

/** Returns the range inside `<pre>` if an HTML block consists of this element, so that it is a code block; null otherwise. */
function listingIn(text: string, start: number, end: number): Span | null {
  const html = text.slice(start, end);
  const open = PRE_OPEN.exec(html)?.[0].length ?? 0;
  const close = open === 0 ? -1 : html.search(PRE_CLOSE);
  return close < open || html.indexOf("</pre") < close ? null : [start + open, start + close];
}

/** Moves a cursor to the next node that is not below the current one; returns false at the end of the document. */
function toNext(cursor: TreeCursor): boolean {
  while (!cursor.nextSibling()) if (!cursor.parent()) return false;
  return true;
}

/**
 * Whether a heading has several lines above its underline. People write headings of one line, so the lines are a paragraph, and
 * the underline is a thematic break without a blank line before it.
 */
function isRuled({ name, from: start, to: end }: TreeCursor, text: string, from: number): boolean {
  if (name !== "SetextHeading2") return false;
  return (
    text
      .slice(from + start, from + end)
      .trimEnd()
      .split("\n").length > 2
  );
}

function headingLevel(name: string): number {
  return name.startsWith("ATXHeading") || name.startsWith("SetextHeading")
    ? Number(name.slice(-1))
    : 0;
}

/** Returns the leaf at a cursor; the cursor is at the same node afterwards. */
function leafOf(cursor: TreeCursor, name: string, from: number, block: BlockNode): Leaf {
  const start = from + cursor.from;
  const end = from + cursor.to;
  const marks: number[] = [];
  const code: Span[] = [];
  let info: Span | null = null;
  if (cursor.firstChild()) {
    do {
      if (cursor.name === "CodeText") code.push([from + cursor.from, from + cursor.to]);
      else if (cursor.name === "CodeInfo") info = [from + cursor.from, from + cursor.to];
      else marks.push(from + cursor.from, from + cursor.to);
    } while (cursor.nextSibling());
    cursor.parent();
  }
  return { name, start, end, block, marks, code, info };
}
