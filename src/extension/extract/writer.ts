import type { UnreadKind } from "../adapter/visibility.js";
import { Extraction, type Origin, type Piece } from "./extraction.js";

/** The prefixes of lines inside a quote or a list item: `first` for the first line, which sets `used`, and `rest` for the others. */
interface Frame {
  readonly first: string;
  readonly rest: string;
  used: boolean;
}

/** Writes Markdown-like text line by line and remembers where each character came from. */
export class Writer {
  private text = "";
  private readonly pieces: Piece[] = [];
  private readonly frames: Frame[] = [];
  private lineStart = true;
  /** The offset of the first character of the last block that was begun. */
  private lastBlock = 0;
  private opensBlock = false;

  /** Starts a block on the next line (`gap` 1) or after an empty line (`gap` 2). */
  startBlock(gap: 1 | 2 = 2): void {
    this.opensBlock = true;
    if (this.text.length === 0 || this.frames.at(-1)?.used === false) return;
    this.endLine();
    if (gap === 1) return;
    if (this.frames.length > 0)
      this.put(
        this.frames
          .map((frame) => frame.rest)
          .join("")
          .trimEnd(),
      );
    this.put("\n");
  }

  /** Prefixes the first line that `body` writes with `first` and the others with `rest`. */
  inside(first: string, rest: string, body: () => void): void {
    this.frames.push({ first, rest, used: false });
    body();
    this.frames.pop();
  }

  /** Writes markup that has no origin in the page. */
  mark(text: string): void {
    if (text.length === 0) return;
    this.openBlock();
    this.openLine();
    this.put(text);
  }

  /** Writes `shown` for the same number of characters of the page, from offset `from` of the origin's text. Line ends in it start lines. */
  copy(origin: Origin, from: number, shown: string): void {
    this.openBlock();
    if (this.frames.length === 0) {
      this.copyPiece(origin, from, shown);
      this.lineStart = shown.endsWith("\n");
      return;
    }
    let start = 0;
    while (start < shown.length) {
      const lineEnd = shown.indexOf("\n", start);
      const stop = lineEnd === -1 ? shown.length : lineEnd + 1;
      this.openLine();
      this.copyPiece(origin, from + start, shown.slice(start, stop));
      this.lineStart = lineEnd !== -1;
      start = stop;
    }
  }

  newLine(): void {
    this.put("\n");
    this.lineStart = true;
  }

  /** Ends the current line; does nothing at the beginning of a line. */
  endLine(): void {
    if (!this.lineStart) this.newLine();
  }

  /** Number of characters written so far. */
  get size(): number {
    return this.text.length;
  }

  get atLineStart(): boolean {
    return this.lineStart;
  }

  /** Returns the written text; `unread` lists the reasons for the parts that were not read. */
  finish(unread: readonly UnreadKind[]): Extraction {
    return new Extraction(this.text, this.pieces, unread, this.lastBlock);
  }

  private openBlock(): void {
    if (this.opensBlock) this.lastBlock = this.text.length;
    this.opensBlock = false;
  }

  private openLine(): void {
    if (!this.lineStart) return;
    this.lineStart = false;
    for (const frame of this.frames) {
      this.put(frame.used ? frame.rest : frame.first);
      frame.used = true;
    }
  }

  private copyPiece(origin: Origin, from: number, shown: string): void {
    if (shown.length === 0) return;
    this.pieces.push({ at: this.text.length, length: shown.length, origin, from });
    this.put(shown);
  }

  private put(text: string): void {
    this.text += text;
  }
}
