import type { Span } from "../../model.js";
import { lowerBound } from "../../search.js";
import type { Block } from "../../segment/document.js";
import type { Place } from "../../segment/region.js";
import { NamedOptions } from "./named-options.js";
import { answeredAgainst, answeredAhead, asks, isAnswerLabel, mayAsk } from "./answers.js";
import { isOnLine, isProse, lastLeaf, proseBeside } from "./blocks.js";
import { isCaption, leadOverCaption } from "./captions.js";
import { commentMarks } from "./comment-marks.js";
import { CommentedCode, firstWord, trailingStance } from "./comments.js";
import { shapes } from "../language/spoken.js";
import { Headings } from "./headings.js";
import { HtmlTables } from "./html-tables.js";
import { Paragraph } from "../sentence/paragraph.js";
import { Paragraphs } from "./paragraphs.js";
import { LruCache } from "../lru-cache.js";
import { Remarks } from "./remarks.js";
import { tableStance } from "./tables.js";
import type { Verdict } from "../sentence/verdict.js";

const SHAPE = shapes(
  "asks-opinion", "example-lead", "fence-tag", "invisible-html", "leads-with-colon", "letter-or-digit", "means-all", "recalls",
);

/** How many code blocks that follow each other one plural introduction covers. */
const ADJACENT = 4;

/** A lead over to another block ("Second:") is no longer than this. */
const LONGEST_LEAD = 40;
const NEAR = 40;
/** "You wrote:" is no longer than this. */
const LONGEST_CAPTION = 100;
/** Code marks, "$ " and a full stop round a command that is a paragraph of its own. */
const SLACK = 8;
/** Longer markup is not looked through. */
const LONGEST_MARKUP = 10_000;
/** No command of a single line is read further. */
const LONGEST_LINE = 2000;
/** How many blocks are kept read for comments: matches come in order. */
const KEPT = 256;
/** How many levels of lists and quotes are climbed. */
const DEEPEST = 64;

/** Finds which sentences, headings, cells and comments of a document concern a place. */
export class Layout {
  private readonly passages: Paragraphs;
  private readonly comments = new LruCache<Block, CommentedCode>(KEPT);
  private readonly headings: Headings;
  private readonly remarks: Remarks;
  private readonly alternatives: NamedOptions;
  private readonly htmlTables = new Map<Block, HtmlTables>();

  constructor(private readonly text: string, private readonly document: Block) {
    this.passages = new Paragraphs(text);
    this.headings = new Headings(text, this.passages);
    this.remarks = new Remarks(text, this.passages);
    this.alternatives = new NamedOptions(text, document, this.headings);
  }

  /** The words that warn against a match, in document offsets, or null. */
  warning(match: Span, place: Place): Span | null {
    return this.spoken(match, place) ?? this.alternatives.against(match, place.block);
  }

  /** The words about a match where it stands. */
  private spoken(match: Span, place: Place): Span | null {
    const { block } = place;
    if (isProse(block)) {
      const cell = block.kind === "html" && block.parent !== null ? this.htmlCell(match, block.parent) : null;
      const passage = this.passages.around(cell ?? block, match);
      if (place.kind === "prose" || place.kind === "quoted" || place.kind === "html") passage.reveal(extentOf(place, match));
      const own = passage.against(match);
      const said = block.parent?.kind === "code" ? this.commentsOf(block.parent, place).stanceOn(match) : this.saidInMarks(match, block, place);
      const against = own ?? (said?.stance === "against" ? said.evidence : null);
      return against ?? this.around(match, block, passage.favours(match) || said?.stance === "for");
    }
    const said = block.kind === "code" || block.kind === "document" ? this.commentsOf(block, place).stanceOn(match) : null;
    if (said?.stance === "against") return said.evidence;
    return this.around(match, block, said?.stance === "for");
  }

  /** "`X  # never do this`": a comment within the marks of inline code. */
  private saidInMarks(match: Span, { inlineCode }: Block, { language }: Place): Verdict | null {
    const [start, end] = inlineCode[lowerBound(inlineCode.length, (index) => (inlineCode[index]?.[1] ?? 0) >= match[1])] ?? match;
    if (start >= match[0]) return null;
    let stop = end;
    while (this.text[stop - 1] === "`") stop--;
    return trailingStance(this.text, [match[1], stop], commentMarks({ tag: language === "shell" ? "sh" : null, language }));
  }

