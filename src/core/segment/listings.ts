import { languageOf } from "../languages/index.js";
import type { Span } from "../model.js";
import { once } from "../once.js";
import { eachMatch, matchesAt } from "../scan.js";
import { Closers, insideAny, lowerCase } from "../text-search.js";
import { isCommandKey, isDescriptive } from "./formats/key-meanings.js";
import { lineEnd, type TextRange } from "../lex/lines.js";
import { fencesOf } from "./markdown/fences.js";

/** Code between opening and closing marks on separate lines; the range includes the marks. */
export interface Listing extends TextRange {
  readonly inner: Span;
  readonly tag: string | null;
  /** The key of the parameter whose value is the code, if the key is descriptive; null otherwise. */
  readonly describes: string | null;
}

/** The line of Org above what a program printed, with its line break. */
const RESULTS_MARK = "#\\+results(?:\\[[^\\]\\n]{0,80}\\])?:[^\\n]{0,200}\\n";

/**
 * The beginning of a listing: a parameter of a tool call, or code in BBCode, Jira, MediaWiki, Org and Trac. Content that begins
 * with a tag is not code.
 */
const OPENING = new RegExp(
  "(?:<(?<element>(?:\\w{1,20}:)?parameter(?=\\s[^<>\\n]{0,100}\\bname=[\"'](?<key>[\\w-]{1,40})[\"'])|command|cmd|bash|shell" +
    "|execute_bash|syntaxhighlight)(?:\\s[^<>\\n]{0,200})?>" +
    "|\\[(?<bracket>code)(?:[= ][^\\]\\n]{0,80})?\\]|\\{(?<brace>code|noformat)(?:[:|][^{}\\n]{0,80})?\\}" +
    `|(?<results>${RESULTS_MARK})(?=[ \\t]*: )` +
    "|#\\+begin_(?<block>src|example)\\b[^\\n]{0,200}|\\{{3}(?:#!\\w{1,20})?)(?!\\s{0,20}<[a-z])",
  "gi",
);

/** Matches the line of Org before a block of what a program printed. */
const RESULTS = new RegExp(`(?:^|\\n)[ \\t]*${RESULTS_MARK}[ \\t]*$`, "i");
/** Matches the lines of Org that hold what a program printed. */
const RESULT_LINES = /[ \t]*:[^\n]*(?:\n[ \t]*:(?:\s[^\n]*|(?=\n|$)))*/y;

/** Maximum number of characters of tags before a mark on its line. */
const MAX_LEAD_LENGTH = 400;
/** Maximum number of characters that are searched for closing marks, for each character of the text: listings may be nested. */
const WORK_PER_CHARACTER = 8;

type Marks = Readonly<Record<string, string | undefined>>;

/**
 * Yields the listings of a text that are worth reading, in order, except those in a fence or within a line.
 * @param stoppedAt called with the offset at which the search ends because too many characters were searched
 */
export function* listings(
  text: string,
  isOfInterest: (code: string, tag: string | null) => boolean,
  stoppedAt: (from: number) => void,
): Generator<Listing> {
  const closers = once(() => new Closers(lowerCase(text)));
  let isInFence: ((position: number) => boolean) | null = null;
  let [done, work] = [0, WORK_PER_CHARACTER * text.length + 10_000];
  for (const { index, 0: mark, groups = {} } of eachMatch(text, OPENING)) {
    const { key = null, element, results } = groups;
    const isCode = key === null || isCommandKey(key) || isDescriptive(key) || key === "code";
    const before = text.slice(Math.max(done, index - MAX_LEAD_LENGTH), index);
    if (!isCode || index < done || !isBare(before.slice(before.lastIndexOf("\n") + 1))) continue;
    if (work <= 0) return stoppedAt(index);
    work -= 100;
    isInFence ??= insideAny(fencesOf(text));
    const start = index + mark.length;
    const closing = closingOf(groups);
    const close =
      results === undefined ? closers().before(closing, start) : resultLinesEnd(text, start);
    const end = element === undefined ? close + closing.length : closers().after(">", close);
    if (
      (close === text.length && results === undefined) ||
      isInFence(index) ||
      !isBare(text.slice(end, lineEnd(text, end)))
    )
      continue;
    const isPrinted = results !== undefined || RESULTS.test(before);
    const tag = isPrinted ? "output" : tagOf(mark, groups);
    work -= close - start;
    if (isOfInterest(text.slice(start, close), tag))
      yield {
        start: index,
        end,
        inner: [start, close],
        tag,
        describes: isDescriptive(key) ? key : null,
      };
    done = end;
  }
}

/** Returns the end of the lines from a position on that hold what a program printed, without the last line break. */
function resultLinesEnd(text: string, start: number): number {
  return matchesAt(RESULT_LINES, text, start) ? RESULT_LINES.lastIndex : start;
}

function closingOf({ element, bracket, brace, block, results }: Marks): string {
  if (results !== undefined) return "";
  if (element !== undefined) return `</${element.toLowerCase()}`;
  if (bracket !== undefined) return "[/code]";
  if (brace !== undefined) return `{${brace.toLowerCase()}}`;
  return block === undefined ? "}}}" : `#+end_${block.toLowerCase()}`;
}

/** Returns the language that a mark names, or null; a command parameter of a tool call is shell. */
function tagOf(mark: string, { key, element = "" }: Marks): string | null {
  if (isCommandKey(key ?? element.toLowerCase())) return "sh";
  return (
    mark
      .toLowerCase()
      .match(/[\w+#-]+/g)
      ?.find((word) => languageOf(word) !== null) ?? null
  );
}

/** Whether a text consists of tags and whitespace. */
function isBare(text: string): boolean {
  return /^(?:\s*<[^<>]{0,200}>)*\s*$/.test(text);
}
