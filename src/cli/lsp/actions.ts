import type { Finding } from "../../core/index.js";
import type { Examined } from "../examine.js";
import type { Document } from "../input/documents.js";
import { Lines } from "../report/lines.js";
import { remedy } from "../report/remedy.js";
import { marksOf } from "../suppress/marks.js";
import { pageOf } from "../suppress/reach.js";
import type { Action } from "./port.js";

type Edit = Action["edits"][number];

/** A command of which nothing is lost where it is written as several: no option or variable but those that the safer way repeats. */
const PLAIN = /^(?:curl(?: +-[fsSL]+| +--(?:fail|silent|show-error|location|tlsv1\.[23]|proto +'?=https'?))*|wget(?: +-q?O *-| +-q| +--quiet)+) +(["']?)https?:\/\/[^\s"'|;&<>()]+\1(?: +-O *-)? *\| *(?:sudo +)?(?:\/[\w/]+\/)?(?:sh|bash|zsh|python3|node)(?: +-)?$/;
const REASON = "say here why it is fine";

/**
 * What may be done about a finding: the safer way in its place, and a comment that ignores it. Each is tried on the text first
 * and offered only where it does what it says.
 * @param examine what would be found in the changed text
 */
export function actionsFor(document: Document, finding: Finding, examine: (text: string) => Examined): Action[] {
  const before = examine(document.text);
  const offered: Action[] = [];
  const safer = saferEdit(document.text, finding);
  if (safer !== null && examine(apply(document.text, safer)).detection.spans.length < before.detection.spans.length) {
    offered.push({ title: "Download, look, compare, then run", preferred: true, edits: [safer] });
  }
  const comment = commentEdits(document, finding).find((edit) => examine(apply(document.text, edit)).ignored.length > before.ignored.length);
  if (comment !== undefined) offered.push({ title: `Ignore ${finding.rule} here, with a reason`, preferred: false, edits: [comment] });
  return offered;
}

function apply(text: string, { span: [start, end], text: put }: Edit): string {
  return text.slice(0, start) + put + text.slice(end);
}

/** The safer way, where the finding is a whole line by itself. */
function saferEdit(text: string, finding: Finding): Edit | null {
  const lines = new Lines(text);
  const row = lines.row(finding.span[0]);
  const { start, end } = lines.bounds(row);
  const lead = text.slice(start, finding.span[0]);
  const above = row === 1 ? "" : text.slice(lines.bounds(row - 1).start, lines.bounds(row - 1).end).trimEnd();
  const isWhole = /^[ \t]*$/.test(lead) && text.slice(finding.span[1], end).trim() === "" && !/(?:\\|&&|\|)$/.test(above);
  if (!isWhole || !PLAIN.test(finding.text)) return null;
  const safer = remedy(finding, text);
  return safer.length < 2 ? null : { span: finding.span, text: safer.join(`${lineEnd(text)}${lead}`) };
}

/** Places for the comment, the best first: in front of the block, of the line, and behind the line. */
function commentEdits(document: Document, { rule, span }: Finding): Edit[] {
  const { path, text, tag } = document;
  const [mark] = marksOf(path, tag);
  if (mark === undefined) return [];
  const [open, close] = mark;
  const comment = `${open.trimEnd()} curlew-ignore ${rule}: ${REASON}${close === null ? "" : ` ${close}`}`;
  const lines = new Lines(text);
  const page = pageOf(lines, path, tag);
  const row = lines.row(span[0]);
  const fence = Array.from({ length: row }, (_, i) => row - i).find((at) => (page.fenceEnd(at) ?? 0) >= row);
  const { end } = lines.bounds(row);
  return [
    ...(fence === undefined ? [] : [inFront(lines, fence, comment)]),
    ...Array.from({ length: Math.min(row, 40) }, (_, i) => inFront(lines, row - i, comment)),
    { span: [end, end], text: ` ${comment}` },
  ];
}

/** The comment on a line of its own, as far to the right as the line below, and in the same quote. */
function inFront(lines: Lines, row: number, comment: string): Edit {
  const { start, end } = lines.bounds(row);
  const lead = /^[ \t>]*/.exec(lines.text.slice(start, end))?.[0] ?? "";
  return { span: [start, start], text: `${lead}${comment}${lineEnd(lines.text)}` };
}

function lineEnd(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}
