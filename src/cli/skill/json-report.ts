import { fileRecord } from "../report/json.js";
import type { Setting } from "../report/reporter.js";
import type { CheckedUnit } from "./check-unit.js";
import { isFlagging } from "./flagging.js";
import type { SkillSummary } from "./summary.js";
import type { UnitChange } from "./unit-changes.js";

/** A unit as the published schema describes it. */
export interface UnitRecord
  extends Pick<
    CheckedUnit,
    "kind" | "name" | "path" | "verdict" | "fingerprint" | "files" | "notRead"
  > {
  readonly findings: readonly object[];
  readonly advice: readonly object[];
  readonly limits: readonly object[];
}

/** Returns the record of a unit. */
export function unitRecord(unit: CheckedUnit, setting: Setting): UnitRecord {
  const { kind, name, path, verdict, fingerprint, files, notRead } = unit;
  const records = unit.examined.map((examined) => ({ examined, ...fileRecord(examined, setting) }));
  const findingsOf = (wanted: boolean): object[] =>
    records.flatMap(({ examined, path: file, findings }) =>
      findings
        .filter((_record, i) => {
          const finding = examined.detection.findings[i];
          return finding !== undefined && isFlagging(finding) === wanted;
        })
        .map((record) => ({ file, ...record })),
    );
  return {
    kind,
    name,
    path,
    verdict,
    fingerprint,
    findings: findingsOf(true),
    advice: findingsOf(false),
    notRead,
    limits: records.flatMap(({ path: file, outcome }) =>
      outcome.status === "incomplete" ? outcome.limits.map((limit) => ({ file, ...limit })) : [],
    ),
    files,
  };
}

/** A symbolic link that is in no skill, for example a link to a skill. Links are not followed. */
export interface UnitLink {
  readonly path: string;
  readonly target: string;
}

/**
 * Returns the complete report as one JSON document.
 * @param changes the differences from the lock file; null if there is no lock file
 */
export function jsonReport(
  { units, links }: { readonly units: readonly CheckedUnit[]; readonly links: readonly UnitLink[] },
  summary: SkillSummary,
  setting: Setting,
  changes: readonly UnitChange[] | null,
): string {
  const { revision, disabledRules } = setting;
  const head = { version: 1, tool: "curlew", revision, disabledRules };
  const records = units.map((unit) => unitRecord(unit, setting));
  return `${JSON.stringify({ ...head, units: records, links, ...(changes !== null && { changes }), summary }, null, 2)}\n`;
}
