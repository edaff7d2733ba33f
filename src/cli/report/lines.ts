/** A place for people and editors: both numbers begin with 1, columns count UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Finds lines in a text. A line ends with LF, CR LF or CR. */
export class Lines {
  private known: number[] | null = null;

  constructor(readonly text: string) {}

  /** Where each line begins; found when first asked for, as most texts are never asked. */
  private get starts(): readonly number[] {
    if (this.known) return this.known;
    const starts = [0];
    for (const match of this.text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length);
    return (this.known = starts);
  }

  position(offset: number): Position {
    const { starts } = this;
    let low = 0;
    for (let high = starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? Infinity) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }

  /** Where a line begins, and where it ends without its line end. */
  bounds(line: number): { readonly start: number; readonly end: number } {
    const start = this.starts[line - 1] ?? this.text.length;
    let end = this.starts[line] ?? this.text.length;
    if (end > start && this.text[end - 1] === "\n") end--;
    if (end > start && this.text[end - 1] === "\r") end--;
    return { start, end };
  }
}
