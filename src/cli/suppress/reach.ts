import { extname } from "node:path";
import type { Lines } from "../report/lines.js";

/** Lines from the first to the last, both numbered from 1. */
export type Reach = readonly [first: number, last: number];

const FENCE = /^(?<lead>[ \t]*(?:>[ \t]?|[-*+][ \t]+|\d+[.)][ \t]+)*[ \t]*)(?<fence>`{3,}|~{3,})/;
/** Matches a line other than an empty one that ends a paragraph. */
const BLOCK_START = /^[ \t>]*(?:[-*+][ \t]|\d+[.)][ \t]|#{1,6}[ \t]|<!--|\||`{3}|~{3})/;
/** A key of YAML whose value is the lines below it. */
const BLOCK_SCALAR = /^(?<lead>[ \t]*(?:-[ \t]+)*)[^#]*:[ \t]+[|>][-+\d]*[ \t]*(?:#.*)?$/;

/** The lines of a text, to find the lines that belong together. */
export class Page {
  constructor(
    private readonly lines: Lines,
    readonly count: number,
    /** Whether blocks are those of Markdown. */
    private readonly isMarkdown: boolean,
    private readonly isYaml: boolean,
  ) {}

  line(number: number): string {
    const { start, end } = this.lines.bounds(number);
    return this.lines.text.slice(start, end);
  }

  private isBlank(number: number): boolean {
    return this.line(number).trim() === "";
  }

  /** Returns the last line of a fence that opens here; null if none opens, or it is never closed. */
  fenceEnd(first: number): number | null {
    const groups = FENCE.exec(this.line(first))?.groups;
    if (groups === undefined) return null;
    const { lead = "", fence = "" } = groups;
    const closing = new RegExp(`^[ \\t>]*${fence[0] ?? ""}{${fence.length},}[ \\t]*$`);
    for (let at = first + 1; at <= this.count; at++) {
      const line = this.line(at);
      const left = lead.includes(">")
        ? !/^[ \t]*>/.test(line)
        : line.trim() !== "" && /\S/.test(line.slice(0, lead.length));
      if (left) return null;
      if (closing.test(line)) return at;
    }
    return null;
  }

  /** Returns the block or the logical line after this line; null at the end of the text. */
  after(comment: number, skip: (line: number) => boolean): Reach | null {
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

  /** Returns the logical line that ends with this line. */
  around(line: number): Reach {
    if (this.isMarkdown) return [line, line];
    let first = line;
    while (first > 1 && continues(this.line(first - 1))) first--;
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
    while (last < this.count && continues(this.line(last))) last++;
    return last;
  }
}

/** Whether the next line belongs to this one: a backslash, PowerShell's backtick, or a pipe at its end. */
function continues(line: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\\$| `$|\|[ \t]*$/.test(line);
}

/** Returns a text as lines, in the blocks of its kind. */
export function pageOf(lines: Lines, path: string, tag: string | null): Page {
  const count = lines.position(lines.text.length).line;
  const isOther = ["rst", "adoc", "asciidoc", "org"].includes(extname(path).slice(1).toLowerCase());
  return new Page(lines, count, tag === null && !isOther, tag === "yaml");
}
