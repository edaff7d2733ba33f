import type { Detection, Finding, Span } from "../../../core/index.js";
import type { Labels } from "../record/labels.js";
import { hostsOf } from "./hosts.js";

/** The properties by which findings are counted. */
export const facets = ["rule", "language", "kind", "host"] as const;
export type Facet = (typeof facets)[number];

/** Counts of the findings of one rule, language, kind or host. */
export interface Share {
  findings: number;
  /** Texts with at least one of these findings. */
  texts: number;
  /**
   * Findings in labelled texts, except positive texts without expected spans: those equal to an expected span, those that only overlap
   * one, and those that overlap none.
   */
  exact: number;
  overlapping: number;
  spurious: number;
  /** Texts with at least one of these findings that are true positives, and those that are false positives. */
  tp: number;
  fp: number;
}

/** Counts of one input, or of all. */
export interface Tally {
  file: string;
  /** Texts of the records that could be read. */
  records: number;
  tp: number;
  fp: number;
  fn: number;
  tn: number;
  /**
   * Positive texts with expected spans; those of them whose predicted spans are equal to the expected ones; and those in which each
   * predicted span overlaps an expected one and each expected span a predicted one.
   */
  spanned: number;
  exact: number;
  overlapping: number;
  /** Expected spans, and those of them that a predicted span overlaps. */
  expectedSpans: number;
  metSpans: number;
  /** Texts without labels, which are predicted but not scored. */
  unlabelled: number;
  /** Texts with a predicted label, with or without an expected one. */
  flagged: number;
  findings: number;
  advisories: number;
  /** Predicted texts that were not analyzed completely. */
  incomplete: number;
  /** Records and texts with a problem; `skipped` of them were not analyzed. */
  broken: number;
  skipped: number;
  /** Texts that a report could show. */
  exhibited: number;
  /** Bytes of the input. */
  bytes: number;
  /** For each field that an option names, the number of records that have it. */
  fields: Record<string, number>;
  /** Number of records by the value of `--label-field`. */
  values: Record<string, number>;
  by: Record<Facet, Record<string, Share>>;
}

const NUMERIC_KEYS = [
  "records",
  "tp",
  "fp",
  "fn",
  "tn",
  "spanned",
  "exact",
  "overlapping",
  "expectedSpans",
  "metSpans",
  "unlabelled",
  "flagged",
  "findings",
  "advisories",
  "incomplete",
  "broken",
  "skipped",
  "exhibited",
  "bytes",
] as const;

/** Maximum number of hosts that are counted separately, so that memory stays bounded; all others are counted together. */
const MAX_HOSTS = 5_000;
export const OTHER_HOSTS = "(other hosts)";

export function emptyTally(file: string): Tally {
  const zero = Object.fromEntries(NUMERIC_KEYS.map((key) => [key, 0])) as Record<
    (typeof NUMERIC_KEYS)[number],
    number
  >;
  return {
    file,
    ...zero,
    fields: {},
    values: {},
    by: { rule: {}, language: {}, kind: {}, host: {} },
  };
}

/** Returns the number of texts with labels. */
export function labelled({ records, unlabelled }: Tally): number {
  return records - unlabelled;
}

/** Adds the result of a text. @param detection with spans in the unit of the labels' spans */
export function score(
  tally: Tally,
  { expected, spans }: Pick<Labels, "expected" | "spans">,
  detection: Detection,
): void {
  const predicted = detection.labels.length > 0;
  tally.records++;
  if (predicted) tally.flagged++;
  if (detection.outcome.status === "incomplete") tally.incomplete++;
  if (expected === null) tally.unlabelled++;
  else tally[predicted ? (expected ? "tp" : "fp") : expected ? "fn" : "tn"]++;
  if (detection.findings.length > 0) countFindings(tally, { expected, spans }, detection.findings);
  if (expected !== true || spans === null || spans.length === 0) return;
  tally.spanned++;
  tally.expectedSpans += spans.length;
  const met = spans.filter((span) => detection.spans.some((other) => overlap(span, other))).length;
  tally.metSpans += met;
  if (sameSpans(spans, detection.spans)) tally.exact++;
  if (
    met === spans.length &&
    detection.spans.every((span) => spans.some((other) => overlap(span, other)))
  )
    tally.overlapping++;
}

