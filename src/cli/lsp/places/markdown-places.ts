import { htmlPlaces } from "./html-places.js";
import { endOf, leadOf, type Place, type Site } from "./place.js";

const LIST_ITEM = /^[ \t>]*(?:[-*+]|\d+[.)])[ \t]/;
const HEADING = /^[ \t>]*#{1,6}[ \t]/;
const TABLE_ROW = /^[ \t>]*\|/;
/** Longer paragraphs are not searched for the ends of their code. */
const MOST_LENGTH = 20_000;
const BLOCK_START = /^[ \t>]*(?:[-*+][ \t]|\d+[.)][ \t]|#{1,6}[ \t]|<!--|\||`{3}|~{3})/;

/** Places in Markdown: above a fence or a paragraph, else at the end of the line, where nothing that is shown changes. */
export function markdownPlaces(site: Site): Place[] {
  const { page, row, finding } = site;
  if (row <= frontMatterEnd(site)) return [];
  const fence = fenceAround(site);
  if (fence !== null)
    return LIST_ITEM.test(page.line(fence)) ? [] : [{ above: fence, lead: leadOf(site, fence) }];
  if (finding.snippet.kind === "indented") return aboveIndented(site);
  if (finding.snippet.kind === "html") return htmlPlaces(site);
  const line = page.line(row);
  if (TABLE_ROW.test(line)) return inLastCell(site);
  const first = blockStart(site);
  const isOfItem = LIST_ITEM.test(page.line(first));
  const begins = first === 1 || endsBlock(page.line(first - 1));
  return [
    ...(begins && !isOfItem ? [{ above: first, lead: leadOf(site, first) }] : []),
    ...after(site, first),
  ];
}

function isBlank(line: string): boolean {
  return /^[ \t>]*$/.test(line);
}

/** Whether nothing below a line belongs to it. */
function endsBlock(line: string): boolean {
  return isBlank(line) || HEADING.test(line);
}

/** Returns the last line of the YAML at the beginning; 0 if there is none. */
function frontMatterEnd({ page }: Site): number {
  if (page.line(1).trimEnd() !== "---") return 0;
  for (let at = 2; at <= page.count; at++)
    if (/^(?:---|\.\.\.)[ \t]*$/.test(page.line(at))) return at;
  return 0;
}

/** Returns the line that opens the fence around the finding. */
function fenceAround({ page, row }: Site): number | null {
  for (let at = 1; at <= row; at++) {
    const end = page.fenceEnd(at);
    if (end === null) continue;
    if (end >= row) return at;
    at = end;
  }
  return null;
}

function blockStart({ page, row }: Site): number {
  let first = row;
  while (first > 1 && !BLOCK_START.test(page.line(first)) && !endsBlock(page.line(first - 1)))
    first--;
  return first;
}

/** Above a block that is indented as code is, outside lists. */
function aboveIndented({ page, row }: Site): Place[] {
  let first = row;
  while (first > 1 && /^(?: {4}|\t)|^[ \t]*$/.test(page.line(first - 1))) first--;
  const above = first > 1 ? page.line(first - 1) : "";
  if (LIST_ITEM.test(above)) return [];
  while (first < row && isBlank(page.line(first))) first++;
  return [{ above: first, lead: "", gap: true }];
}

/** Inside the last cell: its own line, or a further cell, would end the table or change it. */
function inLastCell(site: Site): Place[] {
  const { page, row, lines } = site;
  const line = page.line(row).trimEnd();
  const isClosed = line.endsWith("|") && !line.endsWith("\\|");
  const cell = isClosed ? line.slice(0, -1).trimEnd() : line;
  return [{ at: lines.bounds(row).start + cell.length }];
}

/** At the end of the line, before a hard line break, and outside code that continues on the next line. */
function after(site: Site, first: number): Place[] {
  const { lines, page, row } = site;
  const start = lines.bounds(first).start;
  const end = endOf(site, row);
  const broken = page.line(row).endsWith("\\") ? end - 1 : end;
  if (broken - start > MOST_LENGTH) return [];
  const shown = lines.text.slice(start, broken).replace(/(`+)[^`](?:[^`]|(?!\1)`)*?\1(?!`)/g, "");
  return shown.includes("`") ? [] : [{ at: broken }];
}
