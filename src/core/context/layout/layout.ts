import { oncePer } from "../../once.js";
import type { Span } from "../../model.js";
import { lowerBound } from "../../text-search.js";
import type { Block } from "../../segment/document.js";
import type { Place } from "../../segment/region.js";
import { answeredBehind, answeredWithin, asks, isAnswerLabel, mayAsk } from "./answers.js";
import { Before } from "./before.js";
import { Behind, type Ends } from "./behind.js";
import { isProse, proseBeside } from "./blocks.js";
import { commentMarks } from "./comment-marks.js";
import { CommentedCode, trailingVerdict } from "./commented-code.js";
import { Headings } from "./headings.js";
import { HtmlTables } from "./html-tables.js";
import { shape } from "../language/spoken.js";
import { LruCache } from "../lru-cache.js";
import { NamedOptions } from "./named-options.js";
import { Paragraph } from "../sentence/paragraph.js";
import { Paragraphs } from "./paragraphs.js";
import { Reported } from "./reported.js";
import { ofTable } from "./tables.js";
import { mayJudge } from "../sentence/evidence.js";
import { against, judge, NEUTRAL, type Neighbour, type Verdict } from "../verdict.js";

/** How many blocks are kept read for comments: matches come in order. */
const KEPT = 256;
/** How many levels of lists and quotes are climbed. */
const DEEPEST = 64;

/** Finds what speaks of a place in a document: its sentence, comments, cells, the blocks before and behind, the headings above. */
export class Layout {
  private readonly paragraphs: Paragraphs;
  private readonly comments = new LruCache<Block, CommentedCode>(KEPT);
  private readonly headings: Headings;
  private readonly before: Before;
  private readonly behind: Behind;
  private readonly options: NamedOptions;
  private readonly reports: Reported;
  /** Whether anything is judged anywhere. */
  private judges: boolean | null = null;
  private readonly htmlTables = oncePer((container: Block) => new HtmlTables(this.text, container));

  constructor(
    private readonly text: string,
    private readonly document: Block,
  ) {
    this.paragraphs = new Paragraphs(text);
    this.headings = new Headings(text, this.paragraphs);
    this.before = new Before(text, this.paragraphs);
    this.behind = new Behind(text, this.paragraphs);
    this.options = new NamedOptions(text, document, this.headings);
    this.reports = new Reported(text, document, this.paragraphs, this.headings);
  }

  /** The words that warn against a match, in document offsets, or null. */
  warning(match: Span, place: Place): Span | null {
    this.judges ??= mayJudge(this.text.toLowerCase());
    const verdict = this.judges ? judge(this.neighbours(match, place)) : NEUTRAL;
    return verdict.side === "against" ? verdict.evidence : null;
  }

  /** The words that report a match instead of instructing it, or null. */
  reported(match: Span, place: Place): Span | null {
    const code = isProse(place.block) ? place.block.parent : place.block;
    const comments =
      code?.kind === "code" || place.block.kind === "document"
        ? this.commentsOf(code ?? place.block, place).accounts(match)
        : [];
    return this.reports.says(match, place, comments);
  }

  /** What may speak of a match, the nearest first. */
  private *neighbours(match: Span, place: Place): Iterable<Neighbour> {
    const { block } = place;
    if (isProse(block)) yield { relation: "beside", speaks: () => this.ownSentence(match, place) };
    const code = isProse(block) ? block.parent : block;
    if (code?.kind === "code" || block.kind === "document")
      yield* this.commentsOf(code ?? block, place).around(match);
    else if (isProse(block))
      yield { relation: "beside", speaks: () => this.saidInMarks(match, block, place) };
    yield* this.around(match, block);
    yield { relation: "follows", speaks: () => against(this.options.against(match, block)) };
  }

  /** What the paragraph of a match says of it, from its own sentence on. */
  private ownSentence(match: Span, place: Place): Verdict {
    const { block, kind } = place;
    const cell =
      block.kind === "html" && block.parent !== null ? this.htmlCell(match, block.parent) : null;
    const paragraph = this.paragraphs.around(cell ?? block, match);
    if (kind === "prose" || kind === "quoted" || kind === "html")
      paragraph.reveal(extentOf(place, match));
    const evidence = paragraph.against(match);
    return evidence === null && paragraph.favours(match)
      ? { side: "for", evidence: match }
      : against(evidence);
  }

  /** "`X  # never do this`": a comment within the marks of inline code. */
  private saidInMarks(match: Span, { inlineCode }: Block, { language }: Place): Verdict {
    const [start, end] =
      inlineCode[
        lowerBound(inlineCode.length, (index) => (inlineCode[index]?.[1] ?? 0) >= match[1])
      ] ?? match;
    if (start >= match[0]) return NEUTRAL;
    let stop = end;
    while (this.text[stop - 1] === "`") stop--;
    return trailingVerdict(
      this.text,
      [match[1], stop],
      commentMarks({ tag: language === "shell" ? "sh" : null, language }),
    );
  }

