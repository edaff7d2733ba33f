import type { UnreadKind } from "../adapter/visibility.js";
import { TEXT } from "./nodes.js";

/**
 * The origin of characters of the evaluated text: a text node, or an element with all its text nodes, which are looked up only when a
 * position in the element is needed.
 */
export type Origin = Text | Element;

/** A range of the evaluated text with its origin in the page. */
export interface Piece {
  /** Offset in the evaluated text. */
  readonly at: number;
  readonly length: number;
  readonly origin: Origin;
  /** Offset in the origin's text. */
  readonly from: number;
}

/** A range in the page: characters of one text node. */
export interface NodeRange {
  readonly node: Text;
  readonly start: number;
  readonly end: number;
}

/**
 * The evaluated, Markdown-like text of an answer, with a map back to the page. All offsets are UTF-16 code units. Markup that the page
 * does not show as text (fences, bullets) has no origin in the page.
 */
export class Extraction {
  constructor(
    readonly text: string,
    private readonly pieces: readonly Piece[],
    /** The visible parts that were not read, one entry for each. */
    readonly unread: readonly UnreadKind[],
    /** The offset of the last block; everything before it is closed and will not change. */
    private readonly lastBlock = 0,
  ) {}

  /**
   * Returns the text of the closed blocks, including the last block if it is code and stable.
   * @param isStable whether the answer has not changed for a while
   */
  closed(isStable: boolean): string {
    const isCode = /^(?:[ >*+-]|\d+[.)])*`{3}/.test(
      this.text.slice(this.lastBlock, this.lastBlock + 100),
    );
    return isStable && isCode ? this.text : this.text.slice(0, this.lastBlock).trimEnd();
  }

  /** Whether the page still contains the characters of a span as they were read. */
  isUnchanged(start: number, end: number): boolean {
    for (const { origin, from, length, at } of this.piecesIn(start, end)) {
      const now = origin.nodeType === TEXT ? (origin as Text).data : (origin.textContent ?? "");
      if (
        !origin.isConnected ||
        now.slice(from, from + length) !== this.text.slice(at, at + length)
      )
        return false;
    }
    return true;
  }

  /**
   * Returns the visible part of `text.slice(start, end)`: the characters of the page and its line ends, without the markup between
   * them.
   */
  shown(start: number, end: number): string {
    let shown = "";
    let at = start;
    for (const piece of this.piecesIn(start, end)) {
      const from = Math.max(start, piece.at);
      shown += whitespaceOf(this.text.slice(at, from));
      at = Math.min(end, piece.at + piece.length);
      shown += this.text.slice(from, at);
    }
    return shown;
  }

  /** Returns the ranges of the page from which `text.slice(start, end)` was read, in order, without hidden parts. */
  locate(start: number, end: number): NodeRange[] {
    const ranges: NodeRange[] = [];
    for (const piece of this.piecesIn(start, end)) {
      const from = Math.max(start, piece.at) - piece.at;
      const to = Math.min(end, piece.at + piece.length) - piece.at;
      if (to > from) addRanges(piece.origin, piece.from + from, piece.from + to, ranges);
    }
    return ranges;
  }

  private *piecesIn(start: number, end: number): Generator<Piece> {
    for (let index = this.firstAfter(start); index < this.pieces.length; index++) {
      const piece = this.pieces[index];
      if (piece === undefined || piece.at >= end) return;
      yield piece;
    }
  }

  /** Returns the index of the first piece that ends after `offset`. */
  private firstAfter(offset: number): number {
    let low = 0;
    let high = this.pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const piece = this.pieces[middle];
      if (piece !== undefined && piece.at + piece.length <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Returns the visible part of the markup between two pieces: a line end or other whitespace. */
function whitespaceOf(markup: string): string {
  return /\n/.exec(markup)?.[0] ?? (/^\s+$/.test(markup) ? markup : "");
}

/** Adds the node ranges of the characters from `start` to `end` of an origin's text to `ranges`. */
function addRanges(origin: Origin, start: number, end: number, ranges: NodeRange[]): void {
  if (origin.nodeType === TEXT) {
    ranges.push({ node: origin as Text, start, end });
    return;
  }
  const walker = origin.ownerDocument.createTreeWalker(origin, NodeFilter.SHOW_TEXT);
  let at = 0;
  for (let node = walker.nextNode(); node !== null && at < end; node = walker.nextNode()) {
    const { length } = node as Text;
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, length);
    if (to > from) ranges.push({ node: node as Text, start: from, end: to });
    at += length;
  }
}
