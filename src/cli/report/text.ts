import type { Detection, Finding, Note, TraceStep } from "../../core/index.js";
import type { Examined } from "../examine.js";
import type { Paint } from "../paint.js";
import type { Ignored, IgnoreRemark } from "../suppress/suppress-findings.js";
import { excerpt } from "./excerpt.js";
import { Lines } from "./lines.js";
import { remedyLines } from "./remedy.js";
import { ruleRemarks } from "../rule-options.js";
import { severityOf, type Reporter, type Setting, type Summary } from "./reporter.js";
import { showText } from "./terminal-text.js";

export interface TextOptions {
  readonly paint: Paint;
  readonly trace: boolean;
  readonly quiet: boolean;
  readonly showIgnored: boolean;
  /** The name of an advisory; `advisory` by default. */
  readonly advisoryName?: (finding: Finding) => string;
}

/** Maximum number of lines of a payload, and of characters of a line, that are shown; other formats contain the whole payload. */
const MAX_PAYLOAD = { lines: 8, width: 200 };

/** Writes text for people: position, rule, excerpt, reason and a safer command of each finding. */
export class TextReporter implements Reporter {
  /** The safer commands that were already shown, each with the position of the finding for which it was shown. */
  private readonly remedies = new Map<string, string>();

  constructor(
    private readonly setting: Setting,
    private readonly options: TextOptions,
  ) {}

  begin(): string {
    return "";
  }

  file(examined: Examined): string {
    return [...this.pieces(examined)].join("");
  }

  *pieces({ document, detection, ignored, ignoreRemarks }: Examined): Generator<string> {
    const lines = Lines.of(document);
    const name = showText(document.path).text;
    const { showIgnored, quiet, trace } = this.options;
    for (const finding of detection.findings) yield this.finding(name, lines, finding);
    if (showIgnored) for (const each of ignored) yield this.ignored(name, lines, each);
    if (!quiet) for (const remark of ignoreRemarks) yield this.remark(name, remark);
    if (trace) for (const note of detection.notes) yield this.note(name, lines, note);
    yield this.outcome(name, lines, detection);
  }

  end(summary: Summary): string {
    if (this.options.quiet) return "";
    const ofRules = ruleRemarks(this.setting).map((remark) => `${showText(remark).text}\n`);
    return [
      ...countsOf(summary),
      this.options.paint(summary.findings > 0 ? "red" : "bold", verdict(summary)) +
        remarks(summary) +
        "\n",
      ...ofRules,
    ].join("");
  }

  private finding(name: string, lines: Lines, finding: Finding): string {
    const { paint, advisoryName } = this.options;
    const severity =
      finding.level === "advisory"
        ? (advisoryName?.(finding) ?? finding.level)
        : severityOf(this.setting, finding);
    const pinned = finding.pinned === true ? paint("dim", "pinned ") : "";
    const unjudged = finding.unjudged === true ? paint("dim", "not judged ") : "";
    const level = (severity === "error" ? "" : paint("yellow", `${severity} `)) + pinned + unjudged;
    const rule = this.setting.rules.get(finding.rule);
    const sentence = rule === undefined ? "" : ` ${showText(rule.message).text}`;
    const heading = `${this.place(name, lines, finding.span[0])}: ${level}${paint("red", finding.rule)}${sentence}`;
    const reason = reasonOf(finding.trace);
    return [
      `${heading}\n`,
      excerpt(lines, finding.span, paint),
      reason === "" ? "" : `  ${paint("cyan", "why:")} ${showText(reason).text}\n`,
      this.payload(finding),
      rule?.help === undefined ? this.safer(name, lines, finding) : this.help(rule.help),
      this.options.trace ? this.steps(lines, finding.trace) : "",
      "\n",
    ].join("");
  }

  /** Returns the first lines of the decoded payload; empty if the finding has none. */
  private payload({ payload }: Finding): string {
    if (payload === undefined) return "";
    const { paint } = this.options;
    const lines = payload.text.trimEnd().split("\n");
    const shown = lines
      .slice(0, MAX_PAYLOAD.lines)
      .map(
        (line) =>
          showText(line.length <= MAX_PAYLOAD.width ? line : `${line.slice(0, MAX_PAYLOAD.width)}…`)
            .text,
      );
    const rest =
      lines.length > shown.length
        ? paint("dim", `… ${lines.length - shown.length} more lines`)
        : payload.truncated
          ? paint("dim", "… truncated")
          : null;
    return `  ${paint("cyan", "payload:")}\n${[...shown, ...(rest === null ? [] : [rest])].map((line) => `  ${paint("dim", "│")} ${line}\n`).join("")}`;
  }

  /** Returns the safer commands, or a reference to the finding for which the same commands were already shown. */
  private safer(name: string, lines: Lines, finding: Finding): string {
    const [first, ...others] = remedyLines(finding, lines.text).map((line) => showText(line).text);
    if (first === undefined) return "";
    const key = [first, ...others].join("\n");
    const shown = this.remedies.get(key);
    if (shown !== undefined)
      return `  ${this.options.paint("green", "safer:")} as shown at ${shown}\n`;
    this.remedies.set(key, `${name}:${placeOf(lines, finding.span[0])}`);
    return `  ${this.options.paint("green", "safer:")} ${first}\n${others.map((line) => `         ${line}\n`).join("")}`;
  }

  private help(help: string): string {
    const [first = "", ...others] = help.split("\n").map((line) => showText(line).text);
    return `  ${this.options.paint("green", "help:")} ${first}\n${others.map((line) => `        ${line}\n`).join("")}`;
  }

