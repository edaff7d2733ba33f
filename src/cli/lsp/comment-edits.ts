import type { Finding } from "../../core/index.js";
import type { Detector } from "../context.js";
import { lineEnd, type Edit } from "../fix/rewrite.js";
import type { Document } from "../input/documents.js";
import { Lines } from "../report/lines.js";
import { marksOf } from "../suppress/comment-marks.js";
import { lineBlocksOf } from "../suppress/line-blocks.js";
import { placesOf, type Place } from "./comment-places/index.js";

const REASON = "reason why this is safe";

/**
 * Returns the edits that insert a comment that ignores a finding, the most preferable first; empty if the language has no comments or
 * allows none near the finding. If the language has a grammar, edits that the grammar does not parse as a comment are omitted.
 */
export function commentEdits(
  { path, text, tag }: Document,
  finding: Finding,
  { takesComment }: Pick<Detector, "takesComment">,
): Edit[] {
  const [mark] = marksOf(path, tag);
  if (mark === undefined) return [];
  const [open, close] = mark;
  const comment = `${open.trimEnd()} curlew-ignore ${finding.rule}: ${REASON}${close === null ? "" : ` ${close}`}`;
  const lines = new Lines(text);
  const site = {
    path,
    tag,
    lines,
    blocks: lineBlocksOf(lines, path, tag),
    finding,
    row: lines.row(finding.span[0]),
  };
  // null if the language has no grammar
  const isComment = (edit: Edit): boolean | null =>
    tag === null ? null : takesComment(text, tag, { at: edit.span[0], text: edit.text });
  const [first] = placesOf(site, true);
  const hasGrammar = first !== undefined && isComment(editOf(first, lines, comment)) !== null;
  return placesOf(site, hasGrammar)
    .map((place) => editOf(place, lines, comment))
    .filter((edit) => isComment(edit) !== false);
}

function editOf(place: Place, lines: Lines, comment: string): Edit {
  if ("at" in place) return { span: [place.at, place.at], text: ` ${comment}` };
  const { start } = lines.bounds(place.above);
  const end = lineEnd(lines.text);
  return {
    span: [start, start],
    text: `${place.lead}${comment}${end}${place.gap === true ? end : ""}`,
  };
}
