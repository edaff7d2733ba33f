import type { Block } from "../../segment/document.js";
import { answeredBehind } from "./answers.js";
import { words } from "../language/spoken.js";
import type { Paragraph } from "../sentence/paragraph.js";
import type { Verdict } from "../sentence/verdict.js";

const DENIED_BY = words("denied-by");
const GRANTED_BY = words("granted-by");
const VERDICTS = words("verdict-headers");

/** Wider rows, or rows from which a cell is farther away, are no table for reading. */
const WIDEST = 64;
const FARTHEST = 20_000;

/** What a table says of a cell: its column's header, and the other cells of its row. */
export function tableStance(text: string, cell: Block, passageOf: (block: Block) => Paragraph): Verdict | null {
  const row = cell.parent;
  const header = row?.parent?.children[0];
  if (row === null || row === undefined || header === undefined || Math.max(row.children.length, header.children.length) > WIDEST) return null;
  if (cell.start - row.start > FARTHEST) return null;
  if (header === row) return labelBefore(cell, passageOf);
  const column = columnOf(text, row, cell);
  const label = header.children.find((candidate) => columnOf(text, header, candidate) === column);
  const stance = label === undefined ? null : passageOf(label).introduces({ open: true, antecedent: false });
  if (stance !== null && stance.stance !== "neutral") return stance;
  return rowStance(text, header, row, cell, passageOf);
}

/** "| Bad | X |" as the first row: the cell before is its label. */
function labelBefore(cell: Block, passageOf: (block: Block) => Paragraph): Verdict | null {
  const before = cell.parent?.children[cell.index - 1];
  const stance = before === undefined ? null : passageOf(before).introduces({ open: true, antecedent: false });
  return stance?.stance === "neutral" ? null : stance;
}

/** A label, a mark or a verdict in another cell of the row. */
function rowStance(text: string, header: Block, row: Block, cell: Block, passageOf: (block: Block) => Paragraph): Verdict | null {
  for (const other of row.children) {
    if (other === cell) continue;
    const denied = other.index === cell.index + 1 ? answeredBehind(text, cell, other, true) : null;
    if (denied !== null) return { stance: "against", evidence: denied };
    const passage = passageOf(other);
    const head = header.children.find((candidate) => columnOf(text, header, candidate) === columnOf(text, row, other));
    // "Why it is bad": the header itself says it of each command beside its cells.
    const said = head !== undefined && passageOf(head).givesReasons ? passageOf(head).pointsBefore() : null;
    if (said !== null) return { stance: "against", evidence: said.evidence };
    const stance = head !== undefined && VERDICTS.has(passageOf(head).words) ? (spokenVerdict(passage, other) ?? passage.besides()) : passage.besides();
    if (stance.stance === "neutral") continue;
    if (!passage.isBareMark || head === undefined || isVerdictHeader(passageOf(head))) return stance;
  }
  return null;
}

/** "No" below "Safe?". */
function spokenVerdict(passage: Paragraph, { start, end }: Block): Verdict | null {
  const evidence: Verdict["evidence"] = [start, end];
  if (DENIED_BY.has(passage.words)) return { stance: "against", evidence };
  return GRANTED_BY.has(passage.words) ? { stance: "for", evidence } : null;
}

/** "Safe?", "Recommended": a bare mark below such a header is a verdict; below "Needs root" it is an answer. */
function isVerdictHeader(head: Paragraph): boolean {
  const { words } = head;
  return words === "" || VERDICTS.has(words) || head.isBareMark;
}

/** The column by the bars before a cell: empty cells of Markdown have no block of their own. */
function columnOf(text: string, row: Block, cell: Block): number {
  if (text[row.start] === "<") return cell.index;
  const before = text.slice(row.start, cell.start);
  const bars = before.replace(/\\./g, "").replace(/`[^`]*`/g, "").split("|").length - 1;
  return /^[\s>]*\|/.test(before) ? bars - 1 : bars;
}
