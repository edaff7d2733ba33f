import type { Finding } from "../../../core/index.js";
import type { Lines } from "../../report/lines.js";
import type { LineBlocks } from "../../suppress/line-blocks.js";

/** A finding in a file, and the data with which a place for a comment is searched. */
export interface Site {
  readonly path: string;
  readonly tag: string | null;
  readonly lines: Lines;
  readonly blocks: LineBlocks;
  readonly finding: Finding;
  /** The line on which the finding begins, from 1. */
  readonly row: number;
}

/** A place where a file's syntax may allow a comment. */
export type Place =
  /** On a separate line above the line with the number `above`, after `lead`; with `gap`, an empty line follows the comment. */
  | { readonly above: number; readonly lead: string; readonly gap?: boolean }
  /** At an offset in a line with other text. */
  | { readonly at: number };

/** Returns the whitespace and the marks of a quote with which a line begins. */
export function leadOf({ blocks }: Site, row: number): string {
  return /^[ \t>]*/.exec(blocks.line(row))?.[0] ?? "";
}

/** Returns the text above a line. */
export function textAbove({ lines }: Site, row: number): string {
  return lines.text.slice(0, lines.bounds(row).start);
}

/** Whether a line continues the line above, which ends with a mark such as a backslash. */
export function isContinued({ blocks }: Site, row: number, mark = /\\[ \t]*$/): boolean {
  return row > 1 && mark.test(blocks.line(row - 1));
}

/** Returns the first of the lines that are joined by continuation marks. */
export function logicalStart(site: Site, row: number, mark?: RegExp): number {
  let first = row;
  while (isContinued(site, first, mark)) first--;
  return first;
}

/** Returns the offset of the end of a line, before trailing whitespace. */
export function endOf({ lines, blocks }: Site, row: number): number {
  return lines.bounds(row).start + blocks.line(row).trimEnd().length;
}
