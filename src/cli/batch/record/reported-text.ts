import type { Detection, Finding } from "../../../core/index.js";
import type { Labels } from "./labels.js";

/** A text in a report, with its findings. Offsets count UTF-16 code units of `text`. */
export interface ReportedText {
  /** The name of the record in messages. */
  readonly place: string;
  readonly id: string | number;
  readonly field: string | null;
  readonly text: string;
  /** Numbers of UTF-16 code units that are omitted before and after `text`. */
  readonly before: number;
  readonly behind: number;
  readonly findings: readonly Finding[];
  readonly verdict: "tp" | "fp" | "fn" | "tn" | null;
  readonly incomplete: boolean;
  /** A random number; if there are too many texts, those with the lowest numbers are shown. */
  readonly chance: number;
}

/** Maximum length of an excerpt, in UTF-16 code units. */
const MAX_LENGTH = 12_000;
/** Length of the part of an excerpt before the first finding, in UTF-16 code units. */
const LEAD_LENGTH = 2_000;
const MAX_FINDINGS = 50;

/** Returns the excerpt of a text around its first finding. @param detection with spans in UTF-16 code units */
export function reportedTextOf(
  text: string,
  detection: Detection,
  { expected }: Labels,
  named: Pick<ReportedText, "place" | "id" | "field" | "chance">,
): ReportedText {
  const first = detection.findings[0]?.span[0] ?? 0;
  const start =
    text.length <= MAX_LENGTH
      ? 0
      : Math.max(0, Math.min(first - LEAD_LENGTH, text.length - MAX_LENGTH));
  const end = Math.min(text.length, start + MAX_LENGTH);
  const findings = detection.findings
    .filter(({ span }) => span[0] >= start && span[1] <= end)
    .slice(0, MAX_FINDINGS);
  const flagged = detection.labels.length > 0;
  return {
    ...named,
    text: text.slice(start, end),
    before: start,
    behind: text.length - end,
    findings: findings.map((finding) => moved(finding, -start)),
    verdict: expected === null ? null : flagged ? (expected ? "tp" : "fp") : expected ? "fn" : "tn",
    incomplete: detection.outcome.status === "incomplete",
  };
}

function moved(finding: Finding, by: number): Finding {
  const { span, trace } = finding;
  const steps = trace.map((step) =>
    step.span === undefined
      ? step
      : { ...step, span: [step.span[0] + by, step.span[1] + by] as const },
  );
  return { ...finding, span: [span[0] + by, span[1] + by], trace: steps };
}

/** Returns a random sample of at most `size` texts: those with the lowest random numbers. */
export function randomSample(exhibits: readonly ReportedText[], size: number): ReportedText[] {
  return exhibits.length <= size
    ? [...exhibits]
    : [...exhibits].sort((a, b) => a.chance - b.chance).slice(0, size);
}
