import type { Span } from "../../model.js";
import type { Language } from "../language/prose-language.js";
import { instructs } from "./introductions.js";
import { isContradicted } from "./contradiction.js";
import type { Sentence } from "./sentence.js";

/** Number of characters of a sentence before and after a command that are searched for a report. */
const MAX_REPORT_DISTANCE = 600;
/** Maximum length of a label. */
const MAX_LABEL_LENGTH = 120;

/** The relation of prose to a command: it reports it, instructs the reader to run it, or neither. */
export type Account = "reports" | "instructs" | "neither";

/** Whether a text may report a command as run by an attacker or as blocked: most texts do not, and need not be read. */
export function mayReport(language: Language, lower: string): boolean {
  return language.test("may-report", lower);
}

/**
 * Returns the relation of a sentence to one of its commands. Offsets count from the start of the sentence; `after` is the next
 * sentence; `isLast` is true if no command follows in the paragraph.
 */
export function accountOf(
  sentence: Sentence,
  [start, end]: Span,
  after: string,
  isLast: boolean,
): Account {
  const { text } = sentence;
  const clause = sentence.clauseAt(start);
  const before = text.slice(Math.max(clause.start, start - MAX_REPORT_DISTANCE), start);
  const head = before.replace(sentence.language.expression("commands-before"), "");
  if (sentence.language.test("question-end", text.slice(-8))) return "instructs";
  if (instructs(sentence.language, text.slice(clause.start, clause.end))) return "instructs";
  const behind = text.slice(end, end + MAX_REPORT_DISTANCE);
  const rest = behind.replace(sentence.language.expression("commands-behind"), "");
  const reports =
    isReporting(sentence.language, head) ||
    sentence.language.test(
      "report-label",
      before.slice(0, MAX_LABEL_LENGTH) + text.slice(start, end),
    ) ||
    sentence.language.test("reported-behind", rest) ||
    sentence.language.test("deny-label", behind) ||
    (isLast &&
      (sentence.language.test("calls-attack", after) || sideCallsAttack(sentence.language, rest)));
  if (!reports) return "neither";
  const overruled = isContradicted(
    sentence.language,
    text.slice(0, start),
    text.slice(start, end),
    text.slice(end),
    {
      ...sentence.neighbours,
    },
  );
  return overruled ? "instructs" : "reports";
}

/** Whether a side after the command calls the command an attack: "…, hang up; it is a scam". */
function sideCallsAttack(language: Language, rest: string): boolean {
  const sides = rest.split(language.expression("side-starts")).slice(1);
  return sides.some((side) => language.test("calls-attack", side));
}

/** Returns the relation of the last sentence of prose to the commands after it. If `open` is true, it needs no colon to introduce them. */
export function accountAhead(language: Language, sentence: string, open: boolean): Account {
  if (
    language.test("asks", sentence) ||
    instructs(language, sentence) ||
    language.test("instructs-last", sentence)
  )
    return "instructs";
  const colon = language.test("colon-last", sentence);
  if (language.test("reports-alone", sentence) && (colon || open)) return "reports";
  const leads =
    colon ||
    language.test("points-forward", sentence) ||
    language.test("points-either-way", sentence);
  return leads && (isReporting(language, sentence) || language.test("reports-next", sentence))
    ? "reports"
    : "neither";
}

/** Returns the relation of a heading, or of a column's header, to the text below it. */
export function accountBelow(language: Language, words: string): Account {
  if (language.test("asks", words) || language.test("heads-instructions", words))
    return "instructs";
  return language.test("reports-alone", words) ? "reports" : accountAhead(language, words, false);
}

/** Returns the relation of a table's first column to a cell in a column of examples. */
export function accountOfExample(language: Language, first: string, head: string): Account {
  return language.test("example-header", head) && language.test("attack-header", first)
    ? "reports"
    : "neither";
}

/** Returns the relation of a cell to the command in another cell of the same row. */
export function accountOfCell(language: Language, words: string): Account {
  if (language.test("denies-alone", words)) return "reports";
  return language.test("reported-behind", ` ${words}`) ? "reports" : "neither";
}

/** Whether words directly before a command report it: "The attacker ran", "the hook blocks commands like". */
function isReporting(language: Language, head: string): boolean {
  const report =
    language.exec("attacker-acts", head) ??
    language.exec("attacker-acts-next", head) ??
    language.exec("payload-runs", head) ??
    language.exec("blocks-next", head);
  return (
    report !== null &&
    !language.test("denied-report", report[0]) &&
    !language.test("denied-before", head.slice(0, report.index))
  );
}
