import { withoutHereDocuments } from "../../lex/here-documents.js";
import { firstLine, linesOf, type Stretch } from "../../lex/lines.js";
import { soundsLikeProse, withoutQuotations } from "../running/command-or-prose.js";

/** The groups of a text, lines without a blank one between them; the lines of a here-document belong to none. */
export function groupsOf(whole: string): readonly Stretch[] {
  const text = withoutHereDocuments(whole);
  const groups: { start: number; end: number }[] = [];
  for (const line of linesOf(text)) {
    const last = groups[groups.length - 1];
    if (text.slice(line.start, line.end).trim() === "") continue;
    if (last?.end === line.start) last.end = line.next;
    else groups.push({ start: line.start, end: line.next });
  }
  return groups;
}

/** "Second:" on its own line; below a key of YAML stands its value. */
const LABEL = /^[A-Z][\w' ]{0,80}:\s*$/;

/** Whether prose goes on with a group, or nothing at all. */
export function beginsSentence(text: string, group: Stretch | undefined): boolean {
  const lines = text.slice(group?.start, group?.end);
  return group === undefined || LABEL.test(lines) || isSentence(firstLine(lines));
}

export function isSentence(line: string): boolean {
  const isBegun = /^(?:\d{1,2}[.)] |[-*] |> ?)?[A-Z][a-z']*[ ,]/.test(line);
  return (
    isBegun &&
    (soundsLikeProse(withoutQuotations(line)) ||
      [".", ":", "!", "?"].some((stop) => line.trimEnd().endsWith(stop)))
  );
}
