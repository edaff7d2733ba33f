import { htmlPlaces } from "./html-places.js";
import { endOf, leadOf, type Place, type Site } from "./place.js";

const LIST_ITEM = /^[ \t>]*(?:[-*+]|\d+[.)])[ \t]/;
const HEADING = /^[ \t>]*#{1,6}[ \t]/;
const TABLE_ROW = /^[ \t>]*\|/;
/** Maximum length of a paragraph that is searched for inline code, in UTF-16 code units. */
const MAX_LENGTH = 20_000;
const BLOCK_START = /^[ \t>]*(?:[-*+][ \t]|\d+[.)][ \t]|#{1,6}[ \t]|<!--|\||`{3}|~{3})/;

/** Returns the places in Markdown where a comment does not change the shown text: above a fence or paragraph, or at the end of a line. */
export function markdownPlaces(site: Site): Place[] {
  const { blocks, row, finding } = site;
  if (row <= frontMatterEnd(site)) return [];
  const fence = fenceAround(site);
  if (fence !== null)
    return LIST_ITEM.test(blocks.line(fence)) ? [] : [{ above: fence, lead: leadOf(site, fence) }];
  if (finding.snippet.kind === "indented") return aboveIndented(site);
  if (finding.snippet.kind === "html") return htmlPlaces(site);
  const line = blocks.line(row);
  if (TABLE_ROW.test(line)) return inLastCell(site);
  const first = blockStart(site);
  const isListItem = LIST_ITEM.test(blocks.line(first));
  const beginsBlock = first === 1 || endsBlock(blocks.line(first - 1));
  return [
    ...(beginsBlock && !isListItem ? [{ above: first, lead: leadOf(site, first) }] : []),
    ...atLineEnd(site, first),
  ];
}

function isBlank(line: string): boolean {
  return /^[ \t>]*$/.test(line);
}

/** Whether a line ends the block of the lines above: an empty line or a heading. */
function endsBlock(line: string): boolean {
  return isBlank(line) || HEADING.test(line);
}

/** Returns the last line of the YAML front matter; 0 if there is none. */
function frontMatterEnd({ blocks }: Site): number {
  if (blocks.line(1).trimEnd() !== "---") return 0;
  for (let at = 2; at <= blocks.count; at++)
    if (/^(?:---|\.\.\.)[ \t]*$/.test(blocks.line(at))) return at;
  return 0;
}

/** Returns the line that opens the fence around the finding; null if there is none. */
function fenceAround({ blocks, row }: Site): number | null {
  for (let at = 1; at <= row; at++) {
    const end = blocks.fenceEnd(at);
    if (end === null) continue;
    if (end >= row) return at;
    at = end;
  }
  return null;
}

function blockStart({ blocks, row }: Site): number {
  let first = row;
  while (first > 1 && !BLOCK_START.test(blocks.line(first)) && !endsBlock(blocks.line(first - 1)))
    first--;
  return first;
}

/** Returns the place above an indented code block; none in a list. */
function aboveIndented({ blocks, row }: Site): Place[] {
  let first = row;
  while (first > 1 && /^(?: {4}|\t)|^[ \t]*$/.test(blocks.line(first - 1))) first--;
  const above = first > 1 ? blocks.line(first - 1) : "";
  if (LIST_ITEM.test(above)) return [];
  while (first < row && isBlank(blocks.line(first))) first++;
  return [{ above: first, lead: "", gap: true }];
}

/** Returns the place at the end of a row's last cell: a comment on a separate line or in another cell would change the table. */
function inLastCell(site: Site): Place[] {
  const { blocks, row, lines } = site;
  const line = blocks.line(row).trimEnd();
  const isClosed = line.endsWith("|") && !line.endsWith("\\|");
  const cell = isClosed ? line.slice(0, -1).trimEnd() : line;
  return [{ at: lines.bounds(row).start + cell.length }];
}

/** Returns the place at the end of the finding's line, before a hard line break; none if inline code continues on the next line. */
function atLineEnd(site: Site, first: number): Place[] {
  const { lines, blocks, row } = site;
  const start = lines.bounds(first).start;
  const end = endOf(site, row);
  const beforeBreak = blocks.line(row).endsWith("\\") ? end - 1 : end;
  if (beforeBreak - start > MAX_LENGTH) return [];
  const withoutCode = lines.text
    .slice(start, beforeBreak)
    .replace(/(`+)[^`](?:[^`]|(?!\1)`)*?\1(?!`)/g, "");
  return withoutCode.includes("`") ? [] : [{ at: beforeBreak }];
}
