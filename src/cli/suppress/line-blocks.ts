import { extname } from "node:path";
import type { Lines } from "../report/lines.js";

/** A range of lines that includes both ends, numbered from 1. */
export type LineRange = readonly [first: number, last: number];

const FENCE = /^(?<lead>[ \t]*(?:>[ \t]?|[-*+][ \t]+|\d+[.)][ \t]+)*[ \t]*)(?<fence>`{3,}|~{3,})/;
/** Matches a line that begins another block of Markdown and so ends a paragraph. */
const BLOCK_START = /^[ \t>]*(?:[-*+][ \t]|\d+[.)][ \t]|#{1,6}[ \t]|<!--|\||`{3}|~{3})/;
/** Matches a key of YAML whose value is a block scalar on the lines below. */
const BLOCK_SCALAR = /^(?<lead>[ \t]*(?:-[ \t]+)*)[^#]*:[ \t]+[|>][-+\d]*[ \t]*(?:#.*)?$/;

/** Finds the lines of a text that belong together: blocks of Markdown, block scalars of YAML, and continued lines. */
export class LineBlocks {
  constructor(
    private readonly lines: Lines,
    /** Number of lines. */
    readonly count: number,
    private readonly isMarkdown: boolean,
    private readonly isYaml: boolean,
  ) {}

  /** Returns the text of a line without its line break. */
  line(number: number): string {
    const { start, end } = this.lines.bounds(number);
    return this.lines.text.slice(start, end);
  }

  private isBlank(number: number): boolean {
    return this.line(number).trim() === "";
  }

  /** Returns the last line of the fence that opens on a line; null if no fence opens there, or it is not closed. */
  fenceEnd(first: number): number | null {
    const groups = FENCE.exec(this.line(first))?.groups;
    if (groups === undefined) return null;
    const { lead = "", fence = "" } = groups;
    const closing = new RegExp(`^[ \\t>]*${fence[0] ?? ""}{${fence.length},}[ \\t]*$`);
    for (let at = first + 1; at <= this.count; at++) {
      const line = this.line(at);
      const isOutside = lead.includes(">")
        ? !/^[ \t]*>/.test(line)
        : line.trim() !== "" && /\S/.test(line.slice(0, lead.length));
      if (isOutside) return null;
      if (closing.test(line)) return at;
    }
    return null;
  }

  /**
   * Returns the block or the logical line that follows a comment's line; null if nothing follows.
   * @param skip whether a line is skipped, such as another comment
   */
  after(comment: number, skip: (line: number) => boolean): LineRange | null {
    let first = comment + 1;
    while (first <= this.count && (this.isBlank(first) || skip(first))) first++;
    if (first > this.count) return null;
    return [
      first,
      this.isMarkdown
        ? this.markdownEnd(first, comment)
        : this.isYaml
          ? this.scalarEnd(first)
          : this.logicalEnd(first),
    ];
  }

  /** Returns the logical line that contains a line; in Markdown, the line alone. */
  around(line: number): LineRange {
    if (this.isMarkdown) return [line, line];
    let first = line;
    while (first > 1 && isContinued(this.line(first - 1))) first--;
    return [first, this.logicalEnd(line)];
  }

  private markdownEnd(first: number, comment: number): number {
    const fence = FENCE.test(this.line(first)) ? (this.fenceEnd(first) ?? first) : null;
    if (fence !== null) return fence;
    const isIndented = first > comment + 1 && /^(?: {4}|\t)/.test(this.line(first));
    let last = first;
    for (let at = first + 1; at <= this.count; at++) {
      const line = this.line(at);
      if (
        isIndented ? !/^(?: {4}|\t)|^\s*$/.test(line) : line.trim() === "" || BLOCK_START.test(line)
      )
        break;
      if (line.trim() !== "") last = at;
    }
    return last;
  }

  private scalarEnd(first: number): number {
    const lead = BLOCK_SCALAR.exec(this.line(first))?.groups?.["lead"];
    if (lead === undefined) return this.logicalEnd(first);
    let last = first;
    for (let at = first + 1; at <= this.count; at++) {
      const line = this.line(at);
      if (line.trim() === "") continue;
      if (/\S/.test(line.slice(0, lead.length + 1))) break;
      last = at;
    }
    return last;
  }

  private logicalEnd(first: number): number {
    let last = first;
    while (last < this.count && isContinued(this.line(last))) last++;
    return last;
  }
}

/** Whether a line is continued on the next one: it ends in a backslash, PowerShell's backtick, or a pipe. */
function isContinued(line: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\\$| `$|\|[ \t]*$/.test(line);
}

/** Returns the blocks of a file, depending on its extension and its language. */
export function lineBlocksOf(lines: Lines, path: string, tag: string | null): LineBlocks {
  const count = lines.position(lines.text.length).line;
  const isOther = ["rst", "adoc", "asciidoc", "org"].includes(extname(path).slice(1).toLowerCase());
  return new LineBlocks(lines, count, tag === null && !isOther, tag === "yaml");
}
