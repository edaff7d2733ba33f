import { endOf, leadOf, type Place, type Site } from "./place.js";

/** The parts of a page in which a comment is impossible: comments, raw text such as scripts, tags, and template expressions. */
const NOT_CONTENT = new RegExp(
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

/** Maximum length of a page in UTF-16 code units; longer ones are not searched, because the user is waiting. */
const MAX_LENGTH = 256 * 1024;

/** Returns the places in the content of a page: above the finding's line, except within `pre`, and at the end of that line. */
export function htmlPlaces(site: Site): Place[] {
  const { lines, row } = site;
  if (lines.text.length > MAX_LENGTH) return [];
  const { start } = lines.bounds(row);
  const end = endOf(site, row);
  const above = lines.text.slice(0, start).toLowerCase();
  const isPreformatted = above.lastIndexOf("<pre") > above.lastIndexOf("</pre");
  return [
    ...(isPreformatted || !isContent(lines.text, start)
      ? []
      : [{ above: row, lead: leadOf(site, row) }]),
    ...(isContent(lines.text, end) ? [{ at: end }] : []),
  ];
}

/** Whether a comment can be inserted at an offset. */
function isContent(text: string, at: number): boolean {
  for (const { index, 0: found } of text.matchAll(NOT_CONTENT)) {
    if (index >= at) return true;
    if (index + found.length > at) return false;
  }
  return true;
}
