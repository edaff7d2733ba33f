import type { Span } from "../../model.js";
import type { Block } from "../../segment/document.js";
import { firstLeaf, isMarkup, isOnLine, isProse, isSentence } from "./blocks.js";
import { continues, goesOn, isCaption } from "./continuation.js";
import { shape } from "../language/spoken.js";
import type { Paragraph } from "../sentence/paragraph.js";
import type { Paragraphs } from "./paragraphs.js";

/** Whether a block is the first, and the last, in the unit that is looked at. */
export interface Ends {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** How many code blocks that follow each other one plural covers. */
const ADJACENT = 4;
/** What is said of all is looked for so far around a verdict. */
const NEAR = 40;
/** Longer blocks have no numbered lines, and no command of a single line is read further. */
const LONGEST_BLOCK = 10_000;
const LONGEST_LINE = 2000;
/** A lead over to another block ("Second:") or to a list of remarks ("Cons:") is no longer than this, and so many items are read. */
const LONGEST_LEAD = 40;
const MOST_ITEMS = 8;
/** How many paragraphs behind a block may point back at it. */
const REMARKS = 6;
/**
 * No list or table between a block and what is said of it is longer, or shows more than parts of a command: a fence, a pipe with
 * both its sides.
 */
const LONGEST_LIST = 2000;
/** Points at the nearest command and at no other. */
const NEAREST = { plural: false, first: false, named: false, line: null } as const;
/** Marks and a line end behind a question. */
const SLACK = 8;

/** What the prose behind a block says of the block. */
export class Behind {
  constructor(
    private readonly text: string,
    private readonly paragraphs: Paragraphs,
  ) {}

  /** "Never run this." directly behind the block. */
  pointsBack(match: Span, unit: Block, { isFirst, isLast }: Ends): Span | null {
    if (unit.kind === "cell" || unit.kind === "row") return null;
    const siblings = unit.parent?.children ?? [];
    let at = unit.index + 1;
    for (
      let blocks = 1;
      unit.kind === "code" && blocks < ADJACENT && goesOn(this.paragraphs, siblings, at);
      blocks++
    )
      at += siblings[at]?.kind === "code" ? 1 : 2;
    const back = this.backFrom(siblings, at) ?? this.overLeads(siblings, at);
    if (back === null) return null;
    if (
      back.line !== null &&
      unit.kind === "code" &&
      unit.end - unit.start < LONGEST_BLOCK &&
      at === unit.index + 1
    )
      return isOnLine(this.text, unit, match, back.line) ? back.evidence : null;
    const nearest =
      isLast && at === unit.index + 1 && (!isProse(unit) || this.paragraphs.ends(unit, match));
    if (back.first && unit.kind === "list") return isFirst ? back.evidence : null;
    if (back.first && isLast && unit.kind === "code")
      return continues(this.paragraphs, siblings, unit.index) || this.isLed(siblings, unit.index)
        ? null
        : back.evidence;
    return nearest || back.plural ? back.evidence : null;
  }

