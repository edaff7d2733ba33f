import type { CheckedUnit, UnitVerdict } from "./check-unit.js";

/** A path that was given and could not be checked. */
export interface UncheckedPath {
  readonly path: string;
  readonly message: string;
}

/** How many units of a run have each verdict. */
export interface SkillSummary extends Readonly<Record<UnitVerdict, number>> {
  readonly units: number;
  readonly unread: readonly UncheckedPath[];
}

export function summaryOf(
  units: readonly CheckedUnit[],
  unread: readonly UncheckedPath[],
): SkillSummary {
  const count = (verdict: UnitVerdict): number =>
    units.filter((unit) => unit.verdict === verdict).length;
  return {
    units: units.length,
    flagged: count("flagged"),
    advice: count("advice"),
    clear: count("clear"),
    incomplete: count("incomplete"),
    unread,
  };
}

/**
 * Returns the exit status: that of `curlew scan`, for units instead of texts. @param isChanged whether a unit differs from the
 * lock file
 */
export function statusOf(
  { flagged, incomplete, unread }: SkillSummary,
  isChanged: boolean,
): number {
  if (unread.length > 0) return 2;
  if (flagged > 0 || isChanged) return 1;
  return incomplete > 0 ? 2 : 0;
}
