import type { Writer } from "./writer.js";
import { escapesOf, shortestFreeRun } from "./escapes.js";

/** A part of a line of text: characters of a node, or inline code made of such characters. */
interface TextItem {
  readonly kind: "text";
  readonly node: Text;
  readonly text: string;
}
interface CodeItem {
  readonly kind: "code";
  readonly parts: readonly TextItem[];
}
interface BreakItem {
  readonly kind: "break";
}
type Item = TextItem | CodeItem | BreakItem;

/** How the text of one block is written. */
export interface InlineStyle {
  /** A heading or a table cell is one line: line ends become blanks. */
  readonly singleLine: boolean;
  /** In a table cell a bar is written `\|`. */
  readonly cell: boolean;
}

/** Collects the text of one block and writes it in one go, so that escapes can look at the whole of it. */
export class InlineRun {
  private items: Item[] = [];
  private blank = true;

  constructor(private readonly style: InlineStyle) {}

  text(node: Text): void {
    const text = node.data;
    if (text.length === 0) return;
    this.items.push({ kind: "text", node, text });
    this.blank &&= !/\S/.test(text);
  }

  code(nodes: readonly Text[]): void {
    const parts = nodes.filter((node) => node.data.length > 0).map((node): TextItem => ({ kind: "text", node, text: node.data }));
    if (parts.length === 0) return;
    this.items.push({ kind: "code", parts });
    this.blank = false;
  }

  lineBreak(): void {
    this.items.push({ kind: "break" });
  }

  get isBlank(): boolean {
    return this.blank;
  }

  clear(): void {
    if (this.items.length > 0) this.items = [];
    this.blank = true;
  }

  /** Writes what was collected, without the blanks at its two ends, and begins anew. */
  write(writer: Writer): void {
    const items = trimEnds(this.items);
    this.clear();
    // Code stands in the joined text as one character that no escape is about.
    const joined = items.map((item) => (item.kind === "text" ? item.text : item.kind === "break" ? "\n" : "\uFFFC")).join("");
    const escapes = escapesOf(joined, writer.atLineStart, this.style.cell);
    let at = 0;
    for (const item of items) {
      if (item.kind === "text") {
        this.writeText(writer, item, at, escapes);
        at += item.text.length;
      } else {
        if (item.kind === "code") this.writeCode(writer, item, joined);
        else if (this.style.singleLine) writer.mark(" ");
        else writer.newLine();
        at += 1;
      }
    }
  }

  private writeText(writer: Writer, item: TextItem, at: number, escapes: ReadonlySet<number>): void {
    const shown = this.style.singleLine ? item.text.replaceAll("\n", " ") : item.text;
    let start = writer.atLineStart ? shown.length - shown.trimStart().length : 0;
    if (escapes.size === 0 && !shown.includes("\n")) return writer.copy(item.node, start, shown.slice(start));
    for (let index = start; index < shown.length; index++) {
      const afterLineEnd = index > 0 && shown[index - 1] === "\n";
      if (!escapes.has(at + index) && !afterLineEnd) continue;
      writer.copy(item.node, start, shown.slice(start, index));
      // Blanks at the beginning of a line are not shown and would make code of it.
      if (afterLineEnd) while (index < shown.length && /[ \t]/.test(shown[index] ?? "")) index++;
      if (escapes.has(at + index)) writer.mark("\\");
      start = index;
    }
    if (start < shown.length) writer.copy(item.node, start, shown.slice(start));
  }

  private writeCode(writer: Writer, item: CodeItem, joined: string): void {
    const text = item.parts.map((part) => part.text).join("");
    const fence = "`".repeat(shortestFreeRun(text, joined));
    const padded = text.startsWith("`") || text.endsWith("`") || (/^\s.*\S.*\s$/s.test(text));
    writer.mark(padded ? `${fence} ` : fence);
    for (const part of item.parts) this.writeCodePart(writer, part);
    writer.mark(padded ? ` ${fence}` : fence);
  }

  private writeCodePart(writer: Writer, part: TextItem): void {
    const shown = part.text.replaceAll("\n", " ");
    if (!this.style.cell || !shown.includes("|")) return writer.copy(part.node, 0, shown);
    let start = 0;
    for (let bar = shown.indexOf("|"); bar !== -1; bar = shown.indexOf("|", bar + 1)) {
      writer.copy(part.node, start, shown.slice(start, bar));
      writer.mark("\\");
      start = bar;
    }
    writer.copy(part.node, start, shown.slice(start));
  }
}

/** Takes the blanks at the two ends off a list of its own. */
function trimEnds(kept: Item[]): Item[] {
  while (kept.length > 0 && isBlank(kept[0])) kept.shift();
  while (kept.length > 0 && isBlank(kept.at(-1))) kept.pop();
  const last = kept.at(-1);
  if (last?.kind === "text") kept[kept.length - 1] = { ...last, text: last.text.trimEnd() };
  return kept;
}

function isBlank(item: Item | undefined): boolean {
  return item?.kind === "break" || (item?.kind === "text" && item.text.trim() === "");
}
