import type { Finding } from "../../../core/index.js";
import type { Lines } from "../../report/lines.js";
import type { LineBlocks } from "../../suppress/line-blocks.js";

/** A file with a finding, as the rules that look for places of comments need it. */
export interface Site {
  readonly path: string;
  readonly tag: string | null;
  readonly lines: Lines;
  readonly page: LineBlocks;
  readonly finding: Finding;
  /** The line on which the finding begins, from 1. */
  readonly row: number;
}

/** A place where a file's syntax may allow a comment. */
export type Place =
  /** On a separate line above a line; `gap` adds an empty line between them. */
  | { readonly above: number; readonly lead: string; readonly gap?: boolean }
  /** On a line with other text, at an offset of the text. */
  | { readonly at: number };

/** Returns the blanks, and the marks of a quote, with which a line begins. */
export function leadOf({ page }: Site, row: number): string {
  return /^[ \t>]*/.exec(page.line(row))?.[0] ?? "";
}

/** Returns the text above a line. */
export function textAbove({ lines }: Site, row: number): string {
  return lines.text.slice(0, lines.bounds(row).start);
}

/** Whether the line above ends with a mark that continues it. */
export function isContinued({ page }: Site, row: number, mark = /\\[ \t]*$/): boolean {
  return row > 1 && mark.test(page.line(row - 1));
}

/** Returns the first line of the line with its continuations. */
export function logicalStart(site: Site, row: number, mark?: RegExp): number {
  let first = row;
  while (isContinued(site, first, mark)) first--;
  return first;
}

/** Returns the end of a line without the blanks there. */
export function endOf({ lines, page }: Site, row: number): number {
  return lines.bounds(row).start + page.line(row).trimEnd().length;
}