  /** What the prose at a place says about what precedes it; after remarks that show nothing, what names it ("this command"). */
  private backFrom(
    siblings: readonly Block[],
    behind: number,
  ): ReturnType<Paragraph["pointsBefore"]> {
    let visible = behind;
    while (isMarkup(this.text, siblings[visible])) visible++;
    const from = this.behindMerits(siblings, visible);
    for (let at = from; at < from + REMARKS; at++) {
      const next = siblings[at];
      if (next === undefined) return null;
      const leaf = firstLeaf(next);
      if (next.kind === "table") {
        if (!showsParts(this.text, next)) return null;
        continue;
      }
      if (!isProse(leaf) || this.leadsOn(leaf)) return null;
      const paragraph = this.paragraphs.openingOf(leaf);
      if (
        next.kind === "heading" &&
        !paragraph.has(shape("gives-reasons")) &&
        !announces(paragraph)
      )
        return null;
      // most remarks name nothing: their sentences need not be read; the later ones of an item speak of the item
      const isVerdict = at === from + 1 && this.concludes(siblings[from]);
      const isBehindList = at === from + 1 && siblings[from]?.kind === "list";
      const isSpoken = this.isSpoken(next);
      const said =
        at === from ||
        isVerdict ||
        isSpoken ||
        isBehindList ||
        paragraph.has(shape("named")) ||
        shape("concludes").test(paragraph.words)
          ? paragraph.pointsBefore(
              siblings[at + 1]?.kind === "code",
              next.kind === "item" ? 1 : undefined,
            )
          : null;
      const back = said ?? this.fromList(siblings[at + 1], paragraph);
      if (back !== null && at === from && this.isAnswer(siblings[from - 1], back.evidence))
        return null;
      if (back !== null)
        return at === from ||
          back.named ||
          paragraph.has(shape("named")) ||
          isVerdict ||
          isSpoken ||
          (isBehindList &&
            (shape("infers").test(paragraph.words) ||
              shape("runs").test(this.text.slice(...back.evidence))))
          ? back
          : null;
      if (!this.isExplanation(next, siblings[at + 1], paragraph)) return null;
    }
    return null;
  }

  /** "tom: thanks", a line of a talk. */
  private isSpoken({ kind, start }: Block): boolean {
    return (
      kind === "paragraph" && shape("spoken").test(this.text.slice(start, start + LONGEST_LEAD))
    );
  }

  /** Without a command a sentence or a line of a talk, the parts of one in a list or table and what leads over to it, a verdict. */
  private isExplanation(block: Block, next: Block | undefined, paragraph: Paragraph): boolean {
    if (block.kind === "list") return showsParts(this.text, block);
    if (block.kind === "heading") return announces(paragraph);
    return (
      block.kind === "paragraph" &&
      paragraph.commandCount === 0 &&
      (this.isSpoken(block) ||
        isSentence(this.text, firstLeaf(block)) ||
        ((next?.kind === "list" || next?.kind === "table") && paragraph.isOneSentence))
    );
  }

  /** "## Verdict": what follows judges what precedes it. */
  private concludes(block: Block | undefined): boolean {
    return block?.kind === "heading" && shape("concludes").test(this.paragraphs.of(block).words);
  }

  /** "Does it delete my files?", "No, never.": whether the answer forbids depends on the question. */
  private isAnswer(question: Block | undefined, evidence: Span): boolean {
    return (
      question !== undefined &&
      isProse(question) &&
      shape("never-alone").test(this.text.slice(...evidence)) &&
      shape("asks").test(
        this.text.slice(Math.max(question.start, question.end - SLACK), question.end),
      )
    );
  }

  /** "Pros: quick", "Pros:" and a list: what follows still speaks of the block before. */
  private behindMerits(siblings: readonly Block[], from: number): number {
    const lead = siblings[from];
    const paragraph = lead?.kind === "paragraph" ? this.paragraphs.openingOf(lead) : null;
    if (
      paragraph === null ||
      !paragraph.isOneSentence ||
      !shape("opens-merits").test(paragraph.words)
    )
      return from;
    return siblings[from + 1]?.kind === "list" ? from + 2 : from + 1;
  }

  /** "Cons:" and a list, of which an item says "It is insecure", or only "insecure". */
  private fromList(
    list: Block | undefined,
    lead: Paragraph,
  ): ReturnType<Paragraph["pointsBefore"]> {
    if (list?.kind !== "list" || !lead.isOneSentence || lead.words.length > LONGEST_LEAD)
      return null;
    for (const item of list.children.slice(0, MOST_ITEMS)) {
      const leaf = firstLeaf(item);
      const paragraph = isProse(leaf) ? this.paragraphs.openingOf(leaf) : null;
      if (paragraph === null || paragraph.commandCount > 0) return null;
      const back = paragraph.pointsBefore();
      if (back !== null) return back;
      const said = shape("opens-drawbacks").test(lead.words) ? paragraph.besides() : null;
      if (said?.side === "against") return { ...NEAREST, evidence: said.evidence };
    }
    return null;
  }