  /** Climbs from a block: what stands behind it and means it, what introduces it, the headings above it. */
  private around(match: Span, block: Block, favoured: boolean): Span | null {
    let decided = favoured;
    let isFirst = true;
    let isLast = true;
    let levels = 0;
    let lead: Block | null = null;
    const asked = this.askedBehind(block);
    for (let unit: Block | null = block; unit !== null && unit !== this.document && unit.parent !== null && levels < DEEPEST; unit = unit.parent) {
      levels++;
      const after = this.pointedAtFromBehind(match, unit, { isFirst, isLast }) ?? this.answered(match, { block, unit, lead: [unit === block ? null : asked, lead, proseBeside(unit, -1)].find((prose) => prose !== null && mayAsk(this.text, prose)) ?? null, isLast });
      if (after !== null) return after;
      lead = proseBeside(unit, -1) ?? lead;
      isFirst &&= unit.index === 0;
      isLast &&= unit.index === unit.parent.children.length - 1 || (unit === block && asked !== null && SHAPE.asksOpinion.test(this.passages.of(asked).words));
      if (decided) continue;
      const cell = unit.parent.kind === "row" ? null : this.htmlCell(match, unit.parent);
      const stance = (cell === null ? null : this.ofHtmlTable(cell, unit)) ?? this.introduced(match, unit, cell !== null) ?? this.headings.stanceOn(match, unit);
      if (stance?.stance === "against") return stance.evidence;
      decided = stance?.stance === "for";
    }
    return null;
  }

  /** "Never run this." directly behind the block. */
  private pointedAtFromBehind(match: Span, unit: Block, { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean }): Span | null {
    if (unit.kind === "cell" || unit.kind === "row") return null;
    const siblings = unit.parent?.children ?? [];
    let at = unit.index + 1;
    for (let blocks = 1; unit.kind === "code" && blocks < ADJACENT && this.goesOn(siblings, at); blocks++) at += siblings[at]?.kind === "code" ? 1 : 2;
    const back = this.remarks.backFrom(siblings, at) ?? this.overLeads(siblings, at);
    if (back === null) return null;
    if (back.line !== null && unit.kind === "code" && unit.end - unit.start < LONGEST_MARKUP && at === unit.index + 1) return isOnLine(this.text, unit, match, back.line) ? back.evidence : null;
    const nearest = isLast && at === unit.index + 1 && (!isProse(unit) || this.passages.ends(unit, match));
    if (back.first && unit.kind === "list") return isFirst ? back.evidence : null;
    if (back.first && isLast && unit.kind === "code") return this.continues(siblings, unit.index) || this.isLed(siblings, unit.index) ? null : back.evidence;
    return nearest || back.plural ? back.evidence : null;
  }

  /** "> X", "> Is that fine?": the question that ends a quote, directly behind the block. */
  private askedBehind({ parent, index }: Block): Block | null {
    const next = parent?.kind === "quote" && index === parent.children.length - 2 ? parent.children[index + 1] : undefined;
    return next?.kind === "paragraph" && asks(this.text, next) ? next : null;
  }

  /** "Should I run this?", the block, "No."; `lead` is the prose before it, also before a quote or list that it ends, or the question behind it there. */
  private answered(match: Span, { block, unit, lead, isLast }: { readonly block: Block; readonly unit: Block; readonly lead: Block | null; readonly isLast: boolean }): Span | null {
    const ends = !isProse(block) || this.passages.ends(block, match);
    if (unit.kind === "cell" || unit.kind === "row" || (isProse(unit) && !ends)) return null;
    const own = isProse(block) && ends && isLast ? { block, rest: { ...block, start: match[1] } } : null;
    const first = isAnswerLabel(this.text, proseBeside(unit, 1)) ? 2 : 1;
    return answeredAgainst(this.text, { own, before: lead, behind: proseBeside(unit, first), next: proseBeside(unit, first + 1), meantBehind: isLast });
  }

  /** Whether another block stands before it in the same way. */
  private continues(siblings: readonly Block[], at: number): boolean {
    return siblings[at - 1]?.kind === "code" || (siblings[at - 2]?.kind === "code" && this.goesOn(siblings, at - 1));
  }

  /** Whether another block follows at once, or behind a mere "or:". */
  private goesOn(siblings: readonly Block[], at: number): boolean {
    const next = siblings[at];
    if (next?.kind === "code") return true;
    return next?.kind === "paragraph" && siblings[at + 1]?.kind === "code" && this.passages.openingOf(next).isConnective;
  }

