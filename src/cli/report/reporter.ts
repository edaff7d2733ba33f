import type { Finding, OwnQueries, Rule, Severity } from "../../core/index.js";
import type { Detector } from "../context.js";
import type { Examined } from "../examine.js";
import { failureOf } from "../failed-detection.js";
import type { Unread } from "../input/documents.js";

/** The summary of a run. */
export interface Summary {
  /** Texts that were examined. */
  files: number;
  /** Texts with at least one finding. */
  flagged: number;
  findings: number;
  advisories: number;
  /** How often each rule was reported, findings and advisories, by the id of the rule. */
  readonly rules: Record<string, number>;
  /** Texts that were not analyzed completely. */
  incomplete: number;
  /** Skipped files in folders, and folders of dependencies. */
  readonly passedOver: { binary: number; unknown: number; excluded: number; dependencies: number };
  /** Ignored findings, by what ignored them. */
  readonly ignored: { comment: number; trust: number; baseline: number };
  /** Ignore comments with something wrong about them. */
  ignoreRemarks: number;
  /** Entries of the baseline that are no longer needed. */
  staleBaseline: number;
  /** Named inputs that could not be read. */
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

/** Returns the severity of a finding: its rule's, one level lower if its address is pinned; an advisory is a note. */
export function severityOf(
  { rules }: Pick<Setting, "rules">,
  { level, rule, pinned }: Pick<Finding, "level" | "rule" | "pinned">,
): Severity {
  if (level === "advisory") return "note";
  const severity = rules.get(rule)?.severity ?? "error";
  return pinned === true ? LESS[severity] : severity;
}

const LESS: Readonly<Record<Severity, Severity>> = {
  error: "warning",
  warning: "note",
  note: "note",
};

/** A format: pieces of text in the order in which they are written. */
export interface Reporter {
  begin(): string;
  file(examined: Examined): string;
  /** The same, made piece by piece, so that a reader gets the first before the last is made. */
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

/** Counts a text. */
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
