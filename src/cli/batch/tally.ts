import type { Detection, Span } from "../../core/index.js";
import type { BatchRecord } from "./record.js";

/** Counts of one file, or of all. */
export interface Tally {
  file: string;
  /** Records that were predicted. */
  records: number;
  tp: number;
  fp: number;
  fn: number;
  tn: number;
  /** Positive records that give spans, and those of them whose predicted spans are the same. */
  spanned: number;
  exact: number;
  /** Records without labels: predicted, not scored. */
  unlabelled: number;
  /** Predicted texts that were not analysed to their end. */
  incomplete: number;
  /** Lines with a problem; `skipped` of them have no prediction. */
  broken: number;
  skipped: number;
}

export function emptyTally(file: string): Tally {
  return { file, records: 0, tp: 0, fp: 0, fn: 0, tn: 0, spanned: 0, exact: 0, unlabelled: 0, incomplete: 0, broken: 0, skipped: 0 };
}

export function score(tally: Tally, { expected, spans }: BatchRecord, detection: Detection): void {
  tally.records++;
  if (detection.outcome.status === "incomplete") tally.incomplete++;
  if (expected === null) {
    tally.unlabelled++;
    return;
  }
  const predicted = detection.labels.length > 0;
  tally[predicted ? (expected ? "tp" : "fp") : expected ? "fn" : "tn"]++;
  if (!expected || spans === null || spans.length === 0) return;
  tally.spanned++;
  if (sameSpans(spans, detection.spans)) tally.exact++;
}

export function total(tallies: readonly Tally[]): Tally {
  const sum = emptyTally("all");
  for (const tally of tallies) {
    for (const key of ["records", "tp", "fp", "fn", "tn", "spanned", "exact", "unlabelled", "incomplete", "broken", "skipped"] as const) {
      sum[key] += tally[key];
    }
  }
  return sum;
}

/** Rates between 0 and 1; null where there is nothing to divide by. */
export function rates({ tp, fp, fn, spanned, exact }: Tally): { precision: number | null; recall: number | null; exactSpans: number | null } {
  const rate = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  return { precision: rate(tp, tp + fp), recall: rate(tp, tp + fn), exactSpans: rate(exact, spanned) };
}

function sameSpans(a: readonly Span[], b: readonly Span[]): boolean {
  const sorted = [...a].sort((x, y) => x[0] - y[0] || x[1] - y[1]);
  return sorted.length === b.length && sorted.every(([start, end], i) => b[i]?.[0] === start && b[i]?.[1] === end);
}
