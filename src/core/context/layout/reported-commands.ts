import type { Span } from "../../model.js";
import type { Block } from "../../segment/block.js";
import type { Place } from "../../segment/region.js";
import {
  accountAhead,
  accountBelow,
  accountOfCell,
  accountOfExample,
  mayReport,
  type Account,
} from "../sentence/report-or-instruction.js";
import type { Language } from "../language/prose-language.js";
import { isMarkup, isProse, isSentence, lastLeaf, adjacentProse } from "./blocks.js";
import { deniedCell, deniedEntry } from "./denied-entries.js";
import type { Headings } from "./headings.js";
import type { Paragraphs } from "./paragraphs.js";
import { isAmongLines, type TextLines } from "./text-lines.js";
import { mayRecord, recordedEvent } from "./recorded-events.js";

/** The number of consecutive code blocks that one introduction covers. */
const MAX_ADJACENT_BLOCKS = 4;
/** The number of enclosing lists and quotes that are searched. */
const MAX_LEVELS = 64;
/** Maximum number of characters around a command, such as marks and a prompt, if its paragraph is to count as the command alone. */
const MAX_CHARACTERS_AROUND = 8;
/** Maximum number of cells of a row that is read; wider tables are data. */
const MAX_CELLS = 64;

/** A statement about a match, with its span. */
interface Statement {
  readonly account: Account;
  readonly evidence: Span;
}

/** Finds text that reports a match instead of instructing the reader to run it: an attacker runs it, or it is blocked. */
export class ReportedCommands {
  private reports: boolean | null = null;
  private records: boolean | null = null;

  constructor(
    private readonly language: Language,
    private readonly text: string,
    /** The text in lower case. */
    private readonly lowered: () => string,
    private readonly document: Block,
    private readonly paragraphs: Paragraphs,
    private readonly headings: Headings,
    private readonly lines: TextLines,
  ) {}

  /** Returns the words that report a match, in document offsets; null if there are none, or if something nearer instructs. */
  evidenceOf(match: Span, place: Place, comments: Iterable<Statement>): Span | null {
    const { block } = place;
    const bounds: Span = isProse(block) ? [0, this.text.length] : [block.start, block.end];
    this.records ??= mayRecord(this.text);
    const event = this.records ? recordedEvent(this.text, match, bounds) : null;
    if (event !== null) return event;
    this.reports ??= mayReport(this.language, this.lowered());
    if (!this.reports) return null;
    const denied = isProse(block)
      ? null
      : deniedEntry(this.language, this.text, match, block, place.tag);
    const cell = denied ?? deniedCell(this.language, this.text, match);
    if (cell !== null) return cell;
    for (const { account, evidence } of this.statements(match, place, comments)) {
      if (account === "reports") return evidence;
      if (account === "instructs") return null;
    }
    return null;
  }

  /** Yields the statements that may be about a match, nearest first. */
  private *statements(
    match: Span,
    place: Place,
    comments: Iterable<Statement>,
  ): Iterable<Statement> {
    const { block } = place;
    if (isAmongLines(place)) yield this.lines.sentence(block, match).accountOf(match);
    if (isProse(block)) yield this.paragraphs.around(block, match).accountOf(match);
    yield* comments;
    yield* this.lines.accounts(match, place);
    let ancestor: Block = block;
    for (
      let levels = 0;
      levels < MAX_LEVELS && ancestor.parent !== null;
      levels++, ancestor = ancestor.parent
    ) {
      if (ancestor.kind === "cell") yield* this.ofRow(ancestor);
      else yield* this.around(match, ancestor);
      for (const heading of this.headings.above(ancestor))
        yield this.statement(
          heading,
          accountBelow(this.language, this.paragraphs.endingOf(heading).ending),
        );
      if (ancestor === this.document) return;
    }
  }

  private statement({ start, end }: Block, account: Account): Statement {
    return { account, evidence: [start, end] };
  }

  /** Yields the introduction of a block, and the paragraph directly after a code block if it calls the code an attack. */
  private *around(match: Span, block: Block): Iterable<Statement> {
    const isBlock = !isProse(block);
    if (!isBlock && block.end - block.start - (match[1] - match[0]) > MAX_CHARACTERS_AROUND) return;
    if (block.kind === "item" || block.kind === "row") return;
    const siblings = block.parent?.children ?? [];
    let at = block.index - 1;
    for (
      let blocks = 1;
      isMarkup(this.language, this.text, siblings[at]) ||
      (block.kind === "code" && siblings[at]?.kind === "code" && ++blocks <= MAX_ADJACENT_BLOCKS);
    )
      at--;
    const before = siblings[at];
    const leaf = before === undefined ? undefined : lastLeaf(before);
    if (leaf !== undefined && isProse(leaf) && leaf.kind !== "cell" && leaf.kind !== "heading") {
      const { ending } = this.paragraphs.endingOf(leaf);
      yield this.statement(
        leaf,
        accountAhead(this.language, ending, !isSentence(this.language, this.text, leaf)),
      );
    }
    const following = block.kind === "code" ? adjacentProse(block, 1) : null;
    if (following?.kind === "paragraph" && this.paragraphs.openingOf(following).callsAttack)
      yield this.statement(following, "reports");
  }

  /** Yields the header of a cell's column, and the other cells of its row. */
  private *ofRow(cell: Block): Iterable<Statement> {
    const row = cell.parent;
    const header = row?.parent?.children[0];
    if (row === null || header === undefined || row.children.length > MAX_CELLS) return;
    const words = (block: Block): string => this.paragraphs.openingOf(block).whole;
    const head = header === row ? row.children[cell.index - 1] : header.children[cell.index];
    if (head !== undefined) yield this.statement(head, accountBelow(this.language, words(head)));
    if (header === row) return;
    // "| Attack | Example |": the first column is the subject of each row
    const first = header.children[0];
    if (first !== undefined && cell.index > 0 && head !== undefined)
      yield this.statement(first, accountOfExample(this.language, words(first), words(head)));
    for (const other of row.children)
      if (other !== cell) yield this.statement(other, accountOfCell(this.language, words(other)));
  }
}
