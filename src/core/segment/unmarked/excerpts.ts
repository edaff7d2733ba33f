import { beginsSentence, groupsOf, isSentence, type Group } from "./groups.js";
import { promptLength } from "../running/prompts.js";
import type { Tools } from "../tools.js";
import { COMMENTED_ON, wholeFileTag } from "./guess.js";
import type { Heads } from "../running/heads.js";

/** A file, or a part of one, that stands among sentences without any marks. */
export interface Excerpt {
  readonly start: number;
  readonly end: number;
  readonly tag: string;
}

/** So many places are tried, in texts of so many characters: answers are shorter, and long ones mark their code. */
const MOST_TRIED = 20;
const LONGEST = 64 * 1024;
const SENTENCE_BELOW = /\n[A-Z][a-z]+ (?:[^\n`]* )?`[^`\n]+`/;
/** As much of a line as is read to tell what it is. */
const LOOK = 400;

/** "Use this Dockerfile:", "src/main.go:" directly above a file. */
const LEAD = /^(?:[A-Z*]\S*(?: .*)?|[\w./-]+\.\w+):[ \t]*\r?\n/;

/** The files that a text without any fence shows, each below a sentence and up to the next one. */
export function* excerpts(text: string, { out, heads }: Tools): Generator<Excerpt> {
  if (text.length > LONGEST || /^[ \t>]*(?:`{3}|~{3})/m.test(text) || !out.mentions(text)) return;
  const groups = groupsOf(text);
  let tried = 0;
  for (let at = 0; at < groups.length && tried < MOST_TRIED; at++) {
    const group = groups[at];
    if (group === undefined) break;
    const start = group.start + (LEAD.exec(text.slice(group.start, group.end))?.[0].length ?? 0);
    if (start === group.end || !beginsFile(text.slice(start, group.end), heads)) continue;
    let last = at;
    while (!endsFile(text, groups[last + 1])) last++;
    const end = groups[last]?.end ?? group.end;
    const part = text.slice(start, end);
    if (!out.mentions(part)) {
      // nor does a shorter part of it
      at = last;
      continue;
    }
    if (!part.includes("\n")) continue;
    tried++;
    const tag = wholeFileTag(part, heads);
    if (tag === null) continue;
    // "Then install it with `…`.": a sentence directly below the last line of a file
    const below = COMMENTED_ON.has(tag) ? part.search(SENTENCE_BELOW) : -1;
    yield { start, end: below < 0 ? end : start + below + 1, tag };
    at = last;
  }
}

/** A heading of Markdown that stands alone, of a lower level than most comments. */
const HEADING = /^#{2,6} [A-Z][^\n]*\n?$/;

/** Whether a file is over before a group: with a heading, a sentence or the text. */
function endsFile(text: string, group: Group | undefined): boolean {
  return beginsSentence(text, group) || HEADING.test(text.slice(group?.start, group?.end));
}

/** A line at the margin that is no sentence and nothing to type. */
function beginsFile(part: string, heads: Heads): boolean {
  const first = /^.*/.exec(part)?.[0] ?? "";
  if (heads.kind(/^\S*/.exec(first)?.[0] ?? "") === "fetcher" || promptLength(first.slice(0, LOOK)) > 0) return false;
  return /^[^\s>`|]/.test(first) && !/`[^`]+`/.test(first) && !isSentence(first);
}
