import { familyOf } from "../languages/index.js";
import type { Span } from "../model.js";
import { once } from "../once.js";
import type { Vocabulary } from "../query/vocabulary.js";
import { Source } from "../source.js";
import { normalizeSpaces } from "./normalize-spaces.js";
import { documentBlock, type BlockNode } from "./markdown/block-node.js";
import { readCode } from "./read-code.js";
import { decodeEntities } from "./entities.js";
import type { Block } from "./block.js";
import { excerpts } from "./unmarked/files-among-prose.js";
import { readMarkdown } from "./markdown/read-markdown.js";
import type { Region } from "./region.js";
import { shownAs, type Snippet } from "./snippet.js";
import { FENCE, type TextRange } from "../lex/lines.js";
import { independentParts } from "./independent-parts.js";
import { listings } from "./listings.js";
import { headsOf, Tools, type SegmentTools } from "./segment-tools.js";
import { commandTag, sniffFamily, wholeFileTag } from "./unmarked/sniff-family.js";
import { phpBlocks } from "../lex/php-blocks.js";

export type { Block } from "./block.js";
export { mayDefine } from "./independent-parts.js";
export type { Place, Region } from "./region.js";
export { prepareShell } from "./snippet.js";

/** Options of `segment`. */
export interface SegmentOptions extends SegmentTools {
  /** The language tag of a text that is one whole file; `markdown` by default. */
  readonly format?: string;
}

/** The parts of a text. */
export interface Segments {
  /** The block structure. */
  readonly document: Block;
  /** The regions that are read as code; those of one block may not be in document order. */
  readonly regions: readonly Region[];
  /** Adds the inline code of text that was not read; must be called before {@link document} is used. */
  complete(): void;
}

/** Divides a text into its block structure and the regions that are read as code. */
export function segment(text: string, options: SegmentOptions): Segments {
  const document = documentBlock(text.length);
  const whole = Source.whole(text);
  // without the byte order mark, since some formats need their first word at the very beginning
  const source = normalizeSpaces(text.startsWith("\ufeff") ? whole.slice(1) : whole);
  const tools = new Tools(source.text, text.length, options, readCode);
  const snippet: Snippet = { source, kind: "prose", tag: null, block: document, depth: 0 };
  const format = options.format ?? "markdown";
  const tag =
    format === "markdown"
      ? (wholeFileTag(snippet.source.text, tools.heads) ??
        (tools.knowsWindows ? commandTag(snippet.source.text) : null))
      : format;
  if (tag === null) readDocument(tools, snippet);
  else readFile(tools, snippet, tag, [0, text.length]);
  const complete = once(() => {
    for (const note of tools.unread) note();
  });
  return { document, regions: tools.regions, complete };
}

/** Minimum length of a text that is divided, in UTF-16 code units: dividing a shorter one takes longer than reading it. */
const MIN_LENGTH = 1000;

/** Whether {@link partsOf} returns a text as one part, decided without reading it. */
export function isOnePart(text: string, format = "markdown"): boolean {
  return format !== "markdown" || text.length < MIN_LENGTH;
}

/** Returns the parts of a text between which no value flows, in order; one part if it is not read as Markdown. */
export function partsOf(
  text: string,
  vocabulary: Vocabulary,
  format = "markdown",
): readonly Span[] {
  if (isOnePart(text, format)) return [[0, text.length]];
  return independentParts(text, (whole) => {
    const { text: plain } = normalizeSpaces(Source.whole(whole));
    return (
      wholeFileTag(plain, headsOf(plain, vocabulary)) !== null ||
      commandTag(plain) !== null ||
      phpBlocks(plain).next().done === false
    );
  });
}

/** Reads Markdown, in which listings with marks of other formats and files without any marks are read separately. */
function readDocument(tools: Tools, snippet: Snippet): void {
  const markdown = (source: Source): void => {
    readMarkdown(tools, { ...snippet, source });
  };
  const part = (source: Source, { start, end }: TextRange, tag: string): void => {
    readFile(
      tools,
      { ...snippet, source: source.slice(start, end) },
      tag,
      source.origin(start, end),
    );
  };
  const withoutPhpBlocks = (source: Source): void => {
    readParts(source, excerpts(source.text, tools), markdown, (excerpt) => {
      part(source, excerpt, excerpt.tag);
    });
  };
  const unmarked = (source: Source): void => {
    readParts(source, phpBlocks(source.text), withoutPhpBlocks, (block) => {
      part(source, block, "php");
    });
  };
  const { source } = snippet;
  // text between marks that consists of sentences or contains a fence is not code, but read as Markdown
  const isCode = (code: string, tag: string | null): boolean =>
    tools.mentions(code) &&
    !FENCE.test(code) &&
    (familyOf(tag ?? "") !== "text" || sniffFamily(code, tools.heads) !== "text");
  const cut = (from: number): void => {
    tools.limit("size", "too many nested listings are not separated", source, from);
  };
  readParts(source, listings(source.text, isCode, cut), unmarked, ({ inner, tag, describes }) => {
    const shown =
      describes &&
      shownAs(
        "description",
        `is the value of the descriptive key "${describes}"`,
        source,
        ...inner,
      );
    readFile(
      tools,
      { ...snippet, source: decodeEntities(source.slice(...inner)), ...(shown && { shown }) },
      tag,
      source.origin(...inner),
    );
  });
}

/** Reads parts of a source, in order, and the text before, between and after them. */
function readParts<Part extends TextRange>(
  source: Source,
  parts: Iterable<Part>,
  readRest: (source: Source) => void,
  read: (part: Part) => void,
): void {
  let done = 0;
  for (const part of parts) {
    readRest(source.slice(done, part.start));
    read(part);
    done = part.end;
  }
  readRest(source.slice(done));
}

function readFile(
  tools: Tools,
  snippet: Snippet & { readonly block: BlockNode },
  tag: string | null,
  place: Span,
): void {
  readCode(tools, { ...snippet, kind: "fence", tag, block: snippet.block.add("code", place) });
}
