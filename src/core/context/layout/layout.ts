import { oncePer } from "../../once.js";
import type { Span } from "../../model.js";
import { lowerBound } from "../../text-search.js";
import type { Block } from "../../segment/block.js";
import type { Place } from "../../segment/region.js";
import {
  answeredAfter,
  answeredWithin,
  isQuestion,
  isAnswerLabel,
  mayBeQuestion,
} from "./answers.js";
import { PrecedingProse } from "./preceding-prose.js";
import { FollowingProse, type Ends } from "./following-prose.js";
import { isProse, adjacentProse } from "./blocks.js";
import { commentPatterns } from "./comment-patterns.js";
import { CommentedCode, trailingVerdict } from "./commented-code.js";
import { Headings } from "./headings.js";
import { HtmlTables } from "./html-tables.js";
import type { Language } from "../language/prose-language.js";
import { LruCache } from "../lru-cache.js";
import { NamedAlternatives } from "./named-alternatives.js";
import { Paragraph } from "../sentence/paragraph.js";
import { Paragraphs } from "./paragraphs.js";
import { ReportedCommands } from "./reported-commands.js";
import { isAmongLines, TextLines } from "./text-lines.js";
import { ToolOutput } from "./tool-output.js";
import { ofTable } from "./tables.js";
import { mayJudge } from "../sentence/evidence.js";
import { against, judge, NEUTRAL, type Neighbour, type Verdict } from "../verdict.js";

/** The number of blocks whose comments are cached; matches are judged in order. */
const CACHE_SIZE = 256;
/** Maximum number of levels of lists and quotes that are climbed. */
const MAX_LEVELS = 64;

/** Finds the text about a match: its sentence, comments, table cells, the blocks before and after it, the headings above. */
export class Layout {
  private readonly paragraphs: Paragraphs;
  private readonly comments = new LruCache<Block, CommentedCode>(CACHE_SIZE);
  private readonly headings: Headings;
  private readonly preceding: PrecedingProse;
  private readonly following: FollowingProse;
  private readonly alternatives: NamedAlternatives;
  private readonly reports: ReportedCommands;
  private readonly outputs: ToolOutput;
  private readonly lines: TextLines;
  /** Whether the document contains any judgement; null if not yet known. */
  private judges: boolean | null = null;
  private readonly htmlTables = oncePer((container: Block) => new HtmlTables(this.text, container));

  constructor(
    private readonly language: Language,
    private readonly text: string,
    /** The text in lower case. */
    private readonly lowered: () => string,
    private readonly document: Block,
  ) {
    this.paragraphs = new Paragraphs(language, text);
    this.headings = new Headings(text, this.paragraphs);
    this.preceding = new PrecedingProse(language, text, this.paragraphs);
    this.following = new FollowingProse(language, text, this.paragraphs);
    this.alternatives = new NamedAlternatives(language, text, document, this.headings);
    this.outputs = new ToolOutput(language, text, document);
    this.lines = new TextLines(language, text);
    this.reports = new ReportedCommands(
      language,
      text,
      lowered,
      document,
      this.paragraphs,
      this.headings,
      this.lines,
    );
  }

  /** Returns the words that warn against a match, in document offsets, or null. */
  warning(match: Span, place: Place): Span | null {
    this.judges ??= mayJudge(this.language, this.lowered());
    const verdict = this.judges ? judge(this.neighbours(match, place)) : NEUTRAL;
    return verdict.side === "against" ? verdict.evidence : null;
  }

  /** Returns the words that report a match instead of instructing it, or null. */
  reported(match: Span, place: Place): Span | null {
    const code = isProse(place.block) ? place.block.parent : place.block;
    const comments =
      code?.kind === "code" || place.block.kind === "document"
        ? this.commentsOf(code ?? place.block, place).accounts(match)
        : [];
    return this.reports.evidenceOf(match, place, comments);
  }

  /** Returns the words that mark a match as a tool's output, or null. */
  returned(match: Span, place: Place): Span | null {
    return this.outputs.evidenceOf(match, place);
  }

