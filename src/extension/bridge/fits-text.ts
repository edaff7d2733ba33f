import type { Assessment } from "./assessment.js";

/**
 * Whether an assessment is consistent with its text and with itself: spans and findings are within the text, each finding repeats
 * the characters of its span, and the verdict agrees with labels, findings and outcome. An inconsistent assessment is never shown.
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
  // Labels can occur without spans, but not spans or findings without labels. Advisory findings do not count.
  if (!found && (spans.length > 0 || findings.some(({ level }) => level === "finding")))
    return false;
  // The extended profile finds everything that the contract profile finds.
  if (!found && contract > 0) return false;
  if (profile === "contract" && contract !== labels.length) return false;
  return (
    found === (verdict === "finding") && (verdict !== "clear" || outcome.status === "complete")
  );
}
