import type { Detection } from "../../core/index.js";
import { withSeverities, type Settings } from "../config/settings.js";
import type { Detector } from "../context.js";
import { examine, judge, runAnyway } from "../examine.js";
import { explanations } from "../explain/explanations.js";
import type { Document } from "../input/documents.js";
import { fileRecord } from "../report/json.js";
import { count, emptySummary, type Setting } from "../report/reporter.js";
import { TextReporter } from "../report/text.js";
import type { Suppressions } from "../suppress/apply.js";
import type { Answer, Question } from "./port.js";

const DEADLINE_MS = 8000;
/** What a shell runs: a comment that warns against it keeps it from nothing. */
const SHELLS = new Set(["bash", "sh", "shell", "zsh", "fish", "ksh", "dash"]);

/** Judges a text that an agent asks about, as `curlew scan -` would; nothing in it can say that a finding is fine. */
export function answerTo(
  { text, language }: Question,
  detector: Detector,
  settings: Settings,
): Answer {
  const document: Document = {
    path: "text",
    text,
    tag: language ?? null,
    remarks: [],
    isFile: false,
  };
  const setting = settingOf(detector, settings);
  const examined = judge(
    document,
    examine(detector, document, DEADLINE_MS),
    suppressionsOf(settings, setting),
    "utf-16",
  );
  const { detection } = examined;
  const summary = emptySummary();
  count(summary, examined);
  const reporter = new TextReporter(setting, {
    paint: (_style, plain) => plain,
    trace: false,
    quiet: false,
    showIgnored: true,
  });
  const verdict = verdictOf(detection, language);
  const { findings, notes, outcome } = fileRecord(examined, setting);
  return {
    text: `${verdict}\n\n${reporter.file(examined)}${warnings(detection, language)}${reporter.end(summary)}`,
    data: { verdict, profile: detector.revision.profile, findings, notes, outcome },
  };
}

function verdictOf(
  detection: Detection,
  language: string | undefined,
): "unsafe" | "clean" | "undecided" {
  if (detection.labels.length > 0 || runsAnyway(detection, language).length > 0) return "unsafe";
  return detection.outcome.status === "complete" ? "clean" : "undecided";
}

/** What a comment inside a command for the shell warns against: the shell runs it all the same. */
function runsAnyway(
  detection: Detection,
  language: string | undefined,
): ReturnType<typeof runAnyway> {
  return language !== undefined && SHELLS.has(language.toLowerCase()) ? runAnyway(detection) : [];
}

function warnings(detection: Detection, language: string | undefined): string {
  return runsAnyway(detection, language)
    .map(
      ({ rule, message }) =>
        `${rule}: ${message}, but a shell that is given this text runs it all the same\n`,
    )
    .join("");
}

function settingOf(detector: Detector, settings: Settings): Setting {
  const { revision, disabledRules, ownQueries } = detector;
  const rules = new Map(withSeverities(detector.rules, settings).map((rule) => [rule.id, rule]));
  return { revision, rules, disabledRules, ownQueries, offsetEncoding: "utf-16" };
}

function suppressionsOf({ requireReason, trust }: Settings, { rules }: Setting): Suppressions {
  return {
    comments: false,
    requireReason,
    trust,
    baseline: null,
    rules,
    isRule: (id) => rules.has(id) || explanations.has(id),
  };
}
