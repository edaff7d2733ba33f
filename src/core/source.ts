import type { Span } from "./model.js";
import { eachMatch } from "./scan.js";
import { lowerBound } from "./text-search.js";

/**
 * A range of a source's text, which begins at `at` and extends to the next piece, and its range in the document, `[from, to)`. An
 * `exact` piece maps character by character; any other, such as an escape or an entity, maps as a whole.
 */
interface Piece {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly exact: boolean;
}

/**
 * A text with a map back to the document from which it was taken.
 *
 * A source is the document itself or a decoded part of it: without prompts and indents, with escapes and entities replaced. All
 * positions are UTF-16 code units.
 */
export class Source {
  private constructor(
    readonly text: string,
    private readonly pieces: readonly Piece[],
  ) {}

  /** Returns a source for the whole document: every position maps to itself. */
  static whole(document: string): Source {
    return new Source(document, [{ at: 0, from: 0, to: document.length, exact: true }]);
  }

  /** Joins sources of the same document, directly or each on its own lines. */
  static joined(sources: readonly Source[], between: "" | "\n"): Source {
    const builder = new SourceBuilder(sources[0] ?? Source.whole(""));
    sources.forEach((source, index) => {
      const before = sources[index - 1];
      // the line feed maps to the end of the source before it
      if (before !== undefined) builder.insertAt(between, before.origin(0, before.text.length)[1]);
      builder.append(source);
    });
    return builder.build();
  }

  /** Returns a source that joins `pieces` in order; use {@link SourceBuilder} to build one. */
  static fromPieces(text: string, pieces: readonly Piece[]): Source {
    return new Source(text, pieces);
  }

  /** The number of ranges with a common map, to which the time for a copy is proportional. */
  get pieceCount(): number {
    return this.pieces.length;
  }

  /** Returns the document span of `text.slice(start, end)`; an empty range maps to an empty span. */
  origin(start: number, end: number): Span {
    const first = this.pieceAt(start);
    if (first === undefined) return [0, 0];
    const from = first.exact ? first.from + (start - first.at) : first.from;
    if (end <= start) return [from, from];
    const last = this.pieceAt(end - 1) ?? first;
    return [from, last.exact ? last.from + (end - last.at) : last.to];
  }

  /** Returns another text of the same length with the same map: every character maps to the position of the one that it replaces. */
  overlay(text: string): Source {
    if (text.length !== this.text.length)
      throw new Error("an overlay must have the length of the text that it replaces");
    return new Source(text, this.pieces);
  }

  /** Returns the part of this source between two offsets of its text; by default, `end` is the end of the text. */
  slice(start: number, end = this.text.length): Source {
    const [only] = this.pieces;
    if (this.pieces.length === 1 && only?.exact === true && start >= 0 && start < end) {
      const text = this.text.slice(start, end);
      const from = only.from + start;
      return new Source(text, [{ at: 0, from, to: from + text.length, exact: true }]);
    }
    return new SourceBuilder(this).copy(start, end).build();
  }

  /** Returns a source with the matches of a global pattern replaced, unless `by` returns null; each replacement maps to its match. */
  rewritten(pattern: RegExp, by: (found: RegExpExecArray) => string | null): Source {
    const builder = new SourceBuilder(this);
    let done = 0;
    for (const found of eachMatch(this.text, pattern)) {
      const written = by(found);
      if (written === null) continue;
      const end = found.index + found[0].length;
      builder.copy(done, found.index).replace(written, found.index, end);
      done = end;
    }
    return done === 0 ? this : builder.copy(done, this.text.length).build();
  }

  /** Calls `visit` for each piece that overlaps `[start, end)`, clipped to it. */
  eachPiece(
    start: number,
    end: number,
    visit: (at: number, end: number, from: number, to: number, exact: boolean) => void,
  ): void {
    for (let index = this.indexAt(start); index < this.pieces.length; index++) {
      const piece = this.pieces[index];
      if (piece === undefined || piece.at >= end) return;
      const pieceEnd = this.pieces[index + 1]?.at ?? this.text.length;
      const at = Math.max(piece.at, start);
      const stop = Math.min(pieceEnd, end);
      if (stop <= at) continue;
      if (piece.exact)
        visit(at, stop, piece.from + (at - piece.at), piece.from + (stop - piece.at), true);
      else visit(at, stop, piece.from, piece.to, false);
    }
  }

  private pieceAt(position: number): Piece | undefined {
    return this.pieces[this.indexAt(position)];
  }

  /** Returns the index of the last piece that starts at or before `position`. */
  private indexAt(position: number): number {
    if (this.pieces.length === 1) return 0;
    return Math.max(
      0,
      lowerBound(this.pieces.length, (index) => (this.pieces[index]?.at ?? Infinity) > position) -
        1,
    );
  }
}

/** Builds a source from parts of another one. */
export class SourceBuilder {
  private readonly chunks: string[] = [];
  private readonly pieces: Piece[] = [];
  private length = 0;

  constructor(private readonly parent: Source) {}

  /** Appends `parent.text.slice(start, end)` as it is. */
  copy(start: number, end: number): this {
    if (end <= start) return this;
    const shift = this.length - start;
    this.parent.eachPiece(start, end, (at, _end, from, to, exact) => {
      this.addPiece({ at: at + shift, from, to, exact });
    });
    this.chunks.push(this.parent.text.slice(start, end));
    this.length += end - start;
    return this;
  }

  /** Appends `text` instead of `parent.text.slice(start, end)`, to which it maps: a decoded escape, a space for a line continuation. */
  replace(text: string, start: number, end: number): this {
    if (text.length === 0) return this;
    const [from, to] = this.parent.origin(start, end);
    this.addPiece({ at: this.length, from, to, exact: false });
    this.chunks.push(text);
    this.length += text.length;
    return this;
  }

  /** Appends `text` that is not in the document; it maps to the empty span at `offset` of the document. */
  insertAt(text: string, offset: number): this {
    if (text.length === 0) return this;
    this.addPiece({ at: this.length, from: offset, to: offset, exact: false });
    this.chunks.push(text);
    this.length += text.length;
    return this;
  }

  /** Appends all of another source over the same document. */
  append(other: Source): this {
    const shift = this.length;
    other.eachPiece(0, other.text.length, (at, _end, from, to, exact) => {
      this.addPiece({ at: at + shift, from, to, exact });
    });
    this.chunks.push(other.text);
    this.length += other.text.length;
    return this;
  }

  /** The number of characters appended so far. */
  get size(): number {
    return this.length;
  }

  build(): Source {
    return Source.fromPieces(this.chunks.join(""), this.pieces);
  }

  private addPiece(piece: Piece): void {
    const last = this.pieces[this.pieces.length - 1];
    const continues =
      last !== undefined &&
      last.exact &&
      piece.exact &&
      last.to === piece.from &&
      last.at + (last.to - last.from) === piece.at;
    if (continues) this.pieces[this.pieces.length - 1] = { ...last, to: piece.to };
    else this.pieces.push(piece);
  }
}
