import { FENCE, firstLine, type TextRange } from "../../lex/lines.js";
import type { Tools } from "../segment-tools.js";
import { beginsSentence, groupsOf, isSentence } from "./line-groups.js";
import { hasFencesOfDiffs, wholeFileTag } from "./sniff-family.js";

/** A file, or a part of one, among sentences without any marks. */
export interface Excerpt extends TextRange {
  readonly tag: string;
}

/** Maximum number of offsets that are tried, and maximum length of a text: most texts are shorter, and long ones have fences. */
const MAX_TRIED = 20;
const MAX_LENGTH = 64 * 1024;

/** Matches the line above a file: "Use this Dockerfile:", "src/main.go:", or any line above a diff. */
const LEAD = /^(?:(?:[A-Z*]\S*(?: .*)?|[\w./-]+\.\w+):[ \t]*\n|.*\n(?=--- .*\n\+\+\+ ))/;

/** Yields the files in a text without fences, except those in a diff. A file begins below a sentence and ends before the next sentence. */
export function* excerpts(text: string, tools: Tools): Generator<Excerpt> {
  const hasFence = FENCE.test(text) && !hasFencesOfDiffs(text);
  if (text.length > MAX_LENGTH || hasFence || !tools.mentions(text)) return;
  const groups = groupsOf(text);
  let tried = 0;
  for (let at = 0; at < groups.length && tried < MAX_TRIED; at++) {
    const group = groups[at]?.start ?? text.length;
    const start = group + (LEAD.exec(text.slice(group, groups[at]?.end))?.[0].length ?? 0);
    const first = firstLine(text.slice(start));
    // an unindented line that is not a sentence
    if (!/^[^\s>`|]/.test(first) || isSentence(first)) continue;
    let last = at;
    while (!beginsSentence(text, groups[last + 1])) last++;
    const end = groups[last]?.end ?? start;
    const part = text.slice(start, end);
    if (!tools.mentions(part)) {
      // a shorter part would not be a file either
      at = last;
      continue;
    }
    tried++;
    const tag = wholeFileTag(part, tools.heads);
    if (tag === null) continue;
    yield { start, end, tag };
    at = last;
  }
}
