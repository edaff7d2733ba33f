/** A place for people and editors: both numbers begin with 1, columns count UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Finds lines in a text. A line ends with LF, CR LF or CR. */
export class Lines {
  private known: number[] | null = null;

  /** @param numbers the number of each line if the text is a part of a file */
  constructor(
    readonly text: string,
    private readonly numbers?: readonly number[],
  ) {}

  /** Returns the lines of a document, with the numbers that they have in its file. */
  static of({
    text,
    numbers,
  }: {
    readonly text: string;
    readonly numbers?: readonly number[];
  }): Lines {
    return new Lines(text, numbers);
  }

  /** Where each line begins; computed on first use, because most texts never need it. */
  private get starts(): readonly number[] {
    if (this.known) return this.known;
    const starts = [0];
    for (const match of this.text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length);
    return (this.known = starts);
  }

  position(offset: number): Position {
    const row = this.row(offset);
    return { line: this.number(row), column: offset - (this.starts[row - 1] ?? 0) + 1 };
  }

  /** Whether the text is a part of its file, so that offsets are not those of the file. */
  get isPart(): boolean {
    return this.numbers !== undefined;
  }

  /** Returns the number that a line of the text has in its file. */
  number(row: number): number {
    return this.numbers?.[row - 1] ?? row;
  }

  /** Which line of the text it is, the first being 1. */
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

  /** Returns where a line of the text begins, and where it ends without its line end. */
  bounds(row: number): { readonly start: number; readonly end: number } {
    const start = this.starts[row - 1] ?? this.text.length;
    let end = this.starts[row] ?? this.text.length;
    if (end > start && this.text[end - 1] === "\n") end--;
    if (end > start && this.text[end - 1] === "\r") end--;
    return { start, end };
  }
}
