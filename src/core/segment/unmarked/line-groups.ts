import { withoutHereDocuments } from "../../lex/here-documents.js";
import { firstLine, linesOf, type TextRange } from "../../lex/lines.js";
import { soundsLikeProse, withoutQuotations } from "../running/command-or-prose.js";

/** Returns the groups of consecutive lines of a text that are not blank; here-documents count as blank lines. */
export function groupsOf(whole: string): readonly TextRange[] {
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

/** A label such as "Second:" on its own line; a YAML key has its value below it. */
const LABEL = /^[A-Z][\w' ]{0,80}:\s*$/;

/** Whether prose continues with a group, or the text ends. */
export function beginsSentence(text: string, group: TextRange | undefined): boolean {
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
