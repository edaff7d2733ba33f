import type { Visibility } from "../adapter/visibility.js";
import { CODE_TAGS } from "./blocks.js";
import { InlineRun } from "./inline.js";
import { addVisibleText } from "./visible-text.js";
import type { Writer } from "./writer.js";

/** Writes a table: the first row, the delimiter row, the others. */
export function writeTable(writer: Writer, table: Element, visibility: Visibility): void {
  const rows = Array.from(table.querySelectorAll("tr")).filter((row) => visibility.shows(row, table));
  const columns = Math.max(0, ...rows.map((row) => row.children.length));
  if (columns === 0) return;
  rows.forEach((row, index) => {
    if (index > 0) writer.newLine();
    writeRow(writer, row, columns, visibility);
    if (index > 0) return;
    writer.newLine();
    writer.mark(`|${" --- |".repeat(columns)}`);
  });
}

function writeRow(writer: Writer, row: Element, columns: number, visibility: Visibility): void {
  writer.mark("|");
  const cells = Array.from(row.children).filter((cell) => !visibility.excludes(cell));
  for (let column = 0; column < columns; column++) {
    writer.mark(" ");
    const cell = cells[column];
    if (cell !== undefined) writeCell(writer, cell, visibility);
    writer.mark(" |");
  }
}

function writeCell(writer: Writer, cell: Element, visibility: Visibility): void {
  const run = new InlineRun({ singleLine: true, cell: true });
  collect(cell, run, visibility);
  run.write(writer);
}

function collect(parent: Element, run: InlineRun, visibility: Visibility): void {
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === Node.TEXT_NODE) run.text(node as Text);
    else if (node.nodeType === Node.ELEMENT_NODE) collectElement(node as Element, run, visibility);
  }
}

function collectElement(element: Element, run: InlineRun, visibility: Visibility): void {
  if (visibility.excludes(element)) return;
  if (element.tagName === "BR") run.lineBreak();
  else if (CODE_TAGS.has(element.tagName)) run.code(addVisibleText(element, visibility, []));
  else collect(element, run, visibility);
}
