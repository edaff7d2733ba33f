import { isExcluded } from "../adapter/visibility.js";
import { CODE_TAGS } from "./blocks.js";
import { InlineRun } from "./inline.js";
import { visibleText } from "./visible-text.js";
import type { Writer } from "./writer.js";

/** Writes a table: the first row, the delimiter row, the others. */
export function writeTable(writer: Writer, table: Element): void {
  const rows = Array.from(table.querySelectorAll("tr")).filter((row) => isShownIn(row, table));
  const columns = Math.max(0, ...rows.map((row) => row.children.length));
  if (columns === 0) return;
  rows.forEach((row, index) => {
    if (index > 0) writer.newLine();
    writeRow(writer, row, columns);
    if (index > 0) return;
    writer.newLine();
    writer.mark(`|${" --- |".repeat(columns)}`);
  });
}

function writeRow(writer: Writer, row: Element, columns: number): void {
  writer.mark("|");
  const cells = Array.from(row.children).filter((cell) => !isExcluded(cell));
  for (let column = 0; column < columns; column++) {
    writer.mark(" ");
    const cell = cells[column];
    if (cell !== undefined) writeCell(writer, cell);
    writer.mark(" |");
  }
}

function writeCell(writer: Writer, cell: Element): void {
  const run = new InlineRun({ singleLine: true, cell: true });
  collect(cell, run);
  run.write(writer);
}

function collect(parent: Element, run: InlineRun): void {
  for (const child of parent.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) run.text(child as Text);
    else if (child.nodeType === Node.ELEMENT_NODE) collectElement(child as Element, run);
  }
}

function collectElement(element: Element, run: InlineRun): void {
  if (isExcluded(element)) return;
  if (element.tagName === "BR") run.lineBreak();
  else if (CODE_TAGS.has(element.tagName)) run.code(visibleText(element));
  else collect(element, run);
}

function isShownIn(row: Element, table: Element): boolean {
  for (let at: Element | null = row; at !== null && at !== table; at = at.parentElement) if (isExcluded(at)) return false;
  return true;
}
