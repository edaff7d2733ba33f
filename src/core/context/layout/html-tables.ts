import type { Block } from "../../segment/block.js";
import { BlockNode } from "../../segment/markdown/block-node.js";
import { lowerBound } from "../../text-search.js";

const TAG = /<(\/?)(table|tr|td|th|dl|dt|dd)(?=[\s/>])[^<>]*>/gi;
const CODE = /<(code|kbd|tt|samp)(?=[\s>])[^<>]*>[^<]{0,2000}<\/\1>/gi;

const CELLS = new Set(["td", "th", "dt", "dd"]);

const tableAt = (start: number): BlockNode => new BlockNode("table", start, Infinity, 0, null);

/**
 * The HTML tables among the children of a container, as blocks like those of Markdown tables; in a definition list each term
 * begins a row. A cell may contain Markdown blocks, so its tags may be in different HTML blocks.
 */
export class HtmlTables {
  private readonly cells: BlockNode[] = [];

  constructor(
    private readonly text: string,
    container: Block,
  ) {
    let table: BlockNode | null = null;
    let row: BlockNode | null = null;
    for (const block of container.children) {
      if (block.kind !== "html") continue;
      for (const tag of text.slice(block.start, block.end).matchAll(TAG)) {
        const at = block.start + tag.index;
        const name = (tag[2] ?? "").toLowerCase();
        const opens = tag[1] === "";
        this.close(at);
        if (name === "table" || name === "dl") table = opens ? tableAt(at) : (row = null);
        if (!opens) continue;
        if (name === "tr" || name === "dt")
          row = (table ??= tableAt(at)).add("row", [at, Infinity]);
        if (CELLS.has(name) && row !== null) this.cells.push(row.add("cell", [at, Infinity]));
      }
    }
    this.close(container.end);
  }

  /** Returns the cell that contains a document offset, or null. */
  cellAt(place: number): Block | null {
    const cell =
      this.cells[lowerBound(this.cells.length, (index) => (this.cells[index]?.end ?? 0) > place)];
    return cell !== undefined && cell.start <= place ? cell : null;
  }

  private close(at: number): void {
    const cell = this.cells[this.cells.length - 1];
    if (cell?.end !== Infinity) return;
    cell.end = at;
    const marked = this.text.slice(cell.start, at).matchAll(CODE);
    cell.inlineCode = Array.from(marked, ({ index, 0: code }) => [
      cell.start + index,
      cell.start + index + code.length,
    ]);
  }
}
