import { parser as baseParser, Table, TaskList, type LeafBlockParser } from "@lezer/markdown";
import { tagOf } from "../../languages/index.js";
import { eachMatch } from "../../scan.js";
import { insideAny, lowerCase } from "../../text-search.js";
import { Source, SourceBuilder } from "../../source.js";
import { FRONT_MATTER_TAG } from "../formats/yaml.js";
import { withFrontMatter } from "./front-matter.js";
import { readHtml } from "../formats/html.js";
import { withComments } from "./block-comments.js";
import { fencesOf } from "./fences.js";
import { contentLines, Leaves, type Leaf } from "./leaves.js";
import { lineEnd } from "../../lex/lines.js";
import { quotedHtml } from "./quoted-html.js";
import { cellText } from "./table-cells.js";
import { UnmarkedBlocks } from "../unmarked/unmarked-blocks.js";
import { shownAs, type Snippet } from "../snippet.js";
import { noteInlineCode, readElementText, readProse } from "../running/read-prose.js";
import type { Tools } from "../segment-tools.js";

/** Makes a paragraph of each leaf that no other parser recognizes, without parsing its inline content. */
const paragraph: LeafBlockParser = {
  nextLine: () => false,
  finish: (cx, leaf) => (
    cx.addLeafElement(leaf, cx.elt("Paragraph", leaf.start, leaf.start + leaf.content.length)), true
  ),
};

/** Parses only the block structure; {@link readProse} reads the content of paragraphs in linear time. */
const parser = baseParser.configure([
  Table,
  TaskList,
  // after the task list: the first parser that closes a leaf names it
  {
    parseBlock: [{ name: "PlainParagraph", after: "TaskList", leaf: () => paragraph }, quotedHtml],
  },
  {
    remove: [
      "Escape",
      "Entity",
      "InlineCode",
      "HTMLTag",
      "Emphasis",
      "HardBreak",
      "Link",
      "Image",
      "LinkReference",
    ],
  },
]);

/**
 * Maximum number of nested quote and list marks on one line. Longer rows of marks are read as text, since nobody writes them and they
 * are slow to parse.
 */
const MAX_MARKS = 15;
const DEEP_MARKS = new RegExp(
  `^(?:[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${MAX_MARKS + 1},}`,
  "gm",
);

/** Functions that convert marks of other formats to Markdown without changing the length. */
const REWRITERS = [
  withFrontMatter,
  withUnderlines,
  withListings,
  withComments,
  withElements,
  withDelimiterRows,
];

/** Reads a Markdown document, or a part of one, into regions and into blocks below `snippet.block`. */
export function readMarkdown(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  const text = source.text.replace(DEEP_MARKS, (marks, at: number) => {
    const end = lineEnd(source.text, at);
    tools.limit("depth", "quote and list marks are nested too deeply", source, at, end);
    return "x".repeat(marks.length);
  });
  const leaves = new Leaves(
    parser,
    REWRITERS.reduce((written, rewrite) => rewrite(written), text),
    snippet,
  );
  const unmarked = new UnmarkedBlocks(tools, snippet, leaves);
  for (
    let at = 0, leaf = leaves.at(at);
    leaf !== undefined && !tools.closed;
    leaf = leaves.at(++at)
  ) {
    leaves.pass(at);
    const place = snippet.source.origin(leaf.start, leaf.end);
    if (place[0] >= tools.readUntil) {
      tools.unread.push(() => {
        readBlocks(snippet, leaves, at);
      });
      return;
    }
    if (tools.isUnread(place)) {
      keepUnread(tools, snippet, leaf);
      continue;
    }
    const last = unmarked.read(at);
    if (last >= at) at = last;
    else readLeaf(tools, snippet, leaf);
  }
}

/** Moves the spaces after the last pipe of a table's delimiter row in front of that pipe, because otherwise the parser rejects the row. */
function withDelimiterRows(text: string): string {
  if (!text.includes("| ") && !text.includes("|\t")) return text;
  return text.replace(/^(?=.*-)([ \t>|:-]*)\|([ \t]+)$/gm, "$1$2|");
}

/**
 * Replaces underlines of reStructuredText titles that would open a Markdown fence: a row of the marks as long as the line above,
 * with a blank line below.
 */
function withUnderlines(text: string): string {
  if (!text.includes("````") && !text.includes("~~~~")) return text;
  return text.replace(
    /(?<=^|\n[ \t]*\n)(\S[^\n]*)\n(`{4,}|~{4,})(?=[ \t]*\n[ \t]*(?:\n|$))/g,
    (all: string, title: string, row: string) =>
      title.trimEnd().length === row.length ? `${title}\n${"-".repeat(row.length)}` : all,
  );
}

/** An AsciiDoc listing: with its language above it, or with code directly below its mark. A thematic break has a blank line below it. */
const LISTING = new RegExp(
  "^(?:(\\[(?:source|,)[^\\]\\n]*\\][ \\t]*\\n)" +
    "|(?<![^\\n]\\n)(?=-+[ \\t]*\\n[ \\t]*[^\\s`~]))(-{4,})([ \\t]*\\n(?:.*\\n){0,60}?)\\2(?=[ \\t]*$)",
  "gm",
);

