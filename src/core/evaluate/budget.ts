import { CodeBudget } from "../code/code-budget.js";
import type { Limit, Limits, Outcome, Span } from "../model.js";
import type { ParseLimits } from "../parse/parse-scope.js";
import { ShellBudget } from "../shell/shell-budget.js";
import type { Source } from "../source.js";

/** The shares of the available time after which reading ends, and after which judging ends. */
const READING_SHARE = 0.75;
const JUDGING_SHARE = 0.95;
/** The minimum share of the time for judging, which remains even if the last step of reading took too long. */
const MIN_JUDGING_SHARE = 0.1;

/** The steps and the time that one detection may use, and the limits that were reached. */
export class Budget implements Limits, ParseLimits {
  /** The budget that all shell texts of the document share. */
  readonly shell = new ShellBudget();
  /** The budget that all code of the document shares. */
  readonly code: CodeBudget;
  private readonly limits = new Map<string, Limit>();
  private readonly started = Date.now();
  /** The current part of the document, for limits without a span. */
  private current: Span = [0, 0];

  /** @param length of the document, in UTF-16 code units */
  constructor(
    private readonly length: number,
    private readonly deadlineMs = Infinity,
  ) {
    this.code = new CodeBudget(length);
  }

  /** Returns the text up to a length; the rest is reported as not analyzed. */
  within(text: string, length: number): string {
    if (text.length <= length) return text;
    this.limit("size", `only the first ${String(length)} characters were analyzed`, [
      length,
      text.length,
    ]);
    return text.slice(0, length);
  }

  /** Records which part of the document is read next. */
  enter(source: Source): void {
    this.current = source.origin(0, source.text.length);
  }

  get isTimed(): boolean {
    return this.deadlineMs !== Infinity;
  }

  /** Whether reading has used its share of the time; if so, records the limit. */
  expired(): boolean {
    return this.isOver(this.started + this.deadlineMs * READING_SHARE);
  }

  /** Begins judging. Returns a function that tests whether judging has used its share of the time, and then records the limit. */
  judging(): () => boolean {
    const end = Math.max(
      this.started + this.deadlineMs * JUDGING_SHARE,
      Date.now() + this.deadlineMs * MIN_JUDGING_SHARE,
    );
    return () => this.isOver(end);
  }

  private isOver(end: number): boolean {
    if (!this.isTimed || Date.now() < end) return false;
    this.refused("deadline", "the time limit for this text was reached");
    return true;
  }

  /** Records a limit that was reached in the current part of the document. */
  refused(limit: Limit["limit"], message: string): void {
    this.limit(limit, message, this.current);
  }

  /** Records a limit that was reached; the same limit at the same span is recorded once, and the time limit is recorded once. */
  limit(limit: Limit["limit"], message: string, [start, end]: Span): void {
    const key = limit === "deadline" ? limit : `${limit} ${String(start)}-${String(end)}`;
    if (this.limits.has(key)) return;
    this.limits.set(key, {
      limit,
      message,
      span: [start, limit === "deadline" ? this.length : end],
    });
  }

  addLimits(limits: readonly Limit[]): void {
    for (const { limit, message, span } of limits) this.limit(limit, message, span);
  }

  /** The number of steps of shell and code so far. */
  get steps(): number {
    return this.shell.used + this.code.used;
  }

  outcome(): Outcome {
    return this.limits.size === 0
      ? { status: "complete" }
      : { status: "incomplete", limits: [...this.limits.values()] };
  }
}
