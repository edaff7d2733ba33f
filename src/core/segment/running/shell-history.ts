import { linesOf, type Line, type TextRange } from "../../lex/lines.js";

/** A numbered line of a shell's history, but not a numbered step of instructions ("1  Open a terminal"). */
const HISTORY = /^[ \t]*\d{1,6}(?:\*[ \t]+|[ \t]{2,})(?![ \t]|[A-Z][a-z]+ [a-z`])\S/;

/** The beginning of a shell's history file: the time is on a separate line, or precedes the command. */
const STAMPED_HISTORY = /^\s*(?:#\d{10}\s*\n|: \d{10}:\d+;)/;

/** Matches a line of a log: a date and a time with seconds, not followed by a speaker's name. A log level is not a name. */
const STAMPED_LINE = new RegExp(
  "^[ \\t]*\\[?(?:\\d{4}-\\d\\d-\\d\\d[T ]" +
    "|[A-Z][a-z]{2} [ \\d]\\d )\\d\\d:\\d\\d:\\d\\d(?![\\d.,:Z+-]{0,16}\\]?[ \\t]{0,4}(?:<[^<>\\n]{1,40}>" +
    "|(?![A-Z]{3,8}:|(?:[Ii]nfo|[Ww]arn(?:ing)?|[Ee]rr(?:or)?|[Dd]ebug|[Tt]race|[Ff]atal|[Nn]otice" +
    "|[Cc]ritical):)[\\w.@-]{1,30}:|[A-Z][a-z]{1,20} [A-Z][a-z]{1,20}:)[ \\t])",
);

/** Whether a text is a record of what was typed or done: each of several lines has a time, or it is the file of a shell's history. */
export function isRecord(text: string): boolean {
  if (STAMPED_HISTORY.test(text)) return true;
  const isStamped = (line: string): boolean => line.trim() === "" || STAMPED_LINE.test(line);
  return (
    STAMPED_LINE.test(text.trimStart()) &&
    text.trim().includes("\n") &&
    text.split("\n").every(isStamped)
  );
}

/** Whether a text is a record, or the numbered lines of a shell's history. */
export function isHistory(text: string): boolean {
  return (
    isRecord(text) || text.split("\n").every((line) => line.trim() === "" || HISTORY.test(line))
  );
}

/** Yields the lines of a part of a text that are numbered by a shell's history: the line before or after has the adjacent number. */
export function* historyLines(text: string, part: TextRange): Generator<Line> {
  let before: {
    readonly line: Line;
    readonly number: number;
    readonly isNumbered: boolean;
  } | null = null;
  for (const line of linesOf(text, part.start, part.end)) {
    const start = text.slice(line.start, Math.min(line.end, line.start + 40));
    const number: number = HISTORY.test(start) ? Number.parseInt(start, 10) : NaN;
    const isNumbered: boolean = before !== null && before.number + 1 === number;
    if (isNumbered && before?.isNumbered === false) yield before.line;
    if (isNumbered) yield line;
    before = { line, number, isNumbered };
  }
}