  private steps(lines: Lines, trace: readonly TraceStep[]): string {
    const shown = trace.map((step, i) => {
      const at = step.span
        ? ` ${this.options.paint("dim", `at ${placeOf(lines, step.span[0])} «${clip(lines.text.slice(...step.span))}»`)}`
        : "";
      const patterns =
        step.patterns === undefined
          ? ""
          : ` ${this.options.paint("dim", `by ${showText(step.patterns.join(", ")).text}`)}`;
      return `    ${i + 1}. ${step.step}: ${showText(step.message).text}${ruleOf(step)}${at}${patterns}\n`;
    });
    return `  ${this.options.paint("cyan", "trace:")}\n${shown.join("")}`;
  }

  private ignored(name: string, lines: Lines, { finding, by, reason }: Ignored): string {
    const why = reason === null ? by : `${by}: ${showText(reason).text}`;
    const what = clip(finding.text.replace(/\s+/g, " "));
    return `${this.place(name, lines, finding.span[0])}: ${this.options.paint("dim", `ignored (${why})`)} ${finding.rule} «${what}»\n`;
  }

  private remark(name: string, { place, message }: IgnoreRemark): string {
    const { paint } = this.options;
    return `${paint("bold", `${name}:${place.line}:${place.column}`)}: ${paint("yellow", showText(message).text)}\n`;
  }

  private note(name: string, lines: Lines, note: Note): string {
    const what = clip(lines.text.slice(...note.span));
    const rule = note.rule === undefined ? "" : ` ${note.rule}`;
    const message = showText(note.message).text;
    return `${this.place(name, lines, note.span[0])}: ${this.options.paint("dim", `${note.kind} (${note.reason})${rule}`)} ${message} «${what}»\n`;
  }

  private outcome(name: string, lines: Lines, { outcome }: Detection): string {
    if (outcome.status === "complete") return "";
    const { paint } = this.options;
    return outcome.limits
      .map(
        (limit) =>
          `${this.place(name, lines, limit.span[0])}: ${paint("yellow", `not fully analyzed (${limit.limit})`)} ${showText(limit.message).text}\n`,
      )
      .join("");
  }

  private place(name: string, lines: Lines, offset: number): string {
    return this.options.paint("bold", `${name}:${placeOf(lines, offset)}`);
  }
}

function placeOf(lines: Lines, offset: number): string {
  const { line, column } = lines.position(offset);
  return `${line}:${column}`;
}

function clip(text: string): string {
  return showText(text.length <= 60 ? text : `${text.slice(0, 59)}…`).text;
}

function ruleOf({ cardRule }: TraceStep): string {
  return cardRule === undefined ? "" : ` (rule ${cardRule})`;
}

/** Returns the messages of the steps that decide a finding: fetch, output, decode and execute. */
export function reasonOf(trace: readonly TraceStep[]): string {
  const deciding = trace.filter(
    (step) =>
      step.step === "fetch" ||
      step.step === "output" ||
      step.step === "decode" ||
      step.step === "execute",
  );
  return [...new Set(deciding.map((step) => step.message))].join("; ");
}

/** Returns a line for each reported rule, the most frequent one first; none if there are fewer than two findings. */
function countsOf({ rules, findings, advisories }: Summary): string[] {
  if (findings + advisories < 2) return [];
  const counts = Object.entries(rules).sort(
    ([a, m], [b, n]) => n - m || (a < b ? -1 : a > b ? 1 : 0),
  );
  const width = String(counts[0]?.[1] ?? 0).length;
  return counts.map(([rule, n]) => `${String(n).padStart(width)} ${showText(rule).text}\n`);
}

/** Returns the summary of a run as one line. */
export function totals(summary: Summary): string {
  return verdict(summary) + remarks(summary);
}

function verdict({ findings, flagged, files, advisories }: Summary): string {
  if (files === 0) return "nothing was scanned";
  const found = findings === 0 ? "no findings" : `${plural(findings, "finding")} in ${flagged} of`;
  const where = findings === 0 ? `in ${plural(files, "text")}` : plural(files, "text");
  return `${found} ${where}${advisories > 0 ? `, ${plural(advisories, "advisory", "advisories")}` : ""}`;
}

function remarks({
  incomplete,
  unread,
  passedOver,
  ignored,
  ignoreRemarks,
  staleBaseline,
}: Summary): string {
  const failed = unread.filter(({ reason }) => reason === "failed").length;
  const parts = [
    suppressed(ignored.comment, "this repository's comments"),
    suppressed(ignored.trust, "trusted addresses"),
    suppressed(ignored.baseline, "the baseline"),
    ignoreRemarks > 0 ? `${plural(ignoreRemarks, "remark")} about ignore comments` : "",
    staleBaseline > 0
      ? `${plural(staleBaseline, "entry", "entries")} of the baseline no longer needed`
      : "",
    incomplete > 0 ? `${incomplete} not fully analyzed` : "",
    failed > 0 ? `${failed} could not be analyzed` : "",
    unread.length > failed ? `${unread.length - failed} could not be read` : "",
    passedOver.binary > 0 ? `${plural(passedOver.binary, "binary file")} skipped` : "",
    passedOver.excluded > 0 ? `${passedOver.excluded} excluded` : "",
    passedOver.dependencies > 0
      ? `${plural(passedOver.dependencies, "dependency folder")} skipped (--include-dependencies)`
      : "",
    passedOver.unknown > 0 ? `${plural(passedOver.unknown, "file")} of unknown type skipped` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

function suppressed(count: number, by: string): string {
  return count > 0 ? `${plural(count, "finding")} suppressed by ${by}` : "";
}

export function plural(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`;
}
