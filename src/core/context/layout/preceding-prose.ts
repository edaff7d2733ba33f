import type { Span } from "../../model.js";
import type { Block } from "../../segment/block.js";
import { answeredBefore } from "./answers.js";
import { firstWord, isMarkup, isProse, isSentence, lastLeaf, MAX_MARKUP_LENGTH } from "./blocks.js";
import { continues, isCaption } from "./joined-code-blocks.js";
import type { Language } from "../language/prose-language.js";
import type { Paragraphs } from "./paragraphs.js";
import { against, NEUTRAL, type Verdict } from "../verdict.js";

/** The number of consecutive or captioned code blocks that one introduction covers. */
const MAX_ADJACENT_BLOCKS = 4;
/** Maximum length of a phrase such as "You wrote:". */
const MAX_RECALL_LENGTH = 100;
/** Maximum number of characters around a command that is the whole paragraph: code marks, "$ " and a full stop. */
const MAX_CHARACTERS_AROUND = 8;

/** Finds how the text before a block introduces it. */
export class PrecedingProse {
  constructor(
    private readonly language: Language,
    private readonly text: string,
    private readonly paragraphs: Paragraphs,
  ) {}

  /** Returns what the text before `block` says about it; `linked` is the number of blocks joined by "or:" that were already skipped. */
  introduces(match: Span, block: Block, inTable: boolean, linked = 0): Verdict {
    if (block.kind === "item" || block.kind === "row" || block.kind === "heading") return NEUTRAL;
    const siblings = block.parent?.children ?? [];
    let at = block.index - 1;
    let blocks = 1;
    while (
      this.isInvisible(siblings[at]) ||
      (block.kind === "code" && siblings[at]?.kind === "code" && ++blocks <= MAX_ADJACENT_BLOCKS)
    )
      at--;
    // "Never run this: … or this: …": the introduction of the first block also applies to the second.
    if (
      blocks === 1 &&
      linked < MAX_ADJACENT_BLOCKS &&
      block.kind === "code" &&
      continues(this.paragraphs, siblings, block.index)
    )
      return this.introduces(match, siblings[at - 1] ?? block, inTable, linked + 1);
    const before = siblings[at];
    const outer = this.overCaption(match, block, siblings, at);
    if (
      before === undefined ||
      outer.side !== "neutral" ||
      before.kind === "heading" ||
      before.kind === "rule" ||
      before.kind === "code"
    )
      return outer;
    const leaf = lastLeaf(before);
    if (!isProse(leaf) || leaf.kind === "cell" || (before.kind === "list" && block.kind !== "code"))
      return NEUTRAL;
    const paragraph = this.paragraphs.endingOf(leaf);
    if (blocks > 1 && !paragraph.isAboutSeveral) return NEUTRAL;
    const isProseBlock = isProse(block) && !inTable;
    if (isProseBlock && !this.paragraphs.opens(block, match)) return NEUTRAL;
    const antecedent = paragraph.commandCount > 0 || siblings[at - 1]?.kind === "code";
    const isCommandOnly = block.end - block.start - (match[1] - match[0]) < MAX_CHARACTERS_AROUND;
    const verdict = paragraph.introduces({
      open: (!isProseBlock || isCommandOnly) && !isSentence(this.language, this.text, leaf),
      antecedent,
      several: block.kind === "list" && block.children.length > 1,
      alone: before.kind !== "list" || before.children.length === 1,
      strict: isProseBlock && !isCommandOnly,
      word: firstWord(this.text, match),
    });
    if (block.kind === "code" && verdict.side === "neutral" && !antecedent) {
      const denied = answeredBefore(this.language, this.text, leaf);
      return denied === null ? this.recalled(siblings, at) : against(denied);
    }
    return verdict.side === "against" && this.isLimitedAfter(block) ? NEUTRAL : verdict;
  }

  /** Returns the verdict of an introduction before a short phrase: "Don't run that.", "You wrote:" or "For example:", the block. */
  private recalled(siblings: readonly Block[], at: number): Verdict {
    const [lead, before] = [siblings[at], siblings[at - 1]];
    if (
      lead?.kind !== "paragraph" ||
      before?.kind !== "paragraph" ||
      siblings[at - 2]?.kind === "code" ||
      lead.end - lead.start > MAX_RECALL_LENGTH
    )
      return NEUTRAL;
    const paragraph = this.paragraphs.endingOf(before);
    if (paragraph.commandCount > 0) return NEUTRAL;
    const isRecall = this.language.test(
      "recalls",
      this.text.slice(lead.start, lead.end).toLowerCase(),
    );
    if (!isRecall && !this.language.test("example-lead", this.paragraphs.of(lead).words))
      return NEUTRAL;
    const verdict = paragraph.introduces({ open: !isRecall, antecedent: false, example: isRecall });
    return verdict.side === "against" ? verdict : NEUTRAL;
  }

  /** Returns the verdict of an introduction above the captions of its blocks: "Never run these:", "On Linux:", the block. */
  private overCaption(match: Span, block: Block, siblings: readonly Block[], at: number): Verdict {
    if (block.kind !== "code" && block.kind !== "list") return NEUTRAL;
    let top = at;
    for (
      let blocks = 1;
      blocks < MAX_ADJACENT_BLOCKS &&
      isCaption(this.text, siblings[top], this.paragraphs) &&
      siblings[top - 1]?.kind === "code";
      blocks++
    )
      top -= 2;
    const lead = siblings[top - 1];
    if (lead?.kind !== "paragraph" || !isCaption(this.text, siblings[top], this.paragraphs))
      return NEUTRAL;
    const paragraph = this.paragraphs.endingOf(lead);
    const open = this.language.test(
      "leads-with-colon",
      this.text.slice(Math.max(lead.start, lead.end - 40), lead.end),
    );
    if (!(open && top === at) && !paragraph.isAboutSeveral) return NEUTRAL;
    const verdict = paragraph.introduces({
      open,
      antecedent: paragraph.commandCount > 0,
      word: firstWord(this.text, match),
    });
    return verdict.side === "against" ? verdict : NEUTRAL;
  }

  /** Whether the prose after a block limits the introduction: "Never run:", the block, "as root." */
  private isLimitedAfter(block: Block): boolean {
    const next = block.parent?.children[block.index + 1];
    return (
      block.kind === "code" &&
      next?.kind === "paragraph" &&
      this.paragraphs.openingOf(next).limitsBefore
    );
  }

  /** Whether nothing of a block is displayed: it contains only comments and tags of HTML, or other markup. */
  private isInvisible(block: Block | undefined): boolean {
    if (block?.kind !== "paragraph" || block.end - block.start > MAX_MARKUP_LENGTH)
      return isMarkup(this.language, this.text, block);
    const opensWithWord = this.language.test(
      "letter-or-digit",
      this.text.charAt(block.start).toLowerCase(),
    );
    return !opensWithWord && !this.paragraphs.of(block).test("says-anything");
  }
}
