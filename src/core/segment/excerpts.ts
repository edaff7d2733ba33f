import { withoutHereDocuments } from "../here-documents.js";
import { linesOf } from "./lines.js";
import type { Tools } from "./tools.js";
import { NESTED_KEY, wholeFileTag } from "./whole-file.js";
import { soundsLikeProse, withoutQuotations } from "./words.js";

/** A file, or a part of one, that stands among sentences without any marks. */
export interface Excerpt {
  readonly start: number;
  readonly end: number;
  readonly tag: string;
}

/** Lines without a blank one between them. */
interface Group {
  readonly start: number;
  readonly end: number;
}

/** So many places are tried, in texts of so many characters: answers are shorter, and long ones mark their code. */
const MOST_TRIED = 20;
const LONGEST = 64 * 1024;

/** Whether a file is read as what it is without this: a page, a script whose first line is a command, a flat mapping. */
function isKnownElsewhere(tag: string, part: string): boolean {
  return tag === "html" || (tag === "shell" && !part.startsWith("#!")) || (tag === "yaml" && !NESTED_KEY.test(part));
}

/** "Use this Dockerfile:", "src/main.go:" directly above a file. */
const LEAD = /^(?:[A-Z*]\S*(?: .*)?|[\w./-]+\.\w+):[ \t]*\r?\n/;

/** The files that a text without any fence shows, each below a sentence and up to the next one. */
export function* excerpts(text: string, { out, heads }: Tools): Generator<Excerpt> {
  if (text.length > LONGEST || /^[ \t>]*(?:`{3}|~{3})/m.test(text) || !out.mentions(text)) return;
  // no file begins or ends inside a here-document
  const groups = groupsOf(withoutHereDocuments(text));
  let tried = 0;
  for (let at = 0; at < groups.length && tried < MOST_TRIED; at++) {
    const group = groups[at];
    if (group === undefined) break;
    const start = group.start + (LEAD.exec(text.slice(group.start, group.end))?.[0].length ?? 0);
    if (start === group.end || !beginsFile(text.slice(start, group.end))) continue;
    let last = at;
    while (!beginsSentence(text, groups[last + 1])) last++;
    const end = groups[last]?.end ?? group.end;
    const part = text.slice(start, end);
    if (!part.includes("\n") || !out.mentions(part)) continue;
    tried++;
    const tag = wholeFileTag(part, heads);
    if (tag === null || isKnownElsewhere(tag, part)) continue;
    yield { start, end, tag };
    at = last;
  }
}

function groupsOf(text: string): readonly Group[] {
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

/** A line at the margin that is no sentence. */
function beginsFile(part: string): boolean {
  const first = /^.*/.exec(part)?.[0] ?? "";
  return /^[^\s>`|]/.test(first) && !first.includes("`") && !isSentence(first);
}

/** "Second:" on a line of its own; below a key of YAML stands its value. */
const LABEL = /^[A-Z][\w' ]{0,80}:[ \t]*\r?\n?$/;

/** Whether prose goes on with a group, or nothing at all. */
function beginsSentence(text: string, group: Group | undefined): boolean {
  const lines = text.slice(group?.start, group?.end);
  return group === undefined || LABEL.test(lines) || isSentence(/^.*/.exec(lines)?.[0] ?? "");
}

function isSentence(line: string): boolean {
  const ink = line.trimEnd();
  if (/^(?:\d{1,2}[.)] |[-*] |> ?)?[A-Z][a-z']*[ ,]/.test(ink)) return /[.:!?]$|`[^`]+`/.test(ink) || soundsLikeProse(withoutQuotations(ink));
  return /^[a-z]+ [a-z].*[.!?]$/.test(ink) && soundsLikeProse(withoutQuotations(ink));
}
