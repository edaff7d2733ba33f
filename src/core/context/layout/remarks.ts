import type { Span } from "../../model.js";
import type { Block } from "../../segment/document.js";
import { firstLeaf, isProse } from "./blocks.js";
import { shapes } from "../language/spoken.js";
import type { Paragraph } from "../sentence/paragraph.js";
import type { Paragraphs } from "./paragraphs.js";

const SHAPE = shapes(
  "asks", "bold-line", "concludes", "explains", "full-stop", "infers", "leads-with-colon", "never-alone", "opens-drawbacks",
  "opens-merits", "runs", "shows-command",
);

/** A lead over to a list of remarks ("Cons:") is no longer than this, and so many items are read. */
const LONGEST_LEAD = 40;
const MOST_ITEMS = 8;
/** How many paragraphs behind a block may point back at it. */
const REMARKS = 6;
/** No list or table between a block and what is said of it is longer, or shows more than parts of a command: a fence, a pipe with both its sides. */
const LONGEST_LIST = 2000;
/** Points at the nearest command and at no other. */
const NEAREST = { plural: false, first: false, named: false, line: null } as const;
/** Marks and a line end behind a question. */
const SLACK = 8;

/** What the prose behind a block says of the block. */
export class Remarks {
  constructor(private readonly text: string, private readonly passages: Paragraphs) {}

  /** What the prose at a place says of what stands before it; behind remarks that show nothing, what names it ("this command"). */
  backFrom(siblings: readonly Block[], behind: number): ReturnType<Paragraph["pointsBefore"]> {
    const from = this.behindMerits(siblings, behind);
    for (let at = from; at < from + REMARKS; at++) {
      const next = siblings[at];
      if (next === undefined) return null;
      const leaf = firstLeaf(next);
      if (next.kind === "table") {
        if (!showsParts(this.text, next)) return null;
        continue;
      }
      if (!isProse(leaf) || this.leadsOn(leaf)) return null;
      const passage = this.passages.openingOf(leaf);
      if (next.kind === "heading" && !passage.givesReasons && !announces(passage)) return null;
      // most remarks name nothing: their sentences need not be read; the later ones of an item speak of the item
      const isVerdict = at === from + 1 && this.concludes(siblings[from]);
      const isBehindList = at === from + 1 && siblings[from]?.kind === "list";
      const said = at === from || isVerdict || isBehindList || passage.namesBack || SHAPE.concludes.test(passage.words) ? passage.pointsBefore(siblings[at + 1]?.kind === "code", next.kind === "item" ? 1 : undefined) : null;
      const back = said ?? this.fromList(siblings[at + 1], passage);
      if (back !== null && at === from && this.isAnswer(siblings[from - 1], back.evidence)) return null;
      if (back !== null) return at === from || back.named || passage.namesBack || isVerdict || (isBehindList && (SHAPE.infers.test(passage.words) || SHAPE.runs.test(this.text.slice(...back.evidence)))) ? back : null;
      if (!this.isExplanation(next, siblings[at + 1], passage)) return null;
    }
    return null;
  }

  /** A sentence without a command, the parts of one in a list or table and what leads over to it, or the heading of a verdict. */
  private isExplanation(block: Block, next: Block | undefined, passage: Paragraph): boolean {
    if (block.kind === "list") return showsParts(this.text, block);
    if (block.kind === "heading") return announces(passage);
    return block.kind === "paragraph" && passage.commandCount === 0 && (this.isSentence(firstLeaf(block)) || ((next?.kind === "list" || next?.kind === "table") && passage.isOneSentence));
  }

  /** "## Verdict": what stands below judges what stands above. */
  private concludes(block: Block | undefined): boolean {
    return block?.kind === "heading" && SHAPE.concludes.test(this.passages.of(block).words);
  }

  /** "Does it delete my files?", "No, never.": whether the answer forbids depends on the question. */
  private isAnswer(question: Block | undefined, evidence: Span): boolean {
    return question !== undefined && isProse(question) && SHAPE.neverAlone.test(this.text.slice(...evidence)) && SHAPE.asks.test(this.text.slice(Math.max(question.start, question.end - SLACK), question.end));
  }

  /** "Pros: quick", "Pros:" and a list: what follows still speaks of the block before. */
  private behindMerits(siblings: readonly Block[], from: number): number {
    const lead = siblings[from];
    const passage = lead?.kind === "paragraph" ? this.passages.openingOf(lead) : null;
    if (passage === null || !passage.isOneSentence || !SHAPE.opensMerits.test(passage.words)) return from;
    return siblings[from + 1]?.kind === "list" ? from + 2 : from + 1;
  }

  /** "Cons:" and a list, of which an item says "It is insecure", or only "insecure". */
  private fromList(list: Block | undefined, lead: Paragraph): ReturnType<Paragraph["pointsBefore"]> {
    if (list?.kind !== "list" || !lead.isOneSentence || lead.words.length > LONGEST_LEAD) return null;
    for (const item of list.children.slice(0, MOST_ITEMS)) {
      const leaf = firstLeaf(item);
      const passage = isProse(leaf) ? this.passages.openingOf(leaf) : null;
      if (passage === null || passage.commandCount > 0) return null;
      const back = passage.pointsBefore();
      if (back !== null) return back;
      const said = SHAPE.opensDrawbacks.test(lead.words) ? passage.besides() : null;
      if (said?.stance === "against") return { ...NEAREST, evidence: said.evidence };
    }
    return null;
  }

  /** A line of its own without a full stop before a block belongs to that block. */
  private leadsOn(leaf: Block): boolean {
    const next = leaf.parent?.children[leaf.index + 1];
    return next?.kind === "code" && !this.isSentence(leaf) && !SHAPE.leadsWithColon.test(this.text.slice(leaf.start, leaf.end)) && this.passages.openingOf(leaf).isOneSentence;
  }

  /** Ends with a full stop, an exclamation or a question mark, and is not one bold line. */
  isSentence(leaf: Block): boolean {
    const text = this.text.slice(Math.max(leaf.start, leaf.end - 200), leaf.end).trimEnd();
    const bold = leaf.end - leaf.start < 160 && SHAPE.boldLine.test(this.text.slice(leaf.start, leaf.end));
    return !bold && SHAPE.fullStop.test(text);
  }
}

/** Whether a list or table shows no more than parts of a command. */
function showsParts(text: string, { kind, start, end }: Block): boolean {
  // the bars between cells are no pipes
  return end - start < LONGEST_LIST && !SHAPE.showsCommand.test(kind === "table" ? text.slice(start, end).replace(/(?<!\\)\|/g, " ") : text.slice(start, end));
}

/** Whether a heading only says that a command is explained or judged: "What it does", "Verdict". */
function announces({ words }: Paragraph): boolean {
  return SHAPE.explains.test(words) || SHAPE.concludes.test(words);
}
