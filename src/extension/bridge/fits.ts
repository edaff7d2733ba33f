import type { Assessment } from "./assessment.js";

/**
 * Whether an assessment fits the text it is about and does not contradict itself: spans and findings lie in
 * the text, each finding repeats its characters, and the verdict is the one that label, findings and outcome
 * allow. One that does not is never shown.
 */
export function fitsText(assessment: Assessment, text: string): boolean {
  const inside = ([start, end]: readonly [number, number]): boolean =>
    start < end && end <= text.length;
  return (
    assessment.spans.every(inside) &&
    assessment.findings.every(
      ({ span, text: evidence }) => inside(span) && text.slice(...span) === evidence,
    ) &&
    isConsistent(assessment)
  );
}

function isConsistent({
  verdict,
  labels,
  spans,
  findings,
  outcome,
  contractLabels,
  profile,
}: Assessment): boolean {
  const found = labels.length > 0;
  const contract = contractLabels?.length ?? labels.length;
  // A label may come without spans, but nothing else of a finding may come without the label; advice is no finding.
  if (!found && (spans.length > 0 || findings.some(({ level }) => level === "finding")))
    return false;
  // What the closed list finds, the longer one finds too.
  if (!found && contract > 0) return false;
  if (profile === "contract" && contract !== labels.length) return false;
  return (
    found === (verdict === "finding") && (verdict !== "clear" || outcome.status === "complete")
  );
}
