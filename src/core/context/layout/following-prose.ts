import type { Span } from "../../model.js";
import type { Block } from "../../segment/block.js";
import { firstLeaf, isMarkup, isOnLine, isProse, isSentence } from "./blocks.js";
import { continues, isContinued, isCaption } from "./joined-code-blocks.js";
import type { Language } from "../language/prose-language.js";
import type { Paragraph } from "../sentence/paragraph.js";
import type { Paragraphs } from "./paragraphs.js";

/** Whether the block of a match is the first one in a block that contains it, and whether it is the last one. */
export interface Ends {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** The number of consecutive code blocks that one plural covers. */
const MAX_ADJACENT_BLOCKS = 4;
/** Number of characters around a verdict that are searched for words such as "all". */
const LOOK_AROUND = 40;
/** Maximum length of a block whose lines are counted, and of a line that is read. */
const MAX_BLOCK_LENGTH = 10_000;
const MAX_LINE_LENGTH = 2000;
/** Maximum length of the introduction to another block ("Second:") or to drawbacks ("Cons:"), and maximum number of items read. */
const MAX_LEAD_LENGTH = 40;
const MAX_ITEMS = 8;
/** The number of paragraphs after a block that may refer back to it. */
const PARAGRAPHS_AFTER = 6;
/**
 * Maximum length of a list or table between a block and a paragraph about the block. Such a list or table shows only parts of a
 * command, not a fence or a whole pipe.
 */
const MAX_LIST_LENGTH = 2000;
/** A reference to the nearest command only. */
const NEAREST = { plural: false, first: false, named: false, line: null } as const;
/** Maximum length of a line that says who speaks. */
const MAX_SPEAKER_LENGTH = 120;
/** Maximum number of characters after a question: marks and a line end. */
const MAX_AFTER_QUESTION = 8;

/** Finds what the prose after a block says about the block. */
export class FollowingProse {
  constructor(
    private readonly language: Language,
    private readonly text: string,
    private readonly paragraphs: Paragraphs,
  ) {}

  /** Returns the words after a block that warn against it, "Never run this.", or null. */
  pointsBack(match: Span, block: Block, { isFirst, isLast }: Ends): Span | null {
    if (block.kind === "cell" || block.kind === "row") return null;
    const siblings = block.parent?.children ?? [];
    let at = block.index + 1;
    for (
      let blocks = 1;
      block.kind === "code" &&
      blocks < MAX_ADJACENT_BLOCKS &&
      isContinued(this.paragraphs, siblings, at);
      blocks++
    )
      at += siblings[at]?.kind === "code" ? 1 : 2;
    const back = this.backFrom(siblings, at) ?? this.overLeads(siblings, at);
    if (back === null) return null;
    if (
      back.line !== null &&
      block.kind === "code" &&
      block.end - block.start < MAX_BLOCK_LENGTH &&
      at === block.index + 1
    )
      return isOnLine(this.text, block, match, back.line) ? back.evidence : null;
    const nearest =
      isLast && at === block.index + 1 && (!isProse(block) || this.paragraphs.ends(block, match));
    if (back.first && block.kind === "list") return isFirst ? back.evidence : null;
    if (back.first && isLast && block.kind === "code")
      return continues(this.paragraphs, siblings, block.index) || this.isLed(siblings, block.index)
        ? null
        : back.evidence;
    return nearest || back.plural ? back.evidence : null;
  }

  /**
   * Returns what the prose from the index `behind` on says about the block before it, or null. After another paragraph, prose counts
   * only if it names that block ("this command") or is a verdict.
   */
  private backFrom(
    siblings: readonly Block[],
    behind: number,
  ): ReturnType<Paragraph["pointsBefore"]> {
    let visible = behind;
    while (isMarkup(this.language, this.text, siblings[visible])) visible++;
    const from = this.afterMerits(siblings, visible);
    let isSpoken = false;
    for (let at = from; at < from + PARAGRAPHS_AFTER; at++) {
      const next = siblings[at];
      if (next === undefined) return null;
      if (this.namesSpeaker(next)) {
        isSpoken = true;
        continue;
      }
      if (next.kind === "rule" && this.namesSpeaker(siblings[at + 1])) continue;
      const leaf = firstLeaf(next);
      if (next.kind === "table") {
        if (!showsParts(this.language, this.text, next)) return null;
        continue;
      }
      if (!isProse(leaf) || this.leadsOn(leaf)) return null;
      const paragraph = this.paragraphs.openingOf(leaf);
      if (next.kind === "heading" && !paragraph.test("gives-reasons") && !announces(paragraph))
        return null;
      // Most paragraphs do not name a command, so their sentences need not be read. In an item, later sentences are about the item.
      const isVerdict = at === from + 1 && this.concludes(siblings[from]);
      const isAfterList = at === from + 1 && siblings[from]?.kind === "list";
      const isConversation = isSpoken || this.isConversation(leaf);
      const said =
        at === from ||
        isVerdict ||
        isConversation ||
        isAfterList ||
        paragraph.test("named") ||
        this.language.test("concludes", paragraph.words)
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
          paragraph.test("named") ||
          isVerdict ||
          isConversation ||
          (isAfterList &&
            (this.language.test("infers", paragraph.words) ||
              this.language.test("runs", this.text.slice(...back.evidence))))
          ? back
          : null;
      if (!this.isExplanation(next, siblings[at + 1], paragraph)) return null;
    }
    return null;
  }

