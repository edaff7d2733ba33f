import type { Visibility } from "../adapter/visibility.js";
import { BLOCK_TAGS, CODE_TAGS } from "./blocks.js";
import { InlineRun } from "./inline-run.js";
import { childElements, eachChild } from "./nodes.js";
import { visibleText } from "./visible-text.js";
import type { Writer } from "./writer.js";

/** Writes a table in Markdown: the first row, the delimiter row, the other rows. */
export function writeTable(writer: Writer, table: Element, visibility: Visibility): void {
  const rows = rowsOf(table, visibility).map((row) =>
    childElements(row).filter((cell) => !visibility.excludes(cell)),
  );
  const columns = Math.max(0, ...rows.map((cells) => cells.length));
  if (columns === 0) return;
  const run = new InlineRun({ singleLine: true, cell: true });
  rows.forEach((cells, index) => {
    if (index > 0) writer.newLine();
    for (let column = 0; column < columns; column++) {
      writer.mark(column === 0 ? "| " : " | ");
      const cell = cells[column];
      if (cell === undefined) continue;
      collect(cell, run, visibility);
      run.write(writer);
    }
    writer.mark(" |");
    if (index > 0) return;
    writer.newLine();
    writer.mark(`|${" --- |".repeat(columns)}`);
  });
}

/** Returns the visible rows of a table and of its sections, but not the rows of a table inside a cell. */
function rowsOf(parent: Element, visibility: Visibility): Element[] {
  return childElements(parent).flatMap((child) => {
    if (visibility.excludes(child)) return [];
    if (child.tagName === "TR") return [child];
    return SECTIONS.has(child.tagName) ? rowsOf(child, visibility) : [];
  });
}

const SECTIONS: ReadonlySet<string> = new Set(["THEAD", "TBODY", "TFOOT"]);

function collect(parent: Element, run: InlineRun, visibility: Visibility): void {
  if (parent.firstElementChild === null) return run.text(parent, parent.textContent ?? "");
  eachChild(
    parent,
    (text) => run.text(text, text.data),
    (element) => collectElement(element, run, visibility),
  );
}

function collectElement(element: Element, run: InlineRun, visibility: Visibility): void {
  const tag = element.tagName;
  if (visibility.excludes(element, tag)) return;
  if (tag === "BR") return run.lineBreak();
  if (BLOCK_TAGS.has(tag)) run.lineBreak();
  if (CODE_TAGS.has(tag)) run.code(visibleText(element, visibility));
  else collect(element, run, visibility);
  if (BLOCK_TAGS.has(tag)) run.lineBreak();
}