function countFindings(
  tally: Tally,
  { expected, spans }: Pick<Labels, "expected" | "spans">,
  findings: readonly Finding[],
): void {
  const seen = new Set<Share>();
  for (const finding of findings) {
    if (finding.level === "advisory") {
      tally.advisories++;
      continue;
    }
    tally.findings++;
    const names: [Facet, string][] = [
      ["rule", finding.rule],
      ["language", finding.snippet.language],
      ["kind", finding.snippet.kind],
    ];
    for (const host of hostsOf(finding.text)) names.push(["host", host]);
    for (const [facet, name] of names) {
      const share = shareOf(tally, facet, name);
      share.findings++;
      if (expected !== null) countSpan(share, finding.span, expected, spans);
      if (seen.has(share)) continue;
      seen.add(share);
      share.texts++;
      if (expected !== null) share[expected ? "tp" : "fp"]++;
    }
  }
}

function countSpan(
  share: Share,
  span: Span,
  expected: boolean,
  spans: readonly Span[] | null,
): void {
  if (expected && (spans === null || spans.length === 0)) return;
  const met = spans?.filter((other) => overlap(span, other)) ?? [];
  share[
    met.length === 0
      ? "spurious"
      : met.some((other) => other[0] === span[0] && other[1] === span[1])
        ? "exact"
        : "overlapping"
  ]++;
}

function shareOf(tally: Tally, facet: Facet, name: string): Share {
  const shares = tally.by[facet];
  const known = shares[name];
  if (known !== undefined) return known;
  const full = facet === "host" && name !== OTHER_HOSTS && Object.keys(shares).length >= MAX_HOSTS;
  if (full) return shareOf(tally, facet, OTHER_HOSTS);
  return (shares[name] = {
    findings: 0,
    texts: 0,
    exact: 0,
    overlapping: 0,
    spurious: 0,
    tp: 0,
    fp: 0,
  });
}

/** Maximum number of label values that are counted separately. */
const MAX_VALUES = 20;
const OTHER_VALUES = "(others)";

/** Counts the value of a label. */
export function countValue({ values }: Tally, value: unknown, times = 1): void {
  const shown = (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 60);
  const isFull = values[shown] === undefined && Object.keys(values).length >= MAX_VALUES;
  const name = isFull ? OTHER_VALUES : shown;
  values[name] = (values[name] ?? 0) + times;
}

/** Adds the counts of `tally` to `sum`. */
export function add(sum: Tally, tally: Tally): void {
  for (const key of NUMERIC_KEYS) sum[key] += tally[key];
  for (const [name, count] of Object.entries(tally.fields))
    sum.fields[name] = (sum.fields[name] ?? 0) + count;
  for (const [value, count] of Object.entries(tally.values)) countValue(sum, value, count);
  for (const facet of facets) {
    for (const [name, share] of Object.entries(tally.by[facet])) {
      const into = shareOf(sum, facet, name);
      for (const key of Object.keys(share) as (keyof Share)[]) into[key] += share[key];
    }
  }
}

export function total(tallies: readonly Tally[]): Tally {
  const sum = emptyTally("all");
  for (const tally of tallies) add(sum, tally);
  return sum;
}

function overlap(a: Span, b: Span): boolean {
  return a[0] < b[1] && b[0] < a[1];
}

function sameSpans(a: readonly Span[], b: readonly Span[]): boolean {
  const sorted = [...a].sort((x, y) => x[0] - y[0] || x[1] - y[1]);
  return (
    sorted.length === b.length &&
    sorted.every(([start, end], i) => b[i]?.[0] === start && b[i]?.[1] === end)
  );
}