  /** Yields the prose that may be about a match, nearest first. */
  private *neighbours(match: Span, place: Place): Iterable<Neighbour> {
    const { block } = place;
    if (isProse(block) || isAmongLines(place))
      yield { relation: "beside", read: () => this.ownSentence(match, place) };
    const code = isProse(block) ? block.parent : block;
    if (code?.kind === "code" || block.kind === "document")
      yield* this.commentsOf(code ?? block, place).around(match);
    else if (isProse(block))
      yield { relation: "beside", read: () => this.inInlineCode(match, block, place) };
    yield* this.lines.around(match, place);
    yield* this.around(match, block);
    yield { relation: "follows", read: () => against(this.alternatives.against(match, block)) };
  }

  /** Returns what the paragraph of a match says about it, beginning with its own sentence. */
  private ownSentence(match: Span, place: Place): Verdict {
    const { block, kind } = place;
    const cell =
      block.kind === "html" && block.parent !== null ? this.htmlCell(match, block.parent) : null;
    const amongLines = isAmongLines(place);
    const paragraph = amongLines
      ? this.lines.sentence(block, match)
      : this.paragraphs.around(cell ?? block, match);
    if (amongLines || kind === "prose" || kind === "quoted" || kind === "html")
      paragraph.reveal(extentOf(place, match));
    const evidence = paragraph.against(match);
    return evidence === null && paragraph.favours(match)
      ? { side: "for", evidence: match }
      : against(evidence);
  }

  /** Returns what a comment inside the inline code of a match says: "`X  # never do this`". */
  private inInlineCode(match: Span, { inlineCode }: Block, { language }: Place): Verdict {
    const [start, end] =
      inlineCode[
        lowerBound(inlineCode.length, (index) => (inlineCode[index]?.[1] ?? 0) >= match[1])
      ] ?? match;
    if (start >= match[0]) return NEUTRAL;
    let stop = end;
    while (this.text[stop - 1] === "`") stop--;
    return trailingVerdict(
      this.language,
      this.text,
      [match[1], stop],
      commentPatterns({ tag: language === "shell" ? "sh" : null, language }),
    );
  }

  /**
   * Yields the prose around a block and its containers: text after it that refers to it, its table, its introduction, the
   * headings above it.
   */
  private *around(match: Span, block: Block): Iterable<Neighbour> {
    let next: Ends = { isFirst: true, isLast: true };
    let lead: Block | null = null;
    const questionAfter = this.questionAfter(block);
    for (const [ancestor, parent] of this.levels(block)) {
      const ends = next;
      const preceding = adjacentProse(ancestor, -1);
      const question =
        [ancestor === block ? null : questionAfter, lead, preceding].find(
          (prose) => prose !== null && mayBeQuestion(this.text, prose),
        ) ?? null;
      yield {
        relation: "follows",
        read: () => against(this.following.pointsBack(match, ancestor, ends)),
      };
      yield {
        relation: "follows",
        read: () => against(this.answered(match, block, ancestor, question, ends.isLast)),
      };
      lead = preceding ?? lead;
      const isEnd =
        ancestor.index === parent.children.length - 1 ||
        (ancestor === block &&
          questionAfter !== null &&
          this.language.test("asks-opinion", this.paragraphs.of(questionAfter).words));
      next = { isFirst: ends.isFirst && ancestor.index === 0, isLast: ends.isLast && isEnd };
      yield* this.over(match, ancestor, parent);
    }
  }

  /** Yields a block and the blocks that contain it, innermost first, each with its container. */
  private *levels(block: Block): Iterable<[ancestor: Block, parent: Block]> {
    let ancestor = block;
    for (
      let levels = 0;
      ancestor !== this.document && ancestor.parent !== null && levels < MAX_LEVELS;
      levels++, ancestor = ancestor.parent
    )
      yield [ancestor, ancestor.parent];
  }