  /**
   * "Don't run the first one", "never run these", over blocks that are led by a few words each; over those of
   * several sections only "none of these is safe". Several lines are several commands.
   */
  private overLeads(siblings: readonly Block[], from: number): ReturnType<Paragraph["pointsBefore"]> {
    const inSections = siblings[from]?.kind === "heading";
    let at = from;
    for (let blocks = 1; blocks < ADJACENT && (inSections ? isSection(siblings, at) : this.isLed(siblings, at + 1)); blocks++) at += 2;
    const back = at === from ? null : this.remarks.backFrom(siblings, at);
    if (back === null || back.first) return inSections ? null : back;
    const isAll = (!back.named && !inSections) || SHAPE.meansAll.test(this.text.slice(back.evidence[0] - NEAR, back.evidence[1] + NEAR));
    return back.plural && isAll && this.leadsOver(siblings[from - 2]) && this.isOneLine(siblings[at - 1]) ? back : null;
  }

  /** A caption, or words that end with a colon. */
  private leadsOver(lead: Block | undefined): boolean {
    return lead?.kind === "heading" || (lead?.kind === "paragraph" && (SHAPE.leadsWithColon.test(this.text.slice(Math.max(lead.start, lead.end - LONGEST_LEAD), lead.end)) || isCaption(this.text, lead, this.passages)));
  }

  /** Whether a block stands behind another and a few words that lead over to it: "Second:", "**wget**". */
  private isLed(siblings: readonly Block[], at: number): boolean {
    const lead = siblings[at - 1];
    if (siblings[at]?.kind !== "code" || siblings[at - 2]?.kind !== "code" || lead?.kind !== "paragraph" || lead.end - lead.start > LONGEST_LEAD) return false;
    const passage = this.passages.of(lead);
    return passage.isOneSentence && passage.commandCount === 0 && this.leadsOver(lead);
  }

