import { marksOfTag } from "../../../core/index.js";
import { isOpen } from "../../fix/open-marks.js";
import { endOf, leadOf, logicalStart, textAbove, type Place, type Site } from "./place.js";

/** Places in a program: above the finding's line, and at its end. The grammar, if there is one, rejects wrong ones. */
export function codePlaces(site: Site): Place[] {
  const mark = site.tag === "powershell" ? /(?:`|\|[ \t]*)$/ : undefined;
  const first = logicalStart(site, site.row, mark);
  return [{ above: first, lead: leadOf(site, first) }, { at: endOf(site, site.row) }];
}

/** Returns the places in a program of a language without a grammar that are outside multi-line strings. */
export function untreedPlaces(site: Site): Place[] {
  const first = logicalStart(site, site.row);
  const above = textAbove(site, first);
  return isInString(above, site.tag ?? "") || isOpenHere(above)
    ? []
    : [{ above: first, lead: leadOf(site, first) }];
}

/** The same for shells without a grammar. */
export function shellPlaces(site: Site): Place[] {
  const first = logicalStart(site, site.row);
  return isOpen(textAbove(site, first)) ? [] : [{ above: first, lead: leadOf(site, first) }];
}

const LONG = /"""[^]*?"""|'''[^]*?'''|"(?:\\[^]|[^"\\])*"|`[^`]*`/g;

/** Whether a string that began above has not ended; anything that looks like one counts. */
function isInString(above: string, tag: string): boolean {
  const { line, block } = marksOfTag(tag).comments;
  const code = above
    .split("\n")
    .map((each) => withoutComment(each, line))
    .join("\n");
  const rest = block
    .filter(({ close }) => close !== "")
    .reduce((text, { open, close }) => withoutBlocks(text, open, close), code)
    .replace(LONG, "");
  return /"|`|'''|''/.test(rest) || block.some(({ open }) => rest.includes(open));
}

/** Returns a line without the comment at its end, if no quotation mark precedes it. */
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

/** Whether a here-document that began above has not ended. */
export function isOpenHere(above: string): boolean {
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
