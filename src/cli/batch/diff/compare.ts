import type { Finding, Outcome, Span } from "../../../core/index.js";

/** A prediction in a file. */
export interface Prediction {
  readonly id: string | number;
  readonly field: string | null;
  readonly labels: readonly string[];
  readonly findings: readonly Pick<Finding, "rule" | "level" | "span" | "text">[];
  readonly outcome: Outcome;
  /** The label of the record (`--columns labels`); null if the prediction does not contain it. */
  readonly expected: boolean | null;
}

/** A finding of only the first side (`gone`) or the second (`new`), or with another span, rule or level on the second side (`moved`). */
export interface Change {
  readonly kind: "new" | "gone" | "moved";
  readonly rule: string;
  readonly span: Span;
  readonly text: string;
  /** Rule and span on the first side, if the finding is `moved`. */
  readonly before?: { readonly rule: string; readonly span: Span };
}

/** The difference between two predictions for a text. */
export interface Difference {
  readonly id: string | number;
  readonly field: string | null;
  readonly changes: readonly Change[];
  /** `incomplete` if only the first was analyzed completely; `complete` if only the second was; null if there is no difference. */
  readonly outcome: "incomplete" | "complete" | null;
  /** With labels, `fixed` if the verdict became right, `broken` if it became wrong; otherwise null. */
  readonly verdict: "fixed" | "broken" | null;
  /** The side that has the record if the other one lacks it, otherwise null. */
  readonly only: "first" | "second" | null;
}

/** Returns a prediction without findings, for the side that lacks a record: `--only-flagged` omits records that are not flagged. */
function absent({ id, field, expected }: Prediction): Prediction {
  return { id, field, labels: [], findings: [], outcome: { status: "complete" }, expected };
}

/** Returns the difference between two predictions, or null if there is none. */
export function compare(first: Prediction | null, second: Prediction | null): Difference | null {
  const known = first ?? second;
  if (known === null) return null;
  const [a, b] = [first ?? absent(known), second ?? absent(known)];
  const changes = changesOf(a.findings, b.findings);
  const outcome = a.outcome.status === b.outcome.status ? null : b.outcome.status;
  const verdict = verdictOf(a, b);
  if (changes.length === 0 && outcome === null && verdict === null) return null;
  return {
    id: known.id,
    field: known.field,
    changes,
    outcome,
    verdict,
    only: first === null ? "second" : second === null ? "first" : null,
  };
}

type PredictedFinding = Prediction["findings"][number];

function changesOf(
  first: readonly PredictedFinding[],
  second: readonly PredictedFinding[],
): Change[] {
  const gone = first.filter((a) => !second.some((b) => same(a, b)));
  const added = second.filter((b) => !first.some((a) => same(a, b)));
  const changes: Change[] = [];
  for (const b of added) {
    const at = gone.findIndex(
      (a) => overlap(a.span, b.span) || (a.rule === b.rule && a.text === b.text),
    );
    const [a] = at < 0 ? [] : gone.splice(at, 1);
    const { rule, span, text } = b;
    changes.push(
      a === undefined
        ? { kind: "new", rule, span, text }
        : { kind: "moved", rule, span, text, before: { rule: a.rule, span: a.span } },
    );
  }
  return [
    ...changes,
    ...gone.map(({ rule, span, text }) => ({ kind: "gone" as const, rule, span, text })),
  ].sort((a, b) => a.span[0] - b.span[0]);
}

function same(a: PredictedFinding, b: PredictedFinding): boolean {
  return (
    a.rule === b.rule && a.level === b.level && a.span[0] === b.span[0] && a.span[1] === b.span[1]
  );
}

function overlap(a: Span, b: Span): boolean {
  return a[0] < b[1] && b[0] < a[1];
}

function verdictOf(a: Prediction, b: Prediction): Difference["verdict"] {
  const expected = b.expected ?? a.expected;
  if (expected === null) return null;
  const right = (one: Prediction): boolean => one.labels.length > 0 === expected;
  return right(a) === right(b) ? null : right(b) ? "fixed" : "broken";
}

/**
 * Whether the second side is worse: the text is no longer analyzed completely, its verdict became wrong or, without labels, a finding
 * is gone.
 */
export function isRegression(
  { changes, outcome, verdict }: Difference,
  isLabelled: boolean,
): boolean {
  return (
    outcome === "incomplete" ||
    (isLabelled ? verdict === "broken" : changes.some(({ kind }) => kind === "gone"))
  );
}
