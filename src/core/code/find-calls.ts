import type { Limit, Span } from "../model.js";
import type { Source } from "../source.js";

/** A call of an executing function such as `eval` in a text of any language; all offsets are offsets in that text. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  /** The offset of the function's name. */
  readonly word: number;
}

/** Matches the part of a callee before the function's name: `builtins.`, `(0, `, `window["`, `getattr(builtins, "`. */
const CALLEE_BEFORE =
  /(?:\(\s*\d+\s*,\s*)?(?:[A-Za-z_$][\w$]*(?:\([\w"'.]*\))?\s*\??\.\s*)*(?:[A-Za-z_$][\w$]*\s*\[\s*["']|getattr\(\s*[\w.]+\s*,\s*["'])?$/;
/** Matches from the end of the function's name to the parenthesis of the call, or to the first one in a statement of Python 2. */
const CALL_AFTER = /^(?:["']?\s*[\])]?\s*(?:\?\.|\.call|\.apply)?\s*|[ \t]+[\w.]+)\(/;

/** Maximum number of characters of one call. */
const MAX_CALL_LENGTH = 200_000;
/** Maximum number of characters that are scanned for the ends of calls, for each character of the text. */
const WORK_PER_CHARACTER = 8;

export interface Candidates {
  readonly calls: readonly Candidate[];
  /** The ranges that were not searched: calls that are too long, and the text after the scanning limit was reached. */
  readonly unread: readonly Span[];
}

/** Finds calls of the functions named by `words`, in a text of any language. Calls that are never closed are omitted. */
export function findCalls(text: string, words: ReadonlySet<string>): Candidates {
  const pattern = new RegExp(`(?<![\\w$-])(?:${[...words].join("|")})(?![\\w$-])`, "g");
  const calls: Candidate[] = [];
  const unread: Span[] = [];
  let work = WORK_PER_CHARACTER * text.length + 10_000;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (work <= 0) {
      unread.push([match.index, text.length]);
      break;
    }
    const after = pattern.lastIndex;
    const call = CALL_AFTER.exec(text.slice(after, after + 200));
    if (call === null) continue;
    const open = after + call[0].length - 1;
    const limit = Math.min(text.length, open + Math.min(MAX_CALL_LENGTH, work));
    const end = closingOf(text, open, limit);
    work -= (end < 0 ? limit : end) - open;
    if (end < 0 && limit < text.length) unread.push([match.index, work > 0 ? limit : text.length]);
    if (end < 0) continue;
    const start =
      match.index -
      (CALLEE_BEFORE.exec(text.slice(Math.max(0, match.index - 120), match.index))?.[0].length ??
        0);
    // After a dot, the name is a method of a value without a name, as in `/x/.exec(…)`.
    if (
      !text
        .slice(Math.max(0, start - 8), start)
        .trimEnd()
        .endsWith(".")
    )
      calls.push({ start, end, word: match.index });
    pattern.lastIndex = end;
  }
  return { calls, unread };
}

/** Returns a limit for each range that was not searched for calls. */
export function callLimits(source: Source, unread: Candidates["unread"]): Limit[] {
  return unread.map(([start, end]) => ({
    limit: "size",
    message: "a call is too long to be read",
    span: source.origin(start, end),
  }));
}

/** Returns the end of the call whose parenthesis is at `open`; -1 if it is not closed before `limit`. Strings are skipped. */
function closingOf(text: string, open: number, limit: number): number {
  /** For each kind of quote, the offset before which no closing one was found, so that the search is not repeated. */
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

/** Returns the offset of the closing quote of a string on one line; if there is none, the end of the line or of the text. */
function stringEnd(text: string, at: number, limit: number, quote: string): number {
  for (let position = at + 1; position < limit; position++) {
    const character = text[position];
    if (character === "\\") position++;
    else if (character === "\n" || character === quote) return position;
  }
  return text.length;
}
