import { familyOf, tagOf, type Family } from "../languages/index.js";
import { FENCE } from "../lex/lines.js";
import type { Span } from "../model.js";
import { MAX_LENGTH_IN_PATTERN } from "../scan.js";

/** If the first fence begins after this offset, the text may be one file of another language. */
const HEAD = 4000;

/** Marks, other than fences and HTML elements, that begin or end code. Such code may contain any line. */
const LISTINGS: readonly (readonly [hint: string, mark: RegExp])[] = [
  ["</", /<\/(?:(?:\w{1,20}:)?parameter|command|cmd|bash|shell|execute_bash|syntaxhighlight)\b/i],
  ["[/", /\[\/code\]/i],
  ["{", /\{(?:code|noformat)\}/i],
  ["{{{", /(?:^|>)[ \t]*\{\{\{/m],
  ["#+", /#\+end_/i],
  ["[source,", /^\[source,/m],
  ["[,", /^\[,/m],
  ["----", /(?<![^\n]\n)^-{4,}[ \t]*\n[ \t]*[^\s`~]/m],
  [".. ", /^[ \t]*\.\. [a-z-]+::/m],
];

/** Matches commands that append to a file: several blocks of the document may write parts of it. */
const APPENDS = /(?<!>)>>[ \t]*["']?[a-z.~/$]|\btee[ \t]+(?:-a|--append)\b/i;

/** Matches the beginning of a fence, of an element that blank lines do not end, or of a comment, or a heading between blank lines. */
const MARK = new RegExp(
  "^(?:(?<indent>[ \\t>]*)(?<fence>`{3,}(?![^\\n]*`)|~{3,})|[ \\t>]*<(?:(?<element>pre|script|style|textarea)\\b|(?<comment>!--))" +
    "|(?<=(?<![^])|\\n[ \\t\\r]*\\n)#{1,6}[ \\t][^\\n]*\\n(?=[ \\t\\r]*\\n))",
  "gim",
);

/** Matches the language of a fence, after its mark; no fence that closes another has one. */
const INFO = /^[`~]*[ \t]{0,4}[{.]?[a-z]/i;

/** The beginning of a here-document or a quoted program, which may continue after a heading that is really a comment. */
const UNFINISHED = /<<|\s-\w*[ce][ \t]+["']/;

/** Maximum indentation of a fence that is a separate part; a fence with more may be in a list that continues below it. */
const MAX_FENCE_INDENT = 3;

/**
 * Returns the parts of a Markdown text between which no value flows, in order: each fence, and the text between two fences or
 * headings. No region extends from one part to another. Returns the whole text as one part if it has no fence, if it may be read as one
 * file, if it may contain a listing of another format, if it appends to a file, or if a fence or an element is never closed.
 * @param isFile tests whether a text whose first fence is far from its beginning is one file of another language
 */
export function independentParts(text: string, isFile: (text: string) => boolean): readonly Span[] {
  const whole: readonly Span[] = [[0, text.length]];
  const fence = text.search(FENCE);
  if (fence < 0 || hasListing(text) || APPENDS.test(text)) return whole;
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
      if (fence.length > MAX_LENGTH_IN_PATTERN) return whole;
      const closed = endOf(text, MARK.lastIndex, `^[ \\t>]*${fence}[\`~]*[ \\t\\r]*$`);
      // a fence that is never closed: without a language, it may close another one that was read wrongly
      if (closed === null && !INFO.test(text.slice(MARK.lastIndex, MARK.lastIndex + 40)))
        return whole;
      const end = closed ?? text.length;
      if (indent.length <= MAX_FENCE_INDENT) {
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

/** The families of languages in which a block defines nothing for the shell blocks of its document. */
const DEFINE_NOTHING: ReadonlySet<Family> = new Set(["javascript", "python", "other"]);

/** Matches the end of a prompt. */
const PROMPT = /(?<![=-])[$#%>❯] /;

/** Whether a part may define something for the shell blocks of other parts, judged by the language of its fence. */
export function mayDefine(part: string): boolean {
  const info = /^[ \t>]*(?:`{3,}|~{3,})([^\n]*)/.exec(part)?.[1];
  const tag = info === undefined ? null : tagOf(info);
  // an interactive session may be among the commands of a shell
  return tag === null || !DEFINE_NOTHING.has(familyOf(tag)) || PROMPT.test(part);
}

/** Whether a text may contain code between marks that are neither fences nor HTML elements. */
export function hasListing(text: string): boolean {
  return LISTINGS.some(([hint, mark]) => text.includes(hint) && mark.test(text));
}

/** Returns the offset after the first match at or after an offset; null if there is none. */
function endOf(text: string, from: number, closing: string): number | null {
  const expression = new RegExp(closing, "gim");
  expression.lastIndex = from;
  return expression.test(text) ? expression.lastIndex : null;
}
