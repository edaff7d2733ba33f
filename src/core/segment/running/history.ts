import { linesOf, type Line, type Stretch } from "../../lex/lines.js";

/** A numbered line of a shell's history; a capital and plain words ("1  Open a terminal") begin a step that somebody wrote. */
const HISTORY = /^[ \t]*\d{1,6}(?:\*[ \t]+|[ \t]{2,})(?![ \t]|[A-Z][a-z]+ [a-z`])\S/;

/** The files in which shells keep what was typed: a line of its own for the time, or the time in front. */
const STAMPED_HISTORY = /^\s*(?:#\d{10}\s*\n|: \d{10}:\d+;)/;

/** A line of a log: the day and the time to the second, and no name of a speaker after it; a log level is not a name. */
const STAMPED_LINE = new RegExp(
  "^[ \\t]*\\[?(?:\\d{4}-\\d\\d-\\d\\d[T ]" +
    "|[A-Z][a-z]{2} [ \\d]\\d )\\d\\d:\\d\\d:\\d\\d(?![\\d.,:Z+-]{0,16}\\]?[ \\t]{0,4}(?:<[^<>\\n]{1,40}>" +
    "|(?![A-Z]{3,8}:|(?:[Ii]nfo|[Ww]arn(?:ing)?|[Ee]rr(?:or)?|[Dd]ebug|[Tt]race|[Ff]atal|[Nn]otice" +
    "|[Cc]ritical):)[\\w.@-]{1,30}:|[A-Z][a-z]{1,20} [A-Z][a-z]{1,20}:)[ \\t])",
);

/** True where every one of several lines has its time: what was typed or done once, not what to type. */
export function isRecord(text: string): boolean {
  if (STAMPED_HISTORY.test(text)) return true;
  const isStamped = (line: string): boolean => line.trim() === "" || STAMPED_LINE.test(line);
  return (
    STAMPED_LINE.test(text.trimStart()) &&
    text.trim().includes("\n") &&
    text.split("\n").every(isStamped)
  );
}

/** The same for the numbered lines of a shell's history. */
export function isHistory(text: string): boolean {
  return (
    isRecord(text) || text.split("\n").every((line) => line.trim() === "" || HISTORY.test(line))
  );
}

/** The lines of a part of a text that a shell's history numbered: the number of the line before or behind follows on. */
export function* historyLines(text: string, part: Stretch): Generator<Line> {
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
