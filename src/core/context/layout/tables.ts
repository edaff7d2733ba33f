import type { Block } from "../../segment/block.js";
import { answeredAfter } from "./answers.js";
import type { Language } from "../language/prose-language.js";
import type { Paragraph } from "../sentence/paragraph.js";
import { against, NEUTRAL, type Neighbour, type Verdict } from "../verdict.js";

/** Maximum number of cells of a row, and of characters before a cell in its row, in a table that people can read. */
const MAX_CELLS = 64;
const MAX_DISTANCE = 20_000;

/**
 * Yields the prose about a cell in its table: its column's header, or the label before it in the first row, and the other cells
 * of its row.
 */
export function* ofTable(
  language: Language,
  text: string,
  cell: Block,
  paragraphOf: (block: Block) => Paragraph,
): Iterable<Neighbour> {
  const row = cell.parent;
  const header = row?.parent?.children[0];
  if (
    row === null ||
    row === undefined ||
    header === undefined ||
    Math.max(row.children.length, header.children.length) > MAX_CELLS
  )
    return;
  if (cell.start - row.start > MAX_DISTANCE) return;
  const headOf = (other: Block): Block | undefined =>
    header.children.find((head) => columnOf(text, header, head) === columnOf(text, row, other));
  const label = header === row ? row.children[cell.index - 1] : headOf(cell);
  if (label !== undefined)
    yield {
      relation: "heads",
      read: () => paragraphOf(label).introduces({ open: true, antecedent: false }),
    };
  if (header === row) return;
  for (const other of row.children) {
    if (other !== cell)
      yield {
        relation: "beside",
        read: () => ofCell(language, text, cell, other, headOf(other), paragraphOf),
      };
  }
}

/** Returns the verdict of a label, a mark or a sentence in another cell of the row. */
function ofCell(
  language: Language,
  text: string,
  cell: Block,
  other: Block,
  head: Block | undefined,
  paragraphOf: (block: Block) => Paragraph,
): Verdict {
  const denied =
    other.index === cell.index + 1 ? answeredAfter(language, text, cell, other, true) : null;
  if (denied !== null) return against(denied);
  const [paragraph, above] = [paragraphOf(other), head === undefined ? null : paragraphOf(head)];
  // "Why it is bad": the header itself warns against each command beside its cells.
  const reason = above?.test("gives-reasons") === true ? above.pointsBefore() : null;
  if (reason !== null) return against(reason.evidence);
  const isVerdictColumn = above !== null && language.has("verdict-headers", above.words);
  const verdict = (isVerdictColumn ? verdictWord(paragraph, other) : null) ?? paragraph.besides();
  return paragraph.test("bare-mark") && above !== null && !isVerdictHeader(above)
    ? NEUTRAL
    : verdict;
}

/** Returns the verdict of a word such as "No" below "Safe?"; null if the word is no verdict. */
function verdictWord(paragraph: Paragraph, { start, end }: Block): Verdict | null {
  const evidence: Verdict["evidence"] = [start, end];
  if (paragraph.language.has("denied-by", paragraph.words)) return { side: "against", evidence };
  return paragraph.language.has("granted-by", paragraph.words) ? { side: "for", evidence } : null;
}

/** Whether a bare mark below a header is a verdict, as below "Safe?" and "Recommended"; below "Needs root" it is an answer. */
function isVerdictHeader(head: Paragraph): boolean {
  const { words } = head;
  return words === "" || head.language.has("verdict-headers", words) || head.test("bare-mark");
}

/** Returns the column of a cell by the pipes before it, since empty cells of Markdown have no block. */
function columnOf(text: string, row: Block, cell: Block): number {
  if (text[row.start] === "<") return cell.index;
  const before = text.slice(row.start, cell.start);
  return before
    .replace(/\\./g, "")
    .replace(/`[^`]*`/g, "")
    .split("|").length;
}