  /** Whether a block only says who speaks next: "**tom** commented 2 hours ago", "### Comments". */
  private namesSpeaker(block: Block | undefined): boolean {
    return (
      (block?.kind === "paragraph" || block?.kind === "heading") &&
      block.end - block.start < MAX_SPEAKER_LENGTH &&
      this.language.test("speaker-line", this.text.slice(block.start, block.end)) &&
      this.paragraphs.of(block).commandCount === 0
    );
  }

  /** Whether a block is a line of a conversation, "tom: thanks", or a comment, "thanks – *tom*". */
  private isConversation({ kind, start, end }: Block): boolean {
    return (
      kind === "paragraph" &&
      (this.language.test("spoken", this.text.slice(start, start + MAX_LEAD_LENGTH)) ||
        this.language.test(
          "attributed",
          this.text.slice(Math.max(start, end - MAX_SPEAKER_LENGTH), end),
        ))
    );
  }

  /**
   * Whether a block only explains a command: a sentence or a line of a conversation without a command, a list of the command's
   * parts, the introduction of a list or table, or the heading of an explanation or verdict.
   */
  private isExplanation(block: Block, next: Block | undefined, paragraph: Paragraph): boolean {
    if (block.kind === "list") return showsParts(this.language, this.text, block);
    if (block.kind === "heading") return announces(paragraph);
    return (
      block.kind === "paragraph" &&
      paragraph.commandCount === 0 &&
      (this.isConversation(block) ||
        isSentence(this.language, this.text, firstLeaf(block)) ||
        ((next?.kind === "list" || next?.kind === "table") && paragraph.isOneSentence))
    );
  }

  /** Whether a block is a heading such as "## Verdict", which says that the following text judges the preceding one. */
  private concludes(block: Block | undefined): boolean {
    return (
      block?.kind === "heading" && this.language.test("concludes", this.paragraphs.of(block).words)
    );
  }

  /** Whether words only answer a question and forbid nothing by themselves: "Does it delete my files?", "No, never." */
  private isAnswer(question: Block | undefined, evidence: Span): boolean {
    return (
      question !== undefined &&
      isProse(question) &&
      this.language.test("never-alone", this.text.slice(...evidence)) &&
      this.language.test(
        "asks",
        this.text.slice(Math.max(question.start, question.end - MAX_AFTER_QUESTION), question.end),
      )
    );
  }

  /** Returns the index after merits ("Pros: quick", or "Pros:" and a list); `from` if there are none. */
  private afterMerits(siblings: readonly Block[], from: number): number {
    const lead = siblings[from];
    const paragraph = lead?.kind === "paragraph" ? this.paragraphs.openingOf(lead) : null;
    if (
      paragraph === null ||
      !paragraph.isOneSentence ||
      !this.language.test("opens-merits", paragraph.words)
    )
      return from;
    return siblings[from + 1]?.kind === "list" ? from + 2 : from + 1;
  }

  /** Returns the words of an item below "Cons:" that say "It is insecure", or only "insecure"; null if there are none. */
  private fromList(
    list: Block | undefined,
    lead: Paragraph,
  ): ReturnType<Paragraph["pointsBefore"]> {
    if (list?.kind !== "list" || !lead.isOneSentence || lead.words.length > MAX_LEAD_LENGTH)
      return null;
    for (const item of list.children.slice(0, MAX_ITEMS)) {
      const leaf = firstLeaf(item);
      const paragraph = isProse(leaf) ? this.paragraphs.openingOf(leaf) : null;
      if (paragraph === null || paragraph.commandCount > 0) return null;
      const back = paragraph.pointsBefore();
      if (back !== null) return back;
      const said = this.language.test("opens-drawbacks", lead.words) ? paragraph.besides() : null;
      if (said?.side === "against") return { ...NEAREST, evidence: said.evidence };
    }
    return null;
  }