/** A reStructuredText listing: a directive, and its body below a blank line. */
const DIRECTIVE =
  /^([ \t]*)(\.\. (?:code|code-block|sourcecode|prompt|parsed-literal)::)(?=.*\n(?:[ \t]+:.*\n){0,9}[ \t]*\n {3})/gm;

/**
 * Converts listings of AsciiDoc and reStructuredText to fences; Markdown would read them as headings or paragraphs. A directive's
 * body ends where the indentation ends, like a fence in a list.
 */
function withListings(text: string): string {
  const mayContain = text.includes("----") || (text.includes(".. ") && text.includes("::"));
  if (!mayContain || !/-{4}[ \t]*\n|^[ \t]*\.\. [a-z-]+::/m.test(text)) return text;
  const isInFence = insideAny(fencesOf(text));
  const marks = (length: number): string => "`".repeat(length);
  const listing = (
    all: string,
    head: string | undefined,
    mark: string,
    code: string,
    at: number,
  ): string =>
    isInFence(at) ? all : `${head ?? ""}${marks(mark.length)}${code}${marks(mark.length)}`;
  const directive = (all: string, indent: string, mark: string, at: number): string =>
    isInFence(at) ? all : `${indent}1. ${marks(mark.length - 3)}`;
  return text.replace(LISTING, listing).replace(DIRECTIVE, directive);
}

const ELEMENT = /<(pre|script)\b/gi;
/** Matches the beginning of a line with a tag first, but not the beginning of a sentence that mentions an element. */
const TAG_LINE = /(?:^|\n)[ \t]*<[^\n`]*$/;
/** Maximum number of characters that are searched for the beginning of a line. */
const MAX_LINE_START = 400;
const BLANK_LINES = /\n(?:[ \t]*\n)+/g;

/**
 * Replaces blank lines in a `<pre>` or `<script>` element with spaces in front of the next line, if the line on which the element begins
 * starts with a tag. In Markdown, a blank line ends an HTML block that begins with another tag, although the element continues.
 */
function withElements(text: string): string {
  if (text.search(ELEMENT) < 0) return text;
  const isInFence = insideAny(fencesOf(text));
  const lower = lowerCase(text);
  let result = "";
  let done = 0;
  for (const { index, 1: name = "" } of eachMatch(text, ELEMENT)) {
    if (
      index < done ||
      !TAG_LINE.test(text.slice(Math.max(0, index - MAX_LINE_START), index + 1)) ||
      isInFence(index)
    )
      continue;
    const end = lower.indexOf(`</${name.toLowerCase()}`, index);
    if (end < 0) break;
    const element = text.slice(index, end);
    const isFenced = fencesOf(element).length > 0;
    result +=
      text.slice(done, index) +
      (isFenced
        ? element
        : element.replace(BLANK_LINES, (lines) => `\n${" ".repeat(lines.length - 1)}`));
    done = end;
  }
  return result + text.slice(done);
}

/** Reads the rest of a document only for its blocks, and records the inline code in them. */
function readBlocks({ source }: Snippet, leaves: Leaves, from: number): void {
  let at = from;
  for (let leaf = leaves.at(at); leaf !== undefined; leaf = leaves.at(++at)) {
    leaves.pass(at);
    if (mayContainInlineCode(source, leaf))
      noteInlineCode({ source: flatText(source, leaf), block: leaf.block });
  }
}

/** Keeps a paragraph with inline code, which the context stage may need. */
function keepUnread(tools: Tools, { source }: Snippet, leaf: Leaf): void {
  if (!mayContainInlineCode(source, leaf)) return;
  tools.unread.push(() => {
    noteInlineCode({ source: flatText(source, leaf), block: leaf.block });
  });
}

function mayContainInlineCode({ text }: Source, { name, start, end }: Leaf): boolean {
  return !PARAGRAPHLESS.has(name) && text.slice(start, end).includes("`");
}

const PARAGRAPHLESS = new Set(["FencedCode", "CodeBlock", "HTMLBlock", "CommentBlock"]);

