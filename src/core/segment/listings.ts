import { languageOf } from "../languages/index.js";
import type { Span } from "../model.js";
import { Closers, insideAny, lowerCase } from "../search.js";
import { isCommandKey, isDescriptive } from "./formats/keys.js";
import { lineEnd, lineStart } from "./lines.js";
import { fencesOf } from "./markdown/fences.js";

/** Code between marks of its own, on lines of its own. */
export interface Listing {
  /** With its marks. */
  readonly start: number;
  readonly end: number;
  readonly inner: Span;
  readonly tag: string | null;
  /** The key whose value it is, where that describes. */
  readonly describes: string | null;
}

/** What begins a listing: what a tool is called with, code in BBCode, Jira, MediaWiki, Org and Trac. */
const OPENING = new RegExp(
  "<(?<element>(?:\\w{1,20}:)?parameter|command|cmd|bash|shell|execute_bash|syntaxhighlight)(?:\\s[^<>\\n]{0,200})?>" +
    "|\\[(?<bracket>code)(?:[= ][^\\]\\n]{0,80})?\\]|\\{(?<brace>code|noformat)(?:[:|][^{}\\n]{0,80})?\\}" +
    "|#\\+begin_(?<block>src|example)\\b[^\\n]{0,200}|\\{{3}(?:#!\\w{1,20})?",
  "gi",
);

/** The listings of a text, in order; none that stands in a fence or within a line. */
export function* listings(text: string): Generator<Listing> {
  const openings = text.matchAll(OPENING);
  const closers = new Closers(lowerCase(text));
  let isInFence: ((position: number) => boolean) | null = null;
  let done = 0;
  for (const { index, 0: mark, groups = {} } of openings) {
    if (index < done || !isBare(text.slice(Math.max(done, lineStart(text, index)), index))) continue;
    isInFence ??= insideAny(fencesOf(text));
    const start = index + mark.length;
    const close = closers.before(closingOf(groups), start);
    const end = groups["element"] === undefined ? close + closingOf(groups).length : closers.after(">", close);
    if (close === text.length || isInFence(index) || !isBare(text.slice(end, lineEnd(text, end)))) continue;
    // what begins with a tag is no code, but may hold some
    if (/^\s*<[a-z]/i.test(text.slice(start, start + 200))) continue;
    const key = /\bname=["']([\w-]{1,40})["']/.exec(mark)?.[1] ?? null;
    if (key !== null && !isCommandKey(key) && !isDescriptive(key) && key !== "code") continue;
    yield { start: index, end, inner: [start, close], tag: tagOf(mark, key), describes: isDescriptive(key) ? key : null };
    done = end;
  }
}

function closingOf({ element, bracket, brace, block }: Readonly<Record<string, string | undefined>>): string {
  if (element !== undefined) return `</${element.toLowerCase()}`;
  if (bracket !== undefined) return "[/code]";
  if (brace !== undefined) return `{${brace.toLowerCase()}}`;
  return block === undefined ? "}}}" : `#+end_${block.toLowerCase()}`;
}

/** The language that a mark names; what a tool is asked to run is shell. */
function tagOf(mark: string, key: string | null): string | null {
  if (isCommandKey(key) || /^<(?:command|cmd)/i.test(mark)) return "sh";
  return mark.toLowerCase().match(/[\w+#-]+/g)?.find((word) => languageOf(word) !== null) ?? null;
}

/** Nothing but tags and blanks. */
function isBare(text: string): boolean {
  return /^(?:\s*<[^<>]{0,200}>)*\s*$/.test(text);
}