  /** Climbs from a block: what follows and refers to it, its table, what introduces it, the headings above it. */
  private *around(match: Span, block: Block): Iterable<Neighbour> {
    let next: Ends = { isFirst: true, isLast: true };
    let lead: Block | null = null;
    const asked = this.askedBehind(block);
    for (const [unit, parent] of this.levels(block)) {
      const ends = next;
      const before = proseBeside(unit, -1);
      const question =
        [unit === block ? null : asked, lead, before].find(
          (prose) => prose !== null && mayAsk(this.text, prose),
        ) ?? null;
      yield {
        relation: "follows",
        speaks: () => against(this.behind.pointsBack(match, unit, ends)),
      };
      yield {
        relation: "follows",
        speaks: () => against(this.answered(match, block, unit, question, ends.isLast)),
      };
      lead = before ?? lead;
      const isEnd =
        unit.index === parent.children.length - 1 ||
        (unit === block &&
          asked !== null &&
          shape("asks-opinion").test(this.paragraphs.of(asked).words));
      next = { isFirst: ends.isFirst && unit.index === 0, isLast: ends.isLast && isEnd };
      yield* this.over(match, unit, parent);
    }
  }

  /** A block and the blocks that contain it, innermost first, each with its container. */
  private *levels(block: Block): Iterable<[unit: Block, parent: Block]> {
    let unit = block;
    for (
      let levels = 0;
      unit !== this.document && unit.parent !== null && levels < DEEPEST;
      levels++, unit = unit.parent
    )
      yield [unit, unit.parent];
  }

  /** What stands over a unit: the table it is a cell of, what leads over to it, the headings of its sections. */
  private *over(match: Span, unit: Block, parent: Block): Iterable<Neighbour> {
    const cell = parent.kind === "row" ? null : this.htmlCell(match, parent);
    if (cell !== null) yield* this.ofHtmlTable(cell, unit);
    if (unit.kind === "cell")
      yield* ofTable(this.text, unit, (block) => this.paragraphs.openingOf(block));
    else
      yield {
        relation: "introduces",
        speaks: () => this.before.introduces(match, unit, cell !== null),
      };
    yield* this.headings.heading(match, unit);
  }

  /** "> X", "> Is that fine?": the question that ends a quote, directly behind the block. */
  private askedBehind({ parent, index }: Block): Block | null {
    const next =
      parent?.kind === "quote" && index === parent.children.length - 2
        ? parent.children[index + 1]
        : undefined;
    return next?.kind === "paragraph" && asks(this.text, next) ? next : null;
  }

  /**
   * What is said against a command by the question before, around or behind it and its short answer: "Should I run this?", the
   * block, "No."; "I was asked to run X. Should I?" and "No." `lead` is the prose before it, also before a quote or list that it
   * ends, or the question behind it there.
   */
  private answered(
    match: Span,
    block: Block,
    unit: Block,
    lead: Block | null,
    isLast: boolean,
  ): Span | null {
    const ends = !isProse(block) || this.paragraphs.ends(block, match);
    if (unit.kind === "cell" || unit.kind === "row" || (isProse(unit) && !ends)) return null;
    const first = isAnswerLabel(this.text, proseBeside(unit, 1)) ? 2 : 1;
    const behind = proseBeside(unit, first);
    const own =
      isProse(block) && ends && isLast
        ? (answeredWithin(this.text, { ...block, start: match[1] }, null) ??
          answeredBehind(this.text, block, behind, true))
        : null;
    return (
      own ??
      (lead === null ? null : answeredBehind(this.text, lead, behind, false)) ??
      (isLast && behind !== null
        ? answeredWithin(this.text, behind, proseBeside(unit, first + 1))
        : null)
    );
  }

  /** The cell of a table written in HTML in which a match stands. */
  private htmlCell(match: Span, container: Block): Block | null {
    return this.htmlTables(container).cellAt(match[0]);
  }

  /** What such a table says of its cell, and the HTML before the table. */
  private *ofHtmlTable(cell: Block, unit: Block): Iterable<Neighbour> {
    yield* ofTable(this.text, cell, (block) => this.paragraphs.openingOf(block));
    const start = cell.parent?.parent?.start ?? 0;
    if (unit.kind !== "html" || start <= unit.start) return;
    yield {
      relation: "introduces",
      speaks: () =>
        new Paragraph(this.text, [unit.start, start], [], "text").introduces({
          open: true,
          antecedent: false,
        }),
    };
  }

  private commentsOf(block: Block, { tag, language }: Place): CommentedCode {
    return this.comments.get(block, () => {
      // the tag of a fence itself: a region inside may be of another language, as a script in HTML
      const ofFence = shape("fence-tag")
        .exec(this.text.slice(block.start, block.start + 80))?.[1]
        ?.toLowerCase();
      return new CommentedCode(
        this.text,
        [block.start, block.end],
        commentMarks({ tag: ofFence ?? tag, language }),
      );
    });
  }
}

/** The command of running text that a match is part of: from where its region begins; behind the match prose may follow. */
function extentOf({ start, block }: Place, match: Span): Span {
  return start > block.start && start <= match[0] ? [start, match[1]] : match;
}
