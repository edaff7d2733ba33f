import { leadOf, type Place, type Site } from "./place.js";

/** Above a paragraph of reStructuredText that is not indented; an empty line ends the comment. */
export function rstPlaces(site: Site): Place[] {
  const first = paragraphStart(site);
  return /^\S/.test(site.page.line(first)) ? [{ above: first, lead: "", gap: true }] : [];
}

/** Above a paragraph of AsciiDoc or Org that is in no block whose lines are shown as they are. */
export function plainMarkupPlaces(site: Site): Place[] {
  const { page } = site;
  const first = paragraphStart(site);
  let open: string | null = null;
  for (let at = 1; at < first; at++) {
    const line = page.line(at).trimEnd();
    const mark = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|`{3,}|\|===)$/.exec(line)?.[0];
    const begun = /^[ \t]*#\+(begin|end)_/i.exec(line)?.[1]?.toLowerCase();
    if (begun !== undefined) open = begun === "begin" ? "#+" : null;
    else if (mark !== undefined) open = open === null ? mark : open === mark ? null : open;
  }
  const isAttributed = first > 1 && /^(?:\[.*\]|\.\S.*)$/.test(page.line(first - 1));
  const isPlain = /^[^\s[.|*+-]/.test(page.line(first));
  return open === null && isPlain && !isAttributed
    ? [{ above: first, lead: leadOf(site, first) }]
    : [];
}

function paragraphStart({ page, row }: Site): number {
  let first = row;
  while (first > 1 && page.line(first - 1).trim() !== "") first--;
  return first;
}