  /** A block of one command on one line. */
  private isOneLine(block: Block | undefined): boolean {
    const text = block === undefined ? "" : this.text.slice(block.start, Math.min(block.end, block.start + LONGEST_LINE));
    return text.split("\n").filter((line) => !/^[\s>]*(?:[`~]{3}[^]*)?$/.test(line)).length === 1;
  }

  /** What the block directly before says of `unit`, or the table of a cell; `linked` blocks stand between already. */
  private introduced(match: Span, unit: Block, inTable: boolean, linked = 0): Verdict | null {
    if (unit.kind === "cell") return tableStance(this.text, unit, (block) => this.passages.openingOf(block));
    if (unit.kind === "item" || unit.kind === "row" || unit.kind === "heading") return null;
    const siblings = unit.parent?.children ?? [];
    let at = unit.index - 1;
    let blocks = 1;
    while (this.isInvisible(siblings[at]) || (unit.kind === "code" && siblings[at]?.kind === "code" && ++blocks <= ADJACENT)) at--;
    // "Never run this: … or this: …": the second is introduced as the first.
    if (blocks === 1 && linked < ADJACENT && unit.kind === "code" && this.continues(siblings, unit.index)) return this.introduced(match, siblings[at - 1] ?? unit, inTable, linked + 1);
    const before = siblings[at];
    const outer = this.overCaption(match, unit, siblings, at);
    if (before === undefined || outer !== null || before.kind === "heading" || before.kind === "rule" || before.kind === "code") return outer;
    const leaf = lastLeaf(before);
    if (!isProse(leaf) || leaf.kind === "cell" || (before.kind === "list" && unit.kind !== "code")) return null;
    const passage = this.passages.endingOf(leaf);
    if (blocks > 1 && !passage.speaksOfSeveral) return null;
    const isProseUnit = isProse(unit) && !inTable;
    if (isProseUnit && !this.passages.opens(unit, match)) return null;
    const antecedent = passage.commandCount > 0 || siblings[at - 1]?.kind === "code";
    const isCommandOnly = unit.end - unit.start - (match[1] - match[0]) < SLACK;
    const stance = passage.introduces({ open: (!isProseUnit || isCommandOnly) && !this.remarks.isSentence(leaf), antecedent, several: unit.kind === "list" && unit.children.length > 1, alone: before.kind !== "list" || before.children.length === 1, strict: isProseUnit && !isCommandOnly, word: firstWord(this.text, match) });
    if (unit.kind === "code" && stance.stance === "neutral" && !antecedent) {
      const denied = answeredAhead(this.text, leaf);
      return denied === null ? this.recalled(siblings, at) : { stance: "against", evidence: denied };
    }
    return stance.stance === "neutral" || (stance.stance === "against" && this.isLimitedBehind(unit)) ? null : stance;
  }

  /** "Don't run that.", "You wrote:" or "For example:", the block. */
  private recalled(siblings: readonly Block[], at: number): Verdict | null {
    const [lead, before] = [siblings[at], siblings[at - 1]];
    if (lead?.kind !== "paragraph" || before?.kind !== "paragraph" || siblings[at - 2]?.kind === "code" || lead.end - lead.start > LONGEST_CAPTION) return null;
    const passage = this.passages.endingOf(before);
    if (passage.commandCount > 0) return null;
    const isRecall = SHAPE.recalls.test(this.text.slice(lead.start, lead.end).toLowerCase());
    if (!isRecall && !SHAPE.exampleLead.test(this.passages.of(lead).words)) return null;
    const stance = passage.introduces({ open: !isRecall, antecedent: false, example: isRecall });
    return stance.stance === "against" ? stance : null;
  }

  /** "Never run these:", "On Linux:", the block. */
  private overCaption(match: Span, unit: Block, siblings: readonly Block[], at: number): Verdict | null {
    const lead = unit.kind === "code" || unit.kind === "list" ? leadOverCaption(this.text, siblings, at, this.passages) : null;
    const leaf = siblings[lead?.index ?? -1];
    if (lead === null || leaf === undefined) return null;
    const passage = this.passages.endingOf(leaf);
    if (!(lead.colon && lead.isFirst) && !passage.speaksOfSeveral) return null;
    const stance = passage.introduces({ open: lead.colon, antecedent: passage.commandCount > 0, word: firstWord(this.text, match) });
    return stance.stance === "against" ? stance : null;
  }

  /** "Never run:", the block, "as root." */
  private isLimitedBehind(unit: Block): boolean {
    const next = unit.parent?.children[unit.index + 1];
    return unit.kind === "code" && next?.kind === "paragraph" && this.passages.openingOf(next).limitsBefore;
  }

  /** The cell of a table written in HTML in which a match stands. */
  private htmlCell(match: Span, container: Block): Block | null {
    let tables = this.htmlTables.get(container);
    if (tables === undefined) this.htmlTables.set(container, (tables = new HtmlTables(this.text, container)));
    return tables.cellAt(match[0]);
  }

  /** What such a table says of its cell, and the HTML before the table. */
  private ofHtmlTable(cell: Block, unit: Block): Verdict | null {
    const own = tableStance(this.text, cell, (block) => this.passages.openingOf(block));
    const start = cell.parent?.parent?.start ?? 0;
    if (own !== null || unit.kind !== "html" || start <= unit.start) return own;
    const stance = new Paragraph(this.text, [unit.start, start], [], "text").introduces({ open: true, antecedent: false });
    return stance.stance === "neutral" ? null : stance;
  }

  /** Nothing but comments and opening tags of HTML, or markup that says nothing. */
  private isInvisible(block: Block | undefined): boolean {
    if (block === undefined || !(block.kind === "html" || block.kind === "paragraph") || block.end - block.start > LONGEST_MARKUP) return false;
    const text = this.text.slice(block.start, block.end);
    if (block.kind === "html") return SHAPE.invisibleHtml.test(text);
    return !SHAPE.letterOrDigit.test(text.charAt(0).toLowerCase()) && this.passages.of(block).isSilent;
  }

  /** The tag of a fence itself: a region inside may be of another language, as a script in HTML. */
  private fenceTag(block: Block): string | null {
    return SHAPE.fenceTag.exec(this.text.slice(block.start, block.start + 80))?.[1]?.toLowerCase() ?? null;
  }

  private commentsOf(block: Block, place: Place): CommentedCode {
    return this.comments.get(block, () => new CommentedCode(this.text, [block.start, block.end], commentMarks({ tag: this.fenceTag(block) ?? place.tag, language: place.language })));
  }
}

/** A heading between two blocks, and nothing else. */
function isSection(siblings: readonly Block[], at: number): boolean {
  return siblings[at - 1]?.kind === "code" && siblings[at]?.kind === "heading" && siblings[at + 1]?.kind === "code";
}

/** The command of running text that a match is part of: from where its region begins; behind the match prose may follow. */
function extentOf({ start, block }: Place, match: Span): Span {
  return start > block.start && start <= match[0] ? [start, match[1]] : match;
}
