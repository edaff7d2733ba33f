import type { Detection } from "../../core/index.js";
import { withSeverities, type Settings } from "../config/settings.js";
import type { Analyzer } from "../analyzer.js";
import type { Detector } from "../context.js";
import { formatOf, judge, runAnyway, type Examined } from "../examine.js";
import { explanations } from "../explain/explanations.js";
import type { Document } from "../input/documents.js";
import { fileRecord } from "../report/json.js";
import { count, emptySummary, type Setting } from "../report/reporter.js";
import { plural, TextReporter } from "../report/text.js";
import type { Suppressions } from "../suppress/suppress-findings.js";
import type { Answer, Question } from "./mcp-package.js";

/** Time limit for the analysis of one text, in milliseconds. */
export const DEADLINE_MS = 8000;
/** Limits of a response, because clients truncate or reject longer ones: numbers of entries, and lengths in UTF-16 code units. */
export const LIMITS = { findings: 50, notes: 20, steps: 20, text: 1000, report: 50_000 };
/** Languages of shells, which run a command even if a comment warns against it. */
const SHELLS = new Set(["bash", "sh", "shell", "zsh", "fish", "ksh", "dash"]);

/** A text to check. */
export interface NamedText {
  /** The name of the text in the result. */
  readonly name: string;
  readonly text: string;
  /** The tag of a fence; null for Markdown and prose. */
  readonly language: string | null;
}

/** The detector, settings and limits with which a text is checked. */
export interface CheckContext {
  readonly detector: Detector;
  readonly analyzer: Analyzer;
  readonly settings: Settings;
  readonly signal: AbortSignal;
  /** Time limit for one text, in milliseconds. */
  readonly deadlineMs: number;
  /** Maximum number of findings that are shown for one text. */
  readonly maxFindings: number;
}

export type Verdict = "unsafe" | "advisory" | "clean" | "undecided";

/** The result for one text. */
export interface CheckedText {
  readonly verdict: Verdict;
  /** The findings as text for the model. */
  readonly report: string;
  /** The summary as text for the model. */
  readonly end: string;
  /** The findings, notes and outcome as structured data. */
  readonly data: Record<string, unknown>;
}

/** Checks a text from an agent as `curlew scan -` does. Nothing in the text can suppress a finding. */
export async function answerTo(
  { text, language }: Question,
  using: Pick<CheckContext, "detector" | "analyzer" | "settings" | "signal">,
): Promise<Answer> {
  const { verdict, report, end, data } = await checkText(
    { name: "text", text, language: language ?? null },
    { ...using, deadlineMs: DEADLINE_MS, maxFindings: LIMITS.findings },
  );
  const { profile } = using.detector.revision;
  return { text: `${verdict}\n\n${report}${end}`, data: { verdict, profile, ...data } };
}

/** Checks one text. */
export async function checkText(
  { name, text, language }: NamedText,
  { detector, analyzer, settings, signal, deadlineMs, maxFindings }: CheckContext,
): Promise<CheckedText> {
  const document: Document = { path: name, text, tag: language, remarks: [], isFile: false };
  const setting = settingOf(detector, settings);
  const found = await analyzer.detect(text, { deadlineMs, ...formatOf(document) }, signal);
  const examined = judge(document, found, suppressionsOf(settings, setting), "utf-16");
  const { detection } = examined;
  const summary = emptySummary();
  count(summary, examined);
  const reporter = new TextReporter(setting, {
    paint: (_style, plain) => plain,
    trace: false,
    quiet: false,
    showIgnored: true,
  });
  const shown = shortened(examined, maxFindings);
  const { findings, notes, outcome } = fileRecord(shown, setting);
  const omitted = omittedFrom(examined, shown);
  const report = clipped(`${reporter.file(shown)}${warnings(detection, language)}`);
  return {
    verdict: verdictOf(detection, language),
    report: `${report}${omitted === null ? "" : `${omitted.message}\n`}`,
    end: reporter.end(summary),
    data: { findings, notes, outcome, ...(omitted !== null && { omitted }) },
  };
}

/** Returns a result with only its first findings, notes and limits, and with truncated texts. */
function shortened(examined: Examined, maxFindings: number): Examined {
  const truncated = (detection: Detection): Detection => ({
    ...detection,
    spans: detection.spans.slice(0, maxFindings),
    findings: detection.findings.slice(0, maxFindings).map((finding) => ({
      ...finding,
      text: short(finding.text, LIMITS.text),
      trace: finding.trace.slice(0, LIMITS.steps),
    })),
    notes: detection.notes.slice(0, LIMITS.notes),
    outcome:
      detection.outcome.status === "complete"
        ? detection.outcome
        : { ...detection.outcome, limits: detection.outcome.limits.slice(0, LIMITS.notes) },
  });
  return {
    ...examined,
    detection: truncated(examined.detection),
    encoded: truncated(examined.encoded),
    ignored: examined.ignored.slice(0, LIMITS.notes),
    encodedIgnored: examined.encodedIgnored.slice(0, LIMITS.notes),
  };
}

/** Returns the numbers of omitted findings and notes, and a message for the model; null if none are omitted. */
function omittedFrom(
  { detection: all }: Examined,
  { detection: shown }: Examined,
): { findings: number; notes: number; message: string } | null {
  const findings = all.findings.length - shown.findings.length;
  const notes = all.notes.length - shown.notes.length;
  if (findings === 0 && notes === 0) return null;
  return {
    findings,
    notes,
    message: `omitted: ${plural(findings, "further finding")} and ${plural(notes, "further note")}; check a part of the text, or run "curlew scan --format jsonl" on a file that contains it`,
  };
}

export function clipped(report: string): string {
  return report.length <= LIMITS.report
    ? report
    : `${report.slice(0, LIMITS.report)}\n… the rest of this report is omitted\n`;
}

function short(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

function verdictOf(detection: Detection, language: string | null): Verdict {
  if (detection.labels.length > 0 || commandsRunAnyway(detection, language).length > 0)
    return "unsafe";
  if (detection.outcome.status !== "complete") return "undecided";
  return detection.findings.length > 0 ? "advisory" : "clean";
}

/** Returns the commands in shell code that were dismissed because a comment warns against or reports them; a shell runs them anyway. */
function commandsRunAnyway(
  detection: Detection,
  language: string | null,
): ReturnType<typeof runAnyway> {
  return language !== null && SHELLS.has(language.toLowerCase()) ? runAnyway(detection) : [];
}

function warnings(detection: Detection, language: string | null): string {
  return commandsRunAnyway(detection, language)
    .map(({ rule, message }) => `${rule}: ${message}, but a shell runs this text anyway\n`)
    .join("");
}

export function settingOf(detector: Detector, settings: Settings): Setting {
  const { revision, disabledRules, ownQueries } = detector;
  const rules = new Map(withSeverities(detector.rules, settings).map((rule) => [rule.id, rule]));
  return { revision, rules, disabledRules, ownQueries, offsetEncoding: "utf-16" };
}

export function suppressionsOf(
  { requireReason, trust }: Settings,
  { rules }: Setting,
): Suppressions {
  return {
    comments: false,
    requireReason,
    trust,
    baseline: null,
    rules,
    isRule: (id) => rules.has(id) || explanations.has(id),
  };
}
