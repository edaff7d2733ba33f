import type { Finding } from "../../core/index.js";
import type { Examined } from "../examine.js";
import type { Document } from "../input/documents.js";
import { applied, lineEnd, rewritingOf, type Edit } from "../fix/rewrite.js";
import { Lines } from "../report/lines.js";
import { marksOf } from "../suppress/marks.js";
import { pageOf } from "../suppress/reach.js";
import type { Action } from "./port.js";

/** Milliseconds after which no further place for a comment is tried: somebody waits for a menu. */
const MOST_MS = 3000;

const REASON = "say here why it is fine";

/**
 * What may be done about a finding: the safer way in its place, and a comment that ignores it. Each is tried on the text first
 * and offered only where it does what it says.
 * @param examine what would be found in the changed text
 */
export async function actionsFor(
  document: Document,
  finding: Finding,
  examine: (text: string) => Promise<Examined>,
): Promise<Action[]> {
  const end = Date.now() + MOST_MS;
  const before = await examine(document.text);
  const offered: Action[] = [];
  const safer = rewritingOf(document, finding);
  if (
    "edit" in safer &&
    (await examine(applied(document.text, safer.edit))).detection.findings.length <
      before.detection.findings.length
  ) {
    offered.push({
      title: "Download, look, compare, then run",
      preferred: true,
      edits: [safer.edit],
    });
  }
  for (const edit of commentEdits(document, finding)) {
    if (Date.now() > end) break;
    const after = await examine(applied(document.text, edit));
    if (after.ignored.length <= before.ignored.length) continue;
    const title = `Ignore ${finding.rule} here, with a reason`;
    return [...offered, { title, preferred: false, edits: [edit] }];
  }
  return offered;
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
  const fence = Array.from({ length: row }, (_, i) => row - i).find(
    (at) => (page.fenceEnd(at) ?? 0) >= row,
  );
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
