import type { Block, BlockKind } from "../../segment/document.js";
import { lowerBound } from "../../search.js";

const TAG = /<(\/?)(table|tr|td|th|dl|dt|dd)(?=[\s/>])[^<>]*>/gi;
const CODE = /<(code|kbd|tt|samp)(?=[\s>])[^<>]*>[^<]{0,2000}<\/\1>/gi;

const CELLS = new Set(["td", "th", "dt", "dd"]);

interface Node extends Block {
  end: number;
  readonly children: Node[];
}

/**
 * The tables that the HTML among the children of a container writes, as blocks like those of Markdown's own; in a list
 * of definitions each term begins a row. A cell may hold blocks of Markdown, so that its tags stand in different pieces.
 */
export class HtmlTables {
  private readonly cells: Node[] = [];

  constructor(private readonly text: string, container: Block) {
    let table: Node | null = null;
    let row: Node | null = null;
    for (const block of container.children) {
      if (block.kind !== "html") continue;
      for (const tag of text.slice(block.start, block.end).matchAll(TAG)) {
        const at = block.start + tag.index;
        const name = (tag[2] ?? "").toLowerCase();
        this.close(at);
        if (tag[1] === "/") {
          if (name === "table" || name === "dl") table = row = null;
          continue;
        }
        if (name === "table" || name === "dl") table = node("table", at, null);
        if (name === "tr" || name === "dt") row = node("row", at, (table ??= node("table", at, null)));
        if (CELLS.has(name) && row !== null) this.cells.push(node("cell", at, row));
      }
    }
    this.close(container.end);
  }

  /** The cell in which a place lies, or null. */
  cellAt(place: number): Block | null {
    const cell = this.cells[lowerBound(this.cells.length, (index) => (this.cells[index]?.end ?? 0) > place)];
    return cell !== undefined && cell.start <= place ? cell : null;
  }

  private close(at: number): void {
    const cell = this.cells[this.cells.length - 1];
    if (cell?.end !== Infinity) return;
    cell.end = at;
    const code = cell.inlineCode as [number, number][];
    for (const found of this.text.slice(cell.start, at).matchAll(CODE))
      code.push([cell.start + found.index, cell.start + found.index + found[0].length]);
  }
}

function node(kind: BlockKind, start: number, parent: Node | null): Node {
  const made: Node = { kind, start, end: Infinity, level: 0, parent, children: [], index: parent?.children.length ?? 0, inlineCode: [] };
  parent?.children.push(made);
  return made;
}
