import type { Span } from "../../model.js";
import { shape } from "../language/current-language.js";
import { instructs } from "./cataphora.js";
import { isContradicted } from "./contradiction.js";
import type { Sentence } from "./sentence.js";

/** How far around a command its sentence is read for a report. */
const REACH = 600;
/** The longest label. */
const LONGEST_LABEL = 120;

/** The relation of prose to a command: it reports it, instructs the reader to run it, or neither. */
export type Account = "reports" | "instructs" | "neither";

/** Whether a text may report a command as run by an attacker or as blocked: most texts do not, and need not be read. */
export function mayReport(lower: string): boolean {
  return shape("may-report").test(lower);
}

/**
 * Returns the relation of a sentence to one of its commands. Positions count from its start; `isLast`: no command follows in the
 * paragraph.
 */
export function accountOf(
  sentence: Sentence,
  [start, end]: Span,
  after: string,
  isLast: boolean,
): Account {
  const { text } = sentence;
  const clause = sentence.clauseAt(start);
  const before = text.slice(Math.max(clause.start, start - REACH), start);
  const head = before.replace(shape("commands-before").expression, "");
  if (shape("question-end").test(text.slice(-8))) return "instructs";
  if (instructs(text.slice(clause.start, clause.end))) return "instructs";
  const behind = text.slice(end, end + REACH);
  const rest = behind.replace(shape("commands-behind").expression, "");
  const reports =
    isReporting(head) ||
    shape("report-label").test(before.slice(0, LONGEST_LABEL) + text.slice(start, end)) ||
    shape("reported-behind").test(rest) ||
    shape("deny-label").test(behind) ||
    (isLast && (shape("calls-attack").test(after) || sideCallsAttack(rest)));
  if (!reports) return "neither";
  const overruled = isContradicted(text.slice(0, start), text.slice(start, end), text.slice(end), {
    ...sentence.neighbours,
  });
  return overruled ? "instructs" : "reports";
}

/** "…, hang up; it is a scam": whether a side after the command calls it an attack. */
function sideCallsAttack(rest: string): boolean {
  const sides = rest.split(shape("side-starts").expression).slice(1);
  return sides.some((side) => shape("calls-attack").test(side));
}

/** Returns the relation of the last sentence of some prose to the commands after it. `open`: it introduces them without a colon. */
export function accountAhead(sentence: string, open: boolean): Account {
  if (shape("asks").test(sentence) || instructs(sentence) || shape("instructs-last").test(sentence))
    return "instructs";
  const colon = shape("colon-last").test(sentence);
  if (shape("reports-alone").test(sentence) && (colon || open)) return "reports";
  const leads =
    colon || shape("points-forward").test(sentence) || shape("points-either-way").test(sentence);
  return leads && (isReporting(sentence) || shape("reports-next").test(sentence))
    ? "reports"
    : "neither";
}

/** Returns the relation of a heading, or of a column's header, to the text below it. */
export function accountBelow(words: string): Account {
  if (shape("asks").test(words) || shape("heads-instructions").test(words)) return "instructs";
  return shape("reports-alone").test(words) ? "reports" : accountAhead(words, false);
}

/** Returns the relation of a table's first column to a cell in a column of examples. */
export function accountOfExample(first: string, head: string): Account {
  return shape("example-header").test(head) && shape("attack-header").test(first)
    ? "reports"
    : "neither";
}

/** Returns the relation of another cell of its row to a command. */
export function accountOfCell(words: string): Account {
  if (shape("denies-alone").test(words)) return "reports";
  return shape("reported-behind").test(` ${words}`) ? "reports" : "neither";
}

/** "The attacker ran", "the hook blocks commands like": whether words directly before a command report it. */
function isReporting(head: string): boolean {
  const report =
    shape("attacker-acts").exec(head) ??
    shape("payload-runs").exec(head) ??
    shape("blocks-next").exec(head);
  return (
    report !== null &&
    !shape("denied-report").test(report[0]) &&
    !shape("denied-before").test(head.slice(0, report.index))
  );
}
