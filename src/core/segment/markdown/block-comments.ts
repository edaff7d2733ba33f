import { insideAny } from "../../text-search.js";
import { fencesOf } from "./fences.js";

/** An AsciiDoc block comment, and marks that show that a text is AsciiDoc: in Markdown the comment marks are text. */
const ASCIIDOC_COMMENT = /^(\/{4,})([ \t]*\n(?:.*\n){0,200}?)\1(?=[ \t]*$)/gm;
const ASCIIDOC = /^(?:={1,6} \S|:[\w-]{1,40}:(?: |$)|\[(?:source|NOTE|TIP|WARNING)\b|include::)/m;
/** An Org block comment. */
const ORG_COMMENT =
  /^([ \t]*)(#\+begin_comment)([ \t]*\n(?:.*\n){0,200}?[ \t]*)(#\+end_comment)/gim;

/** Replaces block comments of AsciiDoc and Org by HTML comments of the same length. */
export function withComments(text: string): string {
  const isAsciiDoc = text.includes("////") && ASCIIDOC.test(text);
  if (!isAsciiDoc && !/#\+begin_comment/i.test(text)) return text;
  const isInFence = insideAny(fencesOf(text));
  const spelled = (mark: string, length: number): string => mark.padEnd(length);
  const asciidoc = (all: string, mark: string, body: string, at: number): string =>
    isInFence(at) ? all : spelled("<!--", mark.length) + body + spelled("-->", mark.length);
  const org = (
    all: string,
    indent: string,
    open: string,
    body: string,
    close: string,
    at: number,
  ): string =>
    isInFence(at)
      ? all
      : indent + spelled("<!--", open.length) + body + spelled("-->", close.length);
  const read = isAsciiDoc ? text.replace(ASCIIDOC_COMMENT, asciidoc) : text;
  return read.replace(ORG_COMMENT, org);
}