function readLeaf(tools: Tools, snippet: Snippet, leaf: Leaf): void {
  const { source } = snippet;
  const inner = { ...snippet, block: leaf.block, tag: null };
  if (leaf.name === "FencedCode" || leaf.name === "CodeBlock") {
    if (!tools.mentions(source.text.slice(leaf.start, leaf.end))) return;
    const isText =
      leaf.name === "CodeBlock" &&
      (isAdmonition(source.text, leaf.start) || beginsWithFence(source.text, leaf));
    const untagged = isText ? "markdown" : null;
    const tag =
      leaf.info === null
        ? (untagged ??
          (isFrontMatter(source.text, leaf) ? FRONT_MATTER_TAG : null) ??
          listingTag(source.text, leaf.start))
        : tagOf(source.text.slice(...leaf.info));
    const kind = leaf.name === "CodeBlock" ? "indented" : "fence";
    // indents and quote marks are not in the parser's ranges
    tools.readCode({
      ...inner,
      kind,
      tag,
      source: Source.joined(
        leaf.code.map((span) => source.slice(...span)),
        "",
      ),
    });
  } else if (
    leaf.name === "CommentBlock" &&
    /^\s*[/#]/.test(source.text.slice(leaf.start, leaf.start + MAX_LINE_START))
  ) {
    const shown = shownAs("comment", "is in a block comment", source, leaf.start, leaf.end);
    readProse(tools, { ...inner, kind: "prose", source: paragraphText(source, leaf), shown });
  } else if (leaf.name === "HTMLBlock" || leaf.name === "CommentBlock") {
    readHtml(
      tools,
      { ...inner, kind: "html", source: source.slice(leaf.start, leaf.end) },
      readElementText,
    );
  } else readParagraph(tools, { ...inner, kind: "prose" }, source, leaf);
}

/** Whether a code block is front matter: its mark has three dashes, that of a listing has more. */
function isFrontMatter(text: string, { name, start }: Leaf): boolean {
  return name === "FencedCode" && text.startsWith("---", start) && text[start + 3] !== "-";
}

/** AsciiDoc names the language above the listing: `[source,bash]`. */
const LISTING_HEAD = /\[(?:source[^,\]\n]{0,40})?,[ \t]*([\w+#.-]{1,40})[^\]\n]{0,100}\][ \t]*\n$/;

function listingTag(text: string, start: number): string | null {
  const name = LISTING_HEAD.exec(text.slice(Math.max(0, start - 200), start))?.[1];
  return name === undefined ? null : tagOf(name);
}

/** The head of a paragraph whose indented body is not code: boxes and tabs of MkDocs, admonitions of reStructuredText. */
const ADMONITION = new RegExp(
  "^[ \\t>]*(?:(?:!!!|\\?\\?\\?\\+?|===[!+]?)[ \\t]+[\"'\\w]|\\.\\. (?:warning|danger|caution|attention" +
    "|error|important|note|hint|tip|seealso|admonition)::)",
);
/** Maximum number of characters before the body of an admonition that are searched for its head. */
const MAX_HEAD_DISTANCE = 1000;

/** Whether the indented block at an offset is the body of an admonition, box or tab. */
function isAdmonition(text: string, at: number): boolean {
  const lines = text.slice(Math.max(0, at - MAX_HEAD_DISTANCE), at).split("\n");
  while (lines.length > 0 && isBlank(lines[lines.length - 1] ?? "")) lines.pop();
  const blank = lines.reduce((last, line, index) => (isBlank(line) ? index : last), -1);
  return ADMONITION.test(lines[blank + 1] ?? "");
}

/** Whether a line consists of block quote marks and whitespace. */
function isBlank(line: string): boolean {
  return /^[ \t\r>]*$/.test(line);
}

/** Whether an indented block begins with a fence. Such a block was probably copied from a list without its item. */
function beginsWithFence(text: string, leaf: Leaf): boolean {
  const start = leaf.code[0]?.[0] ?? leaf.end;
  return text.startsWith("```", start) || text.startsWith("~~~", start);
}

function readParagraph(tools: Tools, snippet: Snippet, source: Source, leaf: Leaf): void {
  const raw = source.text.slice(leaf.start, leaf.end);
  if (!raw.includes("`") && !tools.mentions(raw)) return;
  const flat = flatText(source, leaf);
  const heading =
    leaf.block.kind === "heading"
      ? shownAs("comment", "is in a heading", source, leaf.start, leaf.end)
      : undefined;
  const shown = snippet.shown ?? heading;
  readProse(tools, { ...snippet, source: flat, ...(shown && { shown }) });
}

/** Returns the text of a paragraph, heading or cell. */
function flatText(source: Source, leaf: Leaf): Source {
  return leaf.name === "TableCell"
    ? cellText(source.slice(leaf.start, leaf.end))
    : paragraphText(source, leaf);
}

/** Returns the text of a paragraph or heading without quote marks, indentation, task marks and heading marks. */
function paragraphText(source: Source, leaf: Leaf): Source {
  const builder = new SourceBuilder(source);
  let [start, end] = [leaf.start, leaf.start];
  for (const { textStart, next } of contentLines(source.text, leaf)) {
    if (textStart !== end) {
      builder.copy(start, end);
      start = textStart;
    }
    end = next;
  }
  return builder.copy(start, end).build();
}
