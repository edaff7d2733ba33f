/** A stretch of the evaluated text that stands in a text node of the page. */
export interface Piece {
  /** Offset in the evaluated text. */
  readonly at: number;
  readonly length: number;
  readonly node: Text;
  /** Offset in the node. */
  readonly from: number;
}

/** A place in the page: characters of one text node. */
export interface NodeRange {
  readonly node: Text;
  readonly start: number;
  readonly end: number;
}

/**
 * The evaluated text of an answer, Markdown-like, with the way back to the page. All offsets are
 * UTF-16 code units. Marks that the reader does not see (fences, bullets) have no place in the page.
 */
export class Extraction {
  constructor(
    readonly text: string,
    private readonly pieces: readonly Piece[],
    /** Editable or embedded parts that were not read. */
    readonly unread: number,
  ) {}

  /** The characters of the page that `text.slice(start, end)` shows, in order; hidden parts are not among them. */
  locate(start: number, end: number): NodeRange[] {
    const ranges: NodeRange[] = [];
    for (let index = this.firstAfter(start); index < this.pieces.length; index++) {
      const piece = this.pieces[index];
      if (piece === undefined || piece.at >= end) break;
      const from = Math.max(start, piece.at) - piece.at;
      const to = Math.min(end, piece.at + piece.length) - piece.at;
      if (to > from) ranges.push({ node: piece.node, start: piece.from + from, end: piece.from + to });
    }
    return ranges;
  }

  /** Index of the first piece that ends after `offset`. */
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
