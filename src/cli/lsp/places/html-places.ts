import { endOf, leadOf, type Place, type Site } from "./place.js";

/** The parts of a page that are not content: comments, scripts, tags, and template marks. */
const OTHER = new RegExp(
  [
    String.raw`<!--[^]*?(?:-->|$(?![^]))`,
    String.raw`<!\[CDATA\[[^]*?(?:\]\]>|$(?![^]))`,
    String.raw`<(script|style|textarea|title|xmp|noscript|iframe)\b[^]*?(?:<\/\1\s*>|$(?![^]))`,
    String.raw`<%[^]*?(?:%>|$(?![^]))`,
    String.raw`<\?[^]*?(?:\?>|$(?![^]))`,
    String.raw`\{\{[^]*?(?:\}\}|$(?![^]))`,
    String.raw`\{%[^]*?(?:%\}|$(?![^]))`,
    String.raw`<[/!a-zA-Z](?:"[^"]*(?:"|$(?![^]))|'[^']*(?:'|$(?![^]))|[^>"'])*>?`,
  ].join("|"),
  "gi",
);

/** Longer pages are not searched, because the user is waiting. */
const MOST_LENGTH = 256 * 1024;

/** Places in the content of a page: above the line, or at its end where each line of the text is shown. */
export function htmlPlaces(site: Site): Place[] {
  const { lines, row } = site;
  if (lines.text.length > MOST_LENGTH) return [];
  const { start } = lines.bounds(row);
  const end = endOf(site, row);
  const above = lines.text.slice(0, start).toLowerCase();
  const isShown = above.lastIndexOf("<pre") > above.lastIndexOf("</pre");
  return [
    ...(isShown || !isContent(lines.text, start) ? [] : [{ above: row, lead: leadOf(site, row) }]),
    ...(isContent(lines.text, end) ? [{ at: end }] : []),
  ];
}

function isContent(text: string, at: number): boolean {
  for (const { index, 0: found } of text.matchAll(OTHER)) {
    if (index >= at) return true;
    if (index + found.length > at) return false;
  }
  return true;
}