  /** Whether a line introduces the block after it: a separate line without a full stop. */
  private leadsOn(leaf: Block): boolean {
    const next = leaf.parent?.children[leaf.index + 1];
    return (
      next?.kind === "code" &&
      !isSentence(this.language, this.text, leaf) &&
      !this.language.test("leads-with-colon", this.text.slice(leaf.start, leaf.end)) &&
      this.paragraphs.openingOf(leaf).isOneSentence
    );
  }

  /**
   * Returns what the prose after several blocks says about the first: "Don't run the first one" or "never run these", if a few words
   * introduce each of the other blocks. If they are in sections, only "none of these is safe" counts. A plural that may refer to
   * the lines of the last block does not count.
   */
  private overLeads(
    siblings: readonly Block[],
    from: number,
  ): ReturnType<Paragraph["pointsBefore"]> {
    const inSections = siblings[from]?.kind === "heading";
    let at = from;
    for (
      let blocks = 1;
      blocks < MAX_ADJACENT_BLOCKS &&
      (inSections ? isSection(siblings, at) : this.isLed(siblings, at + 1));
      blocks++
    )
      at += 2;
    const back = at === from ? null : this.backFrom(siblings, at);
    if (back === null || back.first) return inSections ? null : back;
    const around = this.text.slice(back.evidence[0] - LOOK_AROUND, back.evidence[1] + LOOK_AROUND);
    const isAll = (!back.named && !inSections) || this.language.test("means-all", around);
    return back.plural &&
      isAll &&
      this.leadsOver(siblings[from - 2]) &&
      this.isOneLine(siblings[at - 1])
      ? back
      : null;
  }

  /** Whether a block is a heading, a caption, or a paragraph that ends with a colon. */
  private leadsOver(lead: Block | undefined): boolean {
    return (
      lead?.kind === "heading" ||
      (lead?.kind === "paragraph" &&
        (this.language.test(
          "leads-with-colon",
          this.text.slice(Math.max(lead.start, lead.end - MAX_LEAD_LENGTH), lead.end),
        ) ||
          isCaption(this.text, lead, this.paragraphs)))
    );
  }

  /** Whether a block follows another one, with only a few introducing words between them: "Second:", "**wget**". */
  private isLed(siblings: readonly Block[], at: number): boolean {
    const lead = siblings[at - 1];
    if (
      siblings[at]?.kind !== "code" ||
      siblings[at - 2]?.kind !== "code" ||
      lead?.kind !== "paragraph" ||
      lead.end - lead.start > MAX_LEAD_LENGTH
    )
      return false;
    const paragraph = this.paragraphs.of(lead);
    return paragraph.isOneSentence && paragraph.commandCount === 0 && this.leadsOver(lead);
  }

  /** Whether a block is one command on one line. */
  private isOneLine(block: Block | undefined): boolean {
    const text =
      block === undefined
        ? ""
        : this.text.slice(block.start, Math.min(block.end, block.start + MAX_LINE_LENGTH));
    return text.split("\n").filter((line) => !/^[\s>]*(?:[`~]{3}[^]*)?$/.test(line)).length === 1;
  }
}

/** Whether a list or table shows only parts of a command. */
function showsParts(language: Language, text: string, { kind, start, end }: Block): boolean {
  // the `|` between cells are not pipes
  return (
    end - start < MAX_LIST_LENGTH &&
    !language.test(
      "shows-command",
      kind === "table" ? text.slice(start, end).replace(/(?<!\\)\|/g, " ") : text.slice(start, end),
    )
  );
}

/** Whether a heading only says that a command is explained or judged: "What it does", "Verdict". */
function announces({ language, words }: Paragraph): boolean {
  return language.test("explains", words) || language.test("concludes", words);
}

/** Whether a block is a heading between two code blocks. */
function isSection(siblings: readonly Block[], at: number): boolean {
  return (
    siblings[at - 1]?.kind === "code" &&
    siblings[at]?.kind === "heading" &&
    siblings[at + 1]?.kind === "code"
  );
}
