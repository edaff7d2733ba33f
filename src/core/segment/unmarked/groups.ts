import { withoutHereDocuments } from "../../here-documents.js";
import { linesOf } from "../lines.js";
import { soundsLikeProse, withoutQuotations } from "../running/heads.js";

/** Lines without a blank one between them. */
export interface Group {
  readonly start: number;
  readonly end: number;
}

/** The groups of a text; what stands in a here-document belongs to none. */
export function groupsOf(whole: string): readonly Group[] {
  const text = withoutHereDocuments(whole);
  const groups: { start: number; end: number }[] = [];
  let isOpen = false;
  for (const line of linesOf(text)) {
    const isBlank = text.slice(line.start, line.end).trim() === "";
    if (isBlank) isOpen = false;
    else if (isOpen) (groups[groups.length - 1] ?? { end: 0 }).end = line.next;
    else groups.push({ start: line.start, end: line.next });
    isOpen ||= !isBlank;
  }
  return groups;
}

/** "Second:" on a line of its own; below a key of YAML stands its value. */
const LABEL = /^[A-Z][\w' ]{0,80}:[ \t]*\r?\n?$/;

/** Whether prose goes on with a group, or nothing at all. */
export function beginsSentence(text: string, group: Group | undefined): boolean {
  const lines = text.slice(group?.start, group?.end);
  return group === undefined || LABEL.test(lines) || isSentence(/^.*/.exec(lines)?.[0] ?? "");
}

export function isSentence(line: string): boolean {
  const ink = line.trimEnd();
  const isProse = soundsLikeProse(withoutQuotations(ink));
  if (/^(?:\d{1,2}[.)] |[-*] |> ?)?[A-Z][a-z']*[ ,]/.test(ink)) return isProse || /[.:!?]$|`[^`]+`/.test(ink);
  return isProse && /^[a-z]+ [a-z].*[.!?]$/.test(ink);
}
