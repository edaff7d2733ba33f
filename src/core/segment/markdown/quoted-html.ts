import type { BlockContext, BlockParser, Element } from "@lezer/markdown";

/** Matches a line that begins an HTML block which a blank line ends: a tag of a block element, or any tag alone on a line. */
const ELEMENT_LINE = new RegExp(
  "^<(?!(?:script|pre|style|textarea)[\\s>])(?:/?(?:address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details" +
    "|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|nav|ol" +
    "|option|p|param|section|source|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\\s|/?>|$)" +
    "|/?[a-z][\\w-]{0,40}(?:\\s[^<>]{0,400})?>\\s*$)",
  "i",
);

/** The rest of a line of a quotation, without the marks. */
const QUOTED = /^[ \t]*>(?:[ \t]*>)*[ \t]*(\S?)/;

/** Ends HTML in a quotation at a blank line of the quotation; the library's own parser ends it only where the quotation ends. */
export const quotedHtml: BlockParser = {
  name: "QuotedHtml",
  before: "HTMLBlock",
  parse(cx: BlockContext, line) {
    // the quotation may contain a list that contains the HTML
    const isQuoted = line.text.slice(0, line.pos).includes(">");
    if (!isQuoted || !ELEMENT_LINE.test(line.text.slice(line.pos))) return false;
    const start = cx.lineStart + line.pos;
    const marks: Element[] = [];
    while (QUOTED.exec(cx.peekLine())?.[1] && cx.nextLine()) marks.push(...line.markers);
    cx.nextLine();
    cx.addElement(cx.elt("HTMLBlock", start, cx.prevLineEnd(), marks));
    return true;
  },
};
