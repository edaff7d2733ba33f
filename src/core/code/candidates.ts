import type { Limit, Span } from "../model.js";
import type { Source } from "../source.js";

/** A call of `eval` or `exec` in a text of any language. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  /** The offset of the word itself. */
  readonly word: number;
}

/** Matches the text before the word that belongs to its callee: `builtins.`, `(0, `, `window["`, `getattr(builtins, "`. */
const CALLEE_BEFORE =
  /(?:\(\s*\d+\s*,\s*)?(?:[A-Za-z_$][\w$]*(?:\([\w"'.]*\))?\s*\??\.\s*)*(?:[A-Za-z_$][\w$]*\s*\[\s*["']|getattr\(\s*[\w.]+\s*,\s*["'])?$/;
/** Matches the text between the word and the parenthesis of the call, or the first one of Python 2's statement. */
const CALL_AFTER = /^(?:["']?\s*[\])]?\s*(?:\?\.|\.call|\.apply)?\s*|[ \t]+[\w.]+)\(/;

/** Maximum length of one call, and number of characters that are searched in all for each character of the text. */
const LONGEST_CALL = 200_000;
const WORK_PER_CHARACTER = 8;

/** The calls, and the spans of those that are too long or were found after the limit of work. */
export interface Candidates {
  readonly calls: readonly Candidate[];
  readonly cut: readonly Span[];
}

/** Finds calls of one of `words` by text, in any language; calls that are never closed are omitted. */
export function findCalls(text: string, words: ReadonlySet<string>): Candidates {
  const pattern = new RegExp(`(?<![\\w$-])(?:${[...words].join("|")})(?![\\w$-])`, "g");
  const calls: Candidate[] = [];
  const cut: Span[] = [];
  let work = WORK_PER_CHARACTER * text.length + 10_000;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (work <= 0) {
      cut.push([match.index, text.length]);
      break;
    }
    const after = pattern.lastIndex;
    const call = CALL_AFTER.exec(text.slice(after, after + 200));
    if (call === null) continue;
    const open = after + call[0].length - 1;
    const limit = Math.min(text.length, open + Math.min(LONGEST_CALL, work));
    const end = closingOf(text, open, limit);
    work -= (end < 0 ? limit : end) - open;
    if (end < 0 && limit < text.length) cut.push([match.index, work > 0 ? limit : text.length]);
    if (end < 0) continue;
    const start =
      match.index -
      (CALLEE_BEFORE.exec(text.slice(Math.max(0, match.index - 120), match.index))?.[0].length ??
        0);
    // A method of something that is not a name: `/x/.exec(…)`.
    if (
      !text
        .slice(Math.max(0, start - 8), start)
        .trimEnd()
        .endsWith(".")
    )
      calls.push({ start, end, word: match.index });
    pattern.lastIndex = end;
  }
  return { calls, cut };
}

/** Returns the limits for calls that were too long. */
export function callLimits(source: Source, cut: Candidates["cut"]): Limit[] {
  return cut.map(([start, end]) => ({
    limit: "size",
    message: "a call is too long to be read",
    span: source.origin(start, end),
  }));
}

/** Returns the end of the call that opens at `open`, ignoring strings; -1 if it is not closed before `limit`. */
function closingOf(text: string, open: number, limit: number): number {
  /** For each quote, the offset up to which there is no other one, so that it is not searched again. */
  const unpaired = { '"': open, "'": open };
  let depth = 0;
  for (let at = open; at < limit; at++) {
    const character = text[at];
    if (character === "(") depth++;
    else if (character === ")" && --depth === 0) return at + 1;
    else if ((character === '"' || character === "'") && at >= unpaired[character]) {
      const end = stringEnd(text, at, limit, character);
      if (text[end] === character) at = end;
      else unpaired[character] = end;
    }
  }
  return -1;
}

/** Returns the closing quote of a string on one line; if there is none, the end of the line. */
function stringEnd(text: string, at: number, limit: number, quote: string): number {
  for (let position = at + 1; position < limit; position++) {
    const character = text[position];
    if (character === "\\") position++;
    else if (character === "\n" || character === quote) return position;
  }
  return text.length;
}