  /** A line of its own without a full stop before a block belongs to that block. */
  private leadsOn(leaf: Block): boolean {
    const next = leaf.parent?.children[leaf.index + 1];
    return (
      next?.kind === "code" &&
      !isSentence(this.text, leaf) &&
      !shape("leads-with-colon").test(this.text.slice(leaf.start, leaf.end)) &&
      this.paragraphs.openingOf(leaf).isOneSentence
    );
  }

  /**
   * "Don't run the first one", "never run these", over blocks that are led by a few words each; over those of
   * several sections only "none of these is safe". Several lines are several commands.
   */
  private overLeads(
    siblings: readonly Block[],
    from: number,
  ): ReturnType<Paragraph["pointsBefore"]> {
    const inSections = siblings[from]?.kind === "heading";
    let at = from;
    for (
      let blocks = 1;
      blocks < ADJACENT && (inSections ? isSection(siblings, at) : this.isLed(siblings, at + 1));
      blocks++
    )
      at += 2;
    const back = at === from ? null : this.backFrom(siblings, at);
    if (back === null || back.first) return inSections ? null : back;
    const around = this.text.slice(back.evidence[0] - NEAR, back.evidence[1] + NEAR);
    const isAll = (!back.named && !inSections) || shape("means-all").test(around);
    return back.plural &&
      isAll &&
      this.leadsOver(siblings[from - 2]) &&
      this.isOneLine(siblings[at - 1])
      ? back
      : null;
  }

  /** A caption, or words that end with a colon. */
  private leadsOver(lead: Block | undefined): boolean {
    return (
      lead?.kind === "heading" ||
      (lead?.kind === "paragraph" &&
        (shape("leads-with-colon").test(
          this.text.slice(Math.max(lead.start, lead.end - LONGEST_LEAD), lead.end),
        ) ||
          isCaption(this.text, lead, this.paragraphs)))
    );
  }

  /** Whether a block follows another one and a few words that introduce it: "Second:", "**wget**". */
  private isLed(siblings: readonly Block[], at: number): boolean {
    const lead = siblings[at - 1];
    if (
      siblings[at]?.kind !== "code" ||
      siblings[at - 2]?.kind !== "code" ||
      lead?.kind !== "paragraph" ||
      lead.end - lead.start > LONGEST_LEAD
    )
      return false;
    const paragraph = this.paragraphs.of(lead);
    return paragraph.isOneSentence && paragraph.commandCount === 0 && this.leadsOver(lead);
  }

  /** A block of one command on one line. */
  private isOneLine(block: Block | undefined): boolean {
    const text =
      block === undefined
        ? ""
        : this.text.slice(block.start, Math.min(block.end, block.start + LONGEST_LINE));
    return text.split("\n").filter((line) => !/^[\s>]*(?:[`~]{3}[^]*)?$/.test(line)).length === 1;
  }
}

/** Whether a list or table shows no more than parts of a command. */
function showsParts(text: string, { kind, start, end }: Block): boolean {
  // the bars between cells are no pipes
  return (
    end - start < LONGEST_LIST &&
    !shape("shows-command").test(
      kind === "table" ? text.slice(start, end).replace(/(?<!\\)\|/g, " ") : text.slice(start, end),
    )
  );
}

/** Whether a heading only says that a command is explained or judged: "What it does", "Verdict". */
function announces({ words }: Paragraph): boolean {
  return shape("explains").test(words) || shape("concludes").test(words);
}

/** A heading between two blocks, and nothing else. */
function isSection(siblings: readonly Block[], at: number): boolean {
  return (
    siblings[at - 1]?.kind === "code" &&
    siblings[at]?.kind === "heading" &&
    siblings[at + 1]?.kind === "code"
  );
}
