import type { Detection, Finding } from "../../../core/index.js";
import type { Labels } from "./labels.js";

/** A text in a report: with its findings, and the expected ones. Offsets count UTF-16 within `text`. */
export interface ReportedText {
  /** The name of the record in messages. */
  readonly place: string;
  readonly id: string | number;
  readonly field: string | null;
  readonly text: string;
  /** Number of characters omitted before and after. */
  readonly before: number;
  readonly behind: number;
  readonly findings: readonly Finding[];
  readonly verdict: "tp" | "fp" | "fn" | "tn" | null;
  readonly incomplete: boolean;
  /** The texts with the lowest are shown. */
  readonly chance: number;
}

const LONGEST = 12_000;
const MARGIN = 2_000;
const MOST_FINDINGS = 50;

/** @param detection in UTF-16 */
export function reportedTextOf(
  text: string,
  detection: Detection,
  { expected }: Labels,
  named: Pick<ReportedText, "place" | "id" | "field" | "chance">,
): ReportedText {
  const first = detection.findings[0]?.span[0] ?? 0;
  const start =
    text.length <= LONGEST ? 0 : Math.max(0, Math.min(first - MARGIN, text.length - LONGEST));
  const end = Math.min(text.length, start + LONGEST);
  const findings = detection.findings
    .filter(({ span }) => span[0] >= start && span[1] <= end)
    .slice(0, MOST_FINDINGS);
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

/** Returns the texts with the lowest random numbers, at most `most` of them. */
export function chosen(exhibits: readonly ReportedText[], most: number): ReportedText[] {
  return exhibits.length <= most
    ? [...exhibits]
    : [...exhibits].sort((a, b) => a.chance - b.chance).slice(0, most);
}
