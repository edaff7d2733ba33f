/** A position for people and editors: lines and columns begin with 1, and columns count UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Finds lines in a text. A line ends with LF, CR LF or CR. */
export class Lines {
  private lineStarts: number[] | null = null;

  /** @param numbers if the text is a part of a file, the number of each line in the file */
  constructor(
    readonly text: string,
    private readonly numbers?: readonly number[],
  ) {}

  /** Returns the lines of a document, with their numbers in its file. */
  static of({
    text,
    numbers,
  }: {
    readonly text: string;
    readonly numbers?: readonly number[];
  }): Lines {
    return new Lines(text, numbers);
  }

  /** The offset of each line's start; computed on first use, because most texts never need it. */
  private get starts(): readonly number[] {
    if (this.lineStarts) return this.lineStarts;
    const starts = [0];
    for (const match of this.text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length);
    return (this.lineStarts = starts);
  }

  /** Returns the position of an offset, with the line number in the file. */
  position(offset: number): Position {
    const row = this.row(offset);
    return { line: this.number(row), column: offset - (this.starts[row - 1] ?? 0) + 1 };
  }

  /** Whether the text is only a part of its file; then offsets are not those in the file. */
  get isPart(): boolean {
    return this.numbers !== undefined;
  }

  /** Returns the number in the file of a line of the text. @param row the number of the line in the text, from 1 */
  number(row: number): number {
    return this.numbers?.[row - 1] ?? row;
  }

  /** Returns the number in the text of the line that contains an offset, from 1. */
  row(offset: number): number {
    const { starts } = this;
    let low = 0;
    for (let high = starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? Infinity) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** Returns the offsets where a line of the text begins, and where it ends before its line break. */
  bounds(row: number): { readonly start: number; readonly end: number } {
    const start = this.starts[row - 1] ?? this.text.length;
    let end = this.starts[row] ?? this.text.length;
    if (end > start && this.text[end - 1] === "\n") end--;
    if (end > start && this.text[end - 1] === "\r") end--;
    return { start, end };
  }
}
