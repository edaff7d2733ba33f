import type { Span } from "../model.js";
import { LONGEST_IN_PATTERN } from "../scan.js";

/** The first fence stands this early, or the text may be one whole file of another language. */
const HEAD = 4000;
const FENCE = /^[ \t>]*(?:`{3}|~{3})/m;

/** What ends code between marks that are neither fences nor elements of a page, or begins it: it may hold any line. */
const LISTINGS: readonly (readonly [holds: string, mark: RegExp])[] = [
  ["</", /<\/(?:(?:\w{1,20}:)?parameter|command|cmd|bash|shell|execute_bash|syntaxhighlight)\b/i],
  ["[/", /\[\/code\]/i],
  ["{", /\{(?:code|noformat)\}/i],
  ["{{{", /(?:^|>)[ \t]*\{\{\{/m],
  ["#+", /#\+end_/i],
  ["[", /^\[(?:source)?,/m],
  ["----", /(?<![^\n]\n)^-{4,}[ \t]*\n[ \t]*[^\s`~]/m],
  [".. ", /^[ \t]*\.\. [a-z-]+::/m],
];

/** Text is added to a file: what one block writes is a part of what another one writes. */
const APPENDS = /(?<!>)>>[ \t]*["']?[a-z.~/$]|\btee[ \t]+(?:-a|--append)\b/i;

/** Where a line begins a fence, an element whose blank lines do not end it, or is a heading between blank lines. */
const MARK = new RegExp(
  "^(?:(?<indent>[ \\t>]*)(?<fence>`{3,}(?![^\\n]*`)|~{3,})|[ \\t>]*<(?:(?<element>pre|script|style|textarea)\\b|(?<comment>!--))" +
    "|(?<=(?<![^])|\\n[ \\t\\r]*\\n)#{1,6}[ \\t][^\\n]*\\n(?=[ \\t\\r]*\\n))",
  "gim",
);

/** A script may go on behind a heading that is a comment of it: a here-document or a quoted program is not finished. */
const UNFINISHED = /<<|\s-\w*[ce][ \t]+["']/;

/** More columns before a fence than this may be those of an indented block, which goes on behind the fence. */
const INDENT = 3;

/**
 * Returns the parts of a Markdown text between which no value flows, in order: each fence, and what stands between two
 * fences or headings. No region extends from one part to another. One part where the text may be read as one file.
 * @param isFile whether a text whose fences stand far below is one file of another language
 */
export function independentParts(text: string, isFile: (text: string) => boolean): readonly Span[] {
  const whole: readonly Span[] = [[0, text.length]];
  const fence = text.search(FENCE);
  if (fence < 0 || holdsListing(text) || APPENDS.test(text)) return whole;
  if (fence > HEAD && isFile(text)) return whole;
  const parts: Span[] = [];
  let done = 0;
  const cut = (at: number): void => {
    if (at > done) parts.push([done, at]);
    done = Math.max(done, at);
  };
  let isUnfinished = false;
  let looked = 0;
  MARK.lastIndex = 0;
  for (let mark = MARK.exec(text); mark !== null; mark = MARK.exec(text)) {
    const { indent = "", fence, element, comment } = mark.groups ?? {};
    if (fence !== undefined) {
      if (fence.length > LONGEST_IN_PATTERN) return whole;
      const end = endOf(text, MARK.lastIndex, `^[ \\t>]*${fence}[\`~]*[ \\t\\r]*$`);
      // a fence that is never closed: another one was read wrongly, perhaps
      if (end === null) return whole;
      if (indent.length <= INDENT) {
        cut(mark.index);
        cut(end);
      }
      MARK.lastIndex = end;
    } else if (element !== undefined || comment !== undefined) {
      const end = endOf(text, MARK.lastIndex, comment === undefined ? `</${element ?? ""}` : "-->");
      if (end === null) return whole;
      MARK.lastIndex = end;
    } else {
      isUnfinished =
        (isUnfinished && looked > done) ||
        UNFINISHED.test(text.slice(Math.max(done, looked), mark.index));
      looked = mark.index;
      if (!isUnfinished) cut(mark.index);
    }
  }
  cut(text.length);
  return parts;
}

/** Returns whether a text may hold code between marks that are neither fences nor elements of a page. */
export function holdsListing(text: string): boolean {
  return LISTINGS.some(([holds, mark]) => text.includes(holds) && mark.test(text));
}

/** The end of what an expression finds behind a place; null if it finds nothing. */
function endOf(text: string, from: number, closing: string): number | null {
  const expression = new RegExp(closing, "gim");
  expression.lastIndex = from;
  return expression.test(text) ? expression.lastIndex : null;
}