  /** Yields the prose above a block: of its table if it is a cell, its introduction, the headings of its sections. */
  private *over(match: Span, ancestor: Block, parent: Block): Iterable<Neighbour> {
    const cell = parent.kind === "row" ? null : this.htmlCell(match, parent);
    if (cell !== null) yield* this.ofHtmlTable(cell, ancestor);
    if (ancestor.kind === "cell")
      yield* ofTable(this.language, this.text, ancestor, (block) =>
        this.paragraphs.openingOf(block),
      );
    else
      yield {
        relation: "introduces",
        read: () => this.preceding.introduces(match, ancestor, cell !== null),
      };
    yield* this.headings.verdicts(match, ancestor);
  }

  /** Returns the question that directly follows a block at the end of a quote: "> X", "> Is that fine?". Null if there is none. */
  private questionAfter({ parent, index }: Block): Block | null {
    const next =
      parent?.kind === "quote" && index === parent.children.length - 2
        ? parent.children[index + 1]
        : undefined;
    return next?.kind === "paragraph" && isQuestion(this.language, this.text, next) ? next : null;
  }

  /**
   * Returns the words against a command in the short answer to a question before, around or after it: "Should I run this?", the
   * block, "No."; "I was asked to run X. Should I?" and "No." Returns null if there is no such answer. `lead` is the prose that may be
   * the question: before the block, before a quote or list around it, or after the block at the end of its quote.
   */
  private answered(
    match: Span,
    block: Block,
    ancestor: Block,
    lead: Block | null,
    isLast: boolean,
  ): Span | null {
    const ends = !isProse(block) || this.paragraphs.ends(block, match);
    if (ancestor.kind === "cell" || ancestor.kind === "row" || (isProse(ancestor) && !ends))
      return null;
    const first = isAnswerLabel(this.language, this.text, adjacentProse(ancestor, 1)) ? 2 : 1;
    const following = adjacentProse(ancestor, first);
    const own =
      isProse(block) && ends && isLast
        ? (answeredWithin(this.language, this.text, { ...block, start: match[1] }, null) ??
          answeredAfter(this.language, this.text, block, following, true))
        : null;
    return (
      own ??
      (lead === null ? null : answeredAfter(this.language, this.text, lead, following, false)) ??
      (isLast && following !== null
        ? answeredWithin(this.language, this.text, following, adjacentProse(ancestor, first + 1))
        : null)
    );
  }

  /** Returns the cell of an HTML table that contains a match, or null. */
  private htmlCell(match: Span, container: Block): Block | null {
    return this.htmlTables(container).cellAt(match[0]);
  }

  /** Yields what an HTML table says about its cell, and the HTML before the table. */
  private *ofHtmlTable(cell: Block, ancestor: Block): Iterable<Neighbour> {
    yield* ofTable(this.language, this.text, cell, (block) => this.paragraphs.openingOf(block));
    const start = cell.parent?.parent?.start ?? 0;
    if (ancestor.kind !== "html" || start <= ancestor.start) return;
    yield {
      relation: "introduces",
      read: () =>
        new Paragraph(this.language, this.text, [ancestor.start, start], [], "text").introduces({
          open: true,
          antecedent: false,
        }),
    };
  }

  private commentsOf(block: Block, { tag, language }: Place): CommentedCode {
    return this.comments.get(block, () => {
      // the tag of the fence, since a region inside it may be in another language, like a script in HTML
      const ofFence = this.language
        .exec("fence-tag", this.text.slice(block.start, block.start + 80))?.[1]
        ?.toLowerCase();
      return new CommentedCode(
        this.language,
        this.text,
        [block.start, block.end],
        commentPatterns({ tag: ofFence ?? tag, language }),
      );
    });
  }
}

/**
 * Returns the command in running text that a match is part of: from the start of its region to the end of the match, since prose
 * may follow.
 */
function extentOf({ start, block }: Place, match: Span): Span {
  return start > block.start && start <= match[0] ? [start, match[1]] : match;
}
