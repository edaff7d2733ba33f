import { marksOfTag } from "../../../core/index.js";
import { isOpen } from "../../fix/unclosed-quotes.js";
import { endOf, leadOf, logicalStart, textAbove, type Place, type Site } from "./place.js";

/** Returns the places in a program: above the finding's line, and at the end of that line. The caller checks them with the grammar. */
export function codePlaces(site: Site): Place[] {
  const mark = site.tag === "powershell" ? /(?:`|\|[ \t]*)$/ : undefined;
  const first = logicalStart(site, site.row, mark);
  return [{ above: first, lead: leadOf(site, first) }, { at: endOf(site, site.row) }];
}

/** Returns the place above the finding in a language without a grammar; none within a multi-line string or a here-document. */
export function placesWithoutGrammar(site: Site): Place[] {
  const first = logicalStart(site, site.row);
  const above = textAbove(site, first);
  return isInString(above, site.tag ?? "") || isInHereDocument(above)
    ? []
    : [{ above: first, lead: leadOf(site, first) }];
}

/** Returns the place above the finding in a shell without a grammar; none within quotes, parentheses or a here-document. */
export function shellPlaces(site: Site): Place[] {
  const first = logicalStart(site, site.row);
  return isOpen(textAbove(site, first)) ? [] : [{ above: first, lead: leadOf(site, first) }];
}

/** Strings that may contain line breaks. */
const STRING = /"""[^]*?"""|'''[^]*?'''|"(?:\\[^]|[^"\\])*"|`[^`]*`/g;

/**
 * Whether a line may be inside a string or block comment that begins above it. Text that only looks like an open string counts, too.
 * @param above the text above the line
 */
function isInString(above: string, tag: string): boolean {
  const { line, block } = marksOfTag(tag).comments;
  const code = above
    .split("\n")
    .map((each) => withoutComment(each, line))
    .join("\n");
  const rest = block
    .filter(({ close }) => close !== "")
    .reduce((text, { open, close }) => withoutBlocks(text, open, close), code)
    .replace(STRING, "");
  return /"|`|'''|''/.test(rest) || block.some(({ open }) => rest.includes(open));
}

/** Returns a line without the comment at its end; the comment remains if a quotation mark precedes it. */
function withoutComment(line: string, marks: readonly { readonly open: string }[]): string {
  const starts = marks.map(({ open }) => line.indexOf(open)).filter((at) => at >= 0);
  const at = Math.min(...starts);
  return starts.length > 0 && !/["`']/.test(line.slice(0, at)) ? line.slice(0, at) : line;
}

function withoutBlocks(text: string, open: string, close: string): string {
  const kept: string[] = [];
  for (let from = 0; ; ) {
    const start = text.indexOf(open, from);
    const end = start < 0 ? -1 : text.indexOf(close, start + open.length);
    if (end < 0) return kept.concat(text.slice(from)).join("");
    kept.push(text.slice(from, start));
    from = end + close.length;
  }
}

/** Whether the line after a text is inside a here-document. */
export function isInHereDocument(above: string): boolean {
  let open: string | null = null;
  for (const line of above.split("\n")) {
    if (open !== null) {
      if (line.trim() === open) open = null;
    } else {
      open = /<<[-~]?[ \t]*["'\\]?([A-Za-z_]\w*)/.exec(line)?.[1] ?? null;
    }
  }
  return open !== null;
}
