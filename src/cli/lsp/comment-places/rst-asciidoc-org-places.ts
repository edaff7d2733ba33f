import { leadOf, type Place, type Site } from "./place.js";

/** Returns the place above a paragraph of reStructuredText, with an empty line after the comment; none if the paragraph is indented. */
export function rstPlaces(site: Site): Place[] {
  const first = paragraphStart(site);
  return /^\S/.test(site.blocks.line(first)) ? [{ above: first, lead: "", gap: true }] : [];
}

/** Returns the place above a paragraph of AsciiDoc or Org; none in a delimited block or a list, or below block attributes or a title. */
export function plainMarkupPlaces(site: Site): Place[] {
  const { blocks } = site;
  const first = paragraphStart(site);
  let open: string | null = null;
  for (let at = 1; at < first; at++) {
    const line = blocks.line(at).trimEnd();
    const mark = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|`{3,}|\|===)$/.exec(line)?.[0];
    const keyword = /^[ \t]*#\+(begin|end)_/i.exec(line)?.[1]?.toLowerCase();
    if (keyword !== undefined) open = keyword === "begin" ? "#+" : null;
    else if (mark !== undefined) open = open === null ? mark : open === mark ? null : open;
  }
  const hasAttributes = first > 1 && /^(?:\[.*\]|\.\S.*)$/.test(blocks.line(first - 1));
  const isPlain = /^[^\s[.|*+-]/.test(blocks.line(first));
  return open === null && isPlain && !hasAttributes
    ? [{ above: first, lead: leadOf(site, first) }]
    : [];
}

function paragraphStart({ blocks, row }: Site): number {
  let first = row;
  while (first > 1 && blocks.line(first - 1).trim() !== "") first--;
  return first;
}
