import type { Finding, OwnQueries, Rule, Severity } from "../../core/index.js";
import type { Detector } from "../context.js";
import type { Examined } from "../examine.js";
import { failureOf } from "../failed-detection.js";
import type { Unread } from "../input/documents.js";

/** The counts of a run. */
export interface Summary {
  /** Number of analyzed texts. */
  files: number;
  /** Number of texts with at least one finding. */
  flagged: number;
  findings: number;
  advisories: number;
  /** Number of findings and advisories of each rule, by the rule's id. */
  readonly rules: Record<string, number>;
  /** Number of texts that were not analyzed completely, except those whose analysis failed. */
  incomplete: number;
  /** Numbers of skipped files and dependency folders, by reason. */
  readonly passedOver: { binary: number; unknown: number; excluded: number; dependencies: number };
  /** Numbers of ignored findings, by what ignored them. */
  readonly ignored: { comment: number; trust: number; baseline: number };
  /** Number of warnings about ignore comments. */
  ignoreRemarks: number;
  /** Number of entries of the baseline without a matching finding. */
  staleBaseline: number;
  /** Inputs that could not be read or analyzed. */
  readonly unread: Unread[];
}

/** The active rules and options, for formats that report them. */
export interface Setting {
  readonly revision: Detector["revision"];
  /** The active rules, by id. */
  readonly rules: ReadonlyMap<string, Rule>;
  readonly disabledRules: readonly string[];
  readonly ownQueries: OwnQueries;
  readonly offsetEncoding: string;
}

/** Returns the severity of a finding: that of the rule, one level lower if the fetched content is pinned; `note` for an advisory. */
export function severityOf(
  { rules }: Pick<Setting, "rules">,
  { level, rule, pinned }: Pick<Finding, "level" | "rule" | "pinned">,
): Severity {
  if (level === "advisory") return "note";
  const severity = rules.get(rule)?.severity ?? "error";
  return pinned === true ? LOWER[severity] : severity;
}

const LOWER: Readonly<Record<Severity, Severity>> = {
  error: "warning",
  warning: "note",
  note: "note",
};

/** Formats a report: its beginning, the result for each text, and its end, in the order in which they are written. */
export interface Reporter {
  begin(): string;
  file(examined: Examined): string;
  /** The output of `file` in pieces, so that the first can be written before the last is formatted. */
  pieces?(examined: Examined): Iterable<string>;
  end(summary: Summary): string;
}

export function emptySummary(): Summary {
  return {
    files: 0,
    flagged: 0,
    findings: 0,
    advisories: 0,
    rules: {},
    incomplete: 0,
    passedOver: { binary: 0, unknown: 0, excluded: 0, dependencies: 0 },
    ignored: { comment: 0, trust: 0, baseline: 0 },
    ignoreRemarks: 0,
    staleBaseline: 0,
    unread: [],
  };
}

/** Adds the result for a text to a summary. */
export function count(summary: Summary, { detection, ignored, ignoreRemarks }: Examined): void {
  const findings = detection.findings.filter((finding) => finding.level === "finding").length;
  summary.files++;
  summary.findings += findings;
  summary.advisories += detection.findings.length - findings;
  for (const { rule } of detection.findings) summary.rules[rule] = (summary.rules[rule] ?? 0) + 1;
  for (const { by } of ignored) summary.ignored[by]++;
  summary.ignoreRemarks += ignoreRemarks.length;
  if (findings > 0) summary.flagged++;
  if (detection.outcome.status === "incomplete" && failureOf(detection) === null)
    summary.incomplete++;
}
