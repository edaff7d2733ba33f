import type { Span } from "../../model.js";
import type { Block } from "../../segment/block.js";
import type { Place } from "../../segment/region.js";
import { inlinePieces } from "../../segment/running/inline-pieces.js";
import type { Language } from "../language/prose-language.js";
import { LruCache } from "../lru-cache.js";
import { Paragraph } from "../sentence/paragraph.js";
import { accountAhead, type Account } from "../sentence/report-or-instruction.js";
import { against, NEUTRAL, type Neighbour, type Verdict } from "../verdict.js";

/** Maximum number of characters that are read before and after a match, and maximum number of lines that a sentence continues. */
const MAX_DISTANCE = 800;
const MAX_LINES = 8;
/** The number of cached sentences; matches are judged in order. */
const CACHE_SIZE = 8;
/** Matches a line that continues the sentence of the line above: it begins in lower case, with inline code or in a parenthesis. */
const CONTINUES = /^[ \t>]*[\p{Ll}`(]/u;
const ENDS = /[.!?:;]["'”’)`*_]*[ \t\r]*$/;
const BLANK = /^[ \t>\r]*$/;
const FENCE = /^[ \t>]*(?:`{3}|~{3})/;

/** A line of prose above or below a command, and whether it is directly there. */
interface Beside {
  readonly span: Span;
  readonly isAdjacent: boolean;
}

/** Whether a place is in a line of a text in a code block, whose sentence may be about it. */
export function isAmongLines({ block, amongText }: Place): boolean {
  return amongText === "line" && block.kind === "code";
}

/**
 * Finds the prose in the lines of a code block that is text. Unlike in a paragraph, a line of a block is a sentence by itself unless
 * the next line continues it.
 */
export class TextLines {
  private readonly read = new LruCache<string, Paragraph>(CACHE_SIZE);

  constructor(
    private readonly language: Language,
    private readonly text: string,
  ) {}

  /** Returns the sentence around a match in a line. */
  sentence(block: Block, match: Span): Paragraph {
    return this.paragraph(this.sentenceLines(block, match));
  }

  /** Yields what the line above a command and the line below it say about it. */
  *around(match: Span, place: Place): Iterable<Neighbour> {
    if (place.amongText === undefined || place.block.kind !== "code") return;
    yield { relation: "introduces", read: () => this.introduces(match, place) };
    yield {
      relation: "follows",
      read: () => {
        const below = this.below(match, place.block);
        return against(
          below === null ? null : (this.paragraph(below).pointsBefore()?.evidence ?? null),
        );
      },
    };
  }

  /** Yields whether the line below a command calls it an attack, and whether the line above reports it or tells the reader to run it. */
  *accounts(
    match: Span,
    place: Place,
  ): Iterable<{ readonly account: Account; readonly evidence: Span }> {
    if (place.amongText === undefined || place.block.kind !== "code") return;
    const below = this.below(match, place.block);
    if (below !== null && this.paragraph(below).callsAttack)
      yield { account: "reports", evidence: below };
    const above = this.above(match, place);
    if (above === null) return;
    const { ending } = this.paragraph(above.span);
    const open = place.amongText === "lines" && above.isAdjacent && !this.isSentence(above.span);
    yield { account: accountAhead(this.language, ending, open), evidence: above.span };
  }

  private introduces(match: Span, place: Place): Verdict {
    const above = this.above(match, place);
    if (above === null) return NEUTRAL;
    const isLine = place.amongText === "line";
    const paragraph = this.paragraph(above.span);
    return paragraph.introduces({
      open: !isLine && above.isAdjacent && !this.isSentence(above.span),
      antecedent: paragraph.commandCount > 0,
      strict: isLine,
    });
  }

  private isSentence(span: Span): boolean {
    return /[.!?]\s*$/.test(this.text.slice(...span));
  }

  private paragraph(span: Span): Paragraph {
    return this.read.get(span.join(), () => {
      const code = inlinePieces(this.text.slice(...span))
        .filter(({ kind }) => kind === "code")
        .map(({ start, end }): Span => [span[0] + start, span[0] + end]);
      return new Paragraph(this.language, this.text, span, code, "text");
    });
  }

  /** Returns the lines that are one sentence, or several sentences on these lines, around a match. */
  private sentenceLines(block: Block, match: Span): Span {
    const stop = Math.min(block.end, match[1] + MAX_DISTANCE);
    const after = this.text.slice(match[1], stop).split("\n");
    let last = 0;
    while (
      last + 1 < after.length &&
      last < MAX_LINES &&
      CONTINUES.test(after[last + 1] ?? "") &&
      !ENDS.test(after[last] ?? "")
    )
      last++;
    return [
      this.sentenceStart(block, match),
      match[1] + after.slice(0, last + 1).join("\n").length,
    ];
  }

  /** Returns the start of the first line of the sentence that the line of a span continues. */
  private sentenceStart(block: Block, [from, to]: Span): number {
    let start = Math.max(block.start, from - MAX_DISTANCE);
    const lines = this.text.slice(start, to).split("\n");
    let first = this.text.slice(start, from).split("\n").length - 1;
    for (
      let read = 0;
      first > 0 &&
      read < MAX_LINES &&
      CONTINUES.test(lines[first] ?? "") &&
      !BLANK.test(lines[first - 1] ?? "") &&
      !FENCE.test(lines[first - 1] ?? "") &&
      !ENDS.test(lines[first - 1] ?? "");
      read++
    )
      first--;
    for (const passed of lines.slice(0, first)) start += passed.length + 1;
    return start;
  }

  /** Returns the prose above the command lines that a match is in; null if there is none, or if a blank line divides these. */
  private above(match: Span, place: Place): Beside | null {
    const { block, amongText, start } = place;
    const from =
      amongText === "line"
        ? this.sentenceStart(block, match)
        : this.text.lastIndexOf("\n", Math.min(start, match[0]) - 1) + 1;
    const limit = Math.max(block.start, from - MAX_DISTANCE);
    if (match[0] - from > MAX_DISTANCE || /\n[ \t>\r]*\n/.test(this.text.slice(from, match[0])))
      return null;
    const lines = this.text.slice(limit, from).split("\n").slice(0, -1);
    const isAdjacent = !BLANK.test(lines[lines.length - 1] ?? "");
    if (!isAdjacent) lines.pop();
    const line = lines.pop();
    if (line === undefined || BLANK.test(line) || FENCE.test(line)) return null;
    const begin = limit + lines.reduce((length, passed) => length + passed.length + 1, 0);
    const end = begin + line.length;
    return { span: [this.sentenceStart(block, [begin, end]), end], isAdjacent };
  }

  /** Returns the line directly below that of a match; null if there is none. */
  private below(match: Span, block: Block): Span | null {
    const rest = this.text.slice(match[1], Math.min(block.end, match[1] + MAX_DISTANCE));
    const feed = rest.indexOf("\n");
    if (feed < 0) return null;
    const [line = ""] = rest.slice(feed + 1).split("\n", 1);
    if (BLANK.test(line) || FENCE.test(line)) return null;
    const start = match[1] + feed + 1;
    return this.sentenceLines(block, [start, start + line.length]);
  }
}
