import { escapesOf, shortestFreeRun } from "./escapes.js";
import type { Origin } from "./extraction.js";
import type { Writer } from "./writer.js";

/** A text of the page with its origin: a part of a line, or a part of inline code. */
export interface Part {
  readonly origin: Origin;
  readonly text: string;
}

/** A part of a line: text, inline code, or (null) a line break. */
type Item = Part | readonly Part[] | null;

/** How the text of one block is written. */
export interface InlineStyle {
  /** Whether line ends become spaces, because a heading or a table cell is one line. */
  readonly singleLine: boolean;
  /** Whether pipes are written `\|`, because the text is a table cell. */
  readonly cell: boolean;
}

/** Placeholder for inline code while escapes are computed: one character that is never escaped. */
const CODE = "\uFFFC";

/** Collects the text of one block and writes it at once, so that escapes are computed for the whole text. */
export class InlineRun {
  private items: Item[] = [];
  /** The text of all items, one after the other. */
  private joined = "";

  constructor(private readonly style: InlineStyle) {}

  text(origin: Origin, text: string): void {
    if (text.length === 0) return;
    this.items.push({ origin, text });
    this.joined += text;
  }

  code(parts: readonly Part[]): void {
    if (parts.length === 0) return;
    this.items.push(parts);
    this.joined += CODE;
  }

  lineBreak(): void {
    this.items.push(null);
    this.joined += "\n";
  }

  get isBlank(): boolean {
    return this.joined.length === 0 || this.joined.trimStart().length === 0;
  }

  clear(): void {
    if (this.items.length === 0) return;
    this.items = [];
    this.joined = "";
  }

  /** Writes the collected text without the whitespace at both ends, and starts a new run. */
  write(writer: Writer): void {
    const { items, joined } = this;
    this.clear();
    const from = joined.length - joined.trimStart().length;
    const to = joined.trimEnd().length;
    const escapes = escapesOf(joined.slice(from, to), writer.atLineStart, this.style.cell);
    const plain = escapes.size === 0 && !joined.includes("\n");
    let at = 0;
    for (const item of items) {
      const length = item !== null && "text" in item ? item.text.length : 1;
      const start = Math.max(from - at, 0);
      const stop = Math.min(to - at, length);
      if (start < stop) {
        if (item === null) this.writeBreak(writer);
        else if (!("text" in item)) this.writeCode(writer, item, joined);
        else if (plain) writer.copy(item.origin, start, item.text.slice(start, stop));
        else this.writeText(writer, item, start, stop, (index) => escapes.has(at - from + index));
      }
      at += length;
    }
  }

  private writeBreak(writer: Writer): void {
    if (this.style.singleLine) writer.mark(" ");
    else writer.newLine();
  }

  private writeText(
    writer: Writer,
    { origin, text }: Part,
    start: number,
    stop: number,
    isEscaped: (index: number) => boolean,
  ): void {
    const shown = this.style.singleLine ? text.replaceAll("\n", " ") : text;
    // Spaces and tabs at the beginning of a line are not visible, and would turn the line into indented code.
    const skipSpaces = (index: number): number => {
      while (index < stop && /[ \t]/.test(shown[index] ?? "")) index++;
      return index;
    };
    let copied = writer.atLineStart ? skipSpaces(start) : start;
    for (let index = copied; index < stop; index++) {
      const afterLineEnd = index > copied && shown[index - 1] === "\n";
      if (!afterLineEnd && !isEscaped(index)) continue;
      writer.copy(origin, copied, shown.slice(copied, index));
      if (afterLineEnd) index = skipSpaces(index);
      if (isEscaped(index)) writer.mark("\\");
      copied = index;
    }
    writer.copy(origin, copied, shown.slice(copied, stop));
  }

  private writeCode(writer: Writer, parts: readonly Part[], joined: string): void {
    let text = "";
    for (const part of parts) text += part.text;
    const fence = "`".repeat(shortestFreeRun(text, joined));
    const padded = text.startsWith("`") || text.endsWith("`") || /^\s.*\S.*\s$/s.test(text);
    writer.mark(padded ? `${fence} ` : fence);
    for (const part of parts) this.writeCodePart(writer, part);
    writer.mark(padded ? ` ${fence}` : fence);
  }

  private writeCodePart(writer: Writer, { origin, text }: Part): void {
    const shown = text.replaceAll("\n", " ");
    let start = 0;
    if (this.style.cell) {
      for (let pipe = shown.indexOf("|"); pipe !== -1; pipe = shown.indexOf("|", pipe + 1)) {
        writer.copy(origin, start, shown.slice(start, pipe));
        writer.mark("\\");
        start = pipe;
      }
    }
    writer.copy(origin, start, shown.slice(start));
  }
}
