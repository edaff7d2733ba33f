import type { CheckedUnit, UnitVerdict } from "./check-unit.js";

/** A path that was given and could not be checked. */
export interface UncheckedPath {
  readonly path: string;
  readonly message: string;
}

/** The number of units with each verdict, and the paths that could not be checked. */
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
 * Returns the exit status: 2 if a path could not be checked, 1 if a unit is flagged or differs from the lock file, 2 if a unit is
 * incomplete, else 0.
 * @param isChanged whether a unit differs from the lock file
 */
export function statusOf(
  { flagged, incomplete, unread }: SkillSummary,
  isChanged: boolean,
): number {
  if (unread.length > 0) return 2;
  if (flagged > 0 || isChanged) return 1;
  return incomplete > 0 ? 2 : 0;
}
