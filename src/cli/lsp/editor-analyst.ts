import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Detection, Finding } from "../../core/index.js";
import { Analyzer } from "../analyzer.js";
import { readSettings, withSettings, withSeverities, type Settings } from "../config/settings.js";
import type { Context, Detector } from "../context.js";
import { formatOf, judge, type Examined } from "../examine.js";
import { explanations } from "../explain/explanations.js";
import { pagePath, siteAddress } from "../explain/page-urls.js";
import { messageOf } from "../failure.js";
import type { Document } from "../input/documents.js";
import { kindOf, shebangTag } from "../input/file-type.js";
import type { RuleOptions } from "../options.js";
import { Lines } from "../report/lines.js";
import { plural } from "../report/text.js";
import { severityOf, type Setting } from "../report/reporter.js";
import { ruleChoice } from "../rule-options.js";
import { excludesOf } from "../scan/excludes.js";
import type { Suppressions } from "../suppress/suppress-findings.js";
import { Baseline } from "../suppress/baseline.js";
import { actionsFor } from "./actions.js";
import { hoverOf } from "./hover.js";
import type { Action, Analyst, File, NewText, Problem } from "./lsp-package.js";

export interface AnalystOptions extends RuleOptions {
  /** Whether the profile was named on the command line; a configuration then does not change it. */
  readonly profileGiven: boolean;
  /** The path of the baseline, relative to the open folder; null if there is none. */
  readonly baseline: string | null;
  /** Maximum length of a text that is analyzed in this process, in UTF-16 code units; longer ones are analyzed in a child process. */
  readonly maxLocalLength?: number;
}

/** Time limit for the analysis of one text, in milliseconds: long enough for the first text on a busy machine. */
const DEADLINE_MS = 8000;

/** Maximum number of findings, and of limits, in one text that are sent to the editor. */
const MAX_SHOWN = 1000;

/** The language tag for each language identifier of editors that is not itself a tag; null for prose. */
const EDITOR_NAMES: Readonly<Record<string, string | null>> = {
  shellscript: "bash",
  markdown: null,
  plaintext: null,
  restructuredtext: null,
  latex: "tex",
  javascriptreact: "jsx",
  typescriptreact: "tsx",
};

/** The configuration that applies to a file, and a detector with the rules that it selects. */
interface FileContext {
  readonly setting: Setting;
  readonly suppressions: Suppressions;
  readonly detect: (document: Document, signal: AbortSignal) => Promise<Detection>;
  readonly isExcluded: boolean;
  /** Warnings about the configuration and the baseline. */
  readonly remarks: readonly string[];
  readonly detector: Detector;
  /** The path of the baseline; null if there is none, and for files outside open folders. */
  readonly baseline: string | null;
}

/** An analyzed text and its result. */
interface Analyzed {
  readonly detector: Detector;
  readonly tag: string | null;
  readonly text: string;
  readonly detection: Detection;
}

/**
 * Analyzes open documents as `curlew scan` analyzes files. Comments and the configuration of the project apply only to documents that
 * are files on disk.
 */
export class EditorAnalyst implements Analyst {
  private readonly detectors = new Map<string, Promise<Detector>>();
  private readonly analyzers = new Map<string, Analyzer>();
  /** The last analyzed text, which is kept because editors request actions for its findings. */
  private last: Analyzed | null = null;

  constructor(
    private readonly context: Context,
    private readonly options: AnalystOptions,
  ) {}

  async problems(
    file: File,
    signal: AbortSignal,
  ): Promise<{ problems: readonly Problem[]; remarks: readonly string[] }> {
    const fileContext = await this.contextOf(file);
    if (fileContext.isExcluded) return { problems: [], remarks: fileContext.remarks };
    const document = documentOf(file);
    const examined = examinedBy(
      fileContext,
      document,
      await this.analyzed(fileContext, document, signal),
    );
    const site = siteAddress(this.context.env);
    return {
      problems: problemsOf(examined, fileContext.setting, site),
      remarks: fileContext.remarks,
    };
  }

  async actions(file: File, problem: Problem, signal: AbortSignal): Promise<readonly Action[]> {
    const fileContext = await this.contextOf(file);
    const document = documentOf(file);
    const detection = await this.analyzed(fileContext, document, signal);
    const before = examinedBy(fileContext, document, detection);
    const finding = before.detection.findings.find(
      ({ rule, span }) => rule === problem.code && span[0] === problem.span[0],
    );
    if (finding === undefined) return [];
    return actionsFor({
      document,
      finding,
      before,
      detector: fileContext.detector,
      examine: async (text) => {
        // lets a cancellation from the editor be received
        await new Promise(setImmediate);
        signal.throwIfAborted();
        const changed = { ...document, text };
        return examinedBy(fileContext, changed, await fileContext.detect(changed, signal));
      },
      baseline: () => baselineWith(fileContext.baseline, document.path, detection, finding),
    });
  }

  private async analyzed(
    { detector, detect }: FileContext,
    document: Document,
    signal: AbortSignal,
  ): Promise<Detection> {
    const { text, tag } = document;
    const { last } = this;
    if (last?.text === text && last.tag === tag && last.detector === detector)
      return last.detection;
    const detection = await detect(document, signal);
    signal.throwIfAborted();
    this.last = { detector, tag, text, detection };
    return detection;
  }

  private async contextOf(file: File): Promise<FileContext> {
    const { settings, remarks } = await this.settingsOf(file);
    const choice = ruleChoice(
      withSettings(this.options, settings, {
        profileGiven: this.options.profileGiven,
        suppress: true,
      }),
    );
    const key = JSON.stringify(choice);
    const making = this.detectors.get(key) ?? this.context.toolkit.createDetector(choice);
    this.detectors.set(key, making);
    const detector = await making;
    const { toolkit } = this.context;
    const { maxLocalLength = Infinity } = this.options;
    const analyzer =
      this.analyzers.get(key) ?? Analyzer.with(toolkit, choice, detector, { maxLocalLength });
    this.analyzers.set(key, analyzer);
    const { revision, disabledRules, ownQueries } = detector;
    const folder = file.path === null ? null : file.folder;
    const named = this.options.baseline;
    const baseline = folder === null || named === null ? null : resolve(folder, named);
    const known = await readBaseline(baseline);
    const rules = new Map(withSeverities(detector.rules, settings).map((rule) => [rule.id, rule]));
    const { requireReason, trust } = settings;
    const isRule = (id: string): boolean =>
      rules.has(id) || explanations.has(id) || disabledRules.includes(id);
    return {
      setting: { revision, rules, disabledRules, ownQueries, offsetEncoding: "utf-16" },
      suppressions: {
        comments: file.path !== null,
        requireReason,
        trust,
        baseline: known.baseline,
        rules,
        isRule,
      },
      detector,
      baseline,
      detect: (document, signal) => {
        const bounds = { deadlineMs: DEADLINE_MS, ...formatOf(document) };
        return analyzer.detect(document.text, bounds, signal);
      },
      isExcluded:
        file.path !== null &&
        excludesOf(
          settings,
          { suppressions: true, targets: [] },
          this.context.cwd,
        )(file.path, false),
      remarks: [...remarks, ...known.remarks],
    };
  }

  /** Returns the configuration for a file; if it is invalid, only the user's configuration is used, and a warning is returned. */
  private async settingsOf({
    path,
    folder,
  }: File): Promise<{ settings: Settings; remarks: readonly string[] }> {
    const context = {
      ...this.context,
      cwd: folder ?? (path === null ? this.context.cwd : dirname(path)),
    };
    try {
      return { settings: await readSettings(context, { project: path !== null }), remarks: [] };
    } catch (error) {
      const settings = await readSettings(context, { project: false }).catch(() =>
        readSettings({ cwd: context.cwd, env: {} }, { project: false }),
      );
      return { settings, remarks: [messageOf(error)] };
    }
  }
}

function examinedBy({ suppressions }: FileContext, document: Document, found: Detection): Examined {
  return judge(document, found, suppressions, "utf-16");
}

/** Reads the baseline from its file; null if there is none, or, with a warning, if it cannot be read. */
async function readBaseline(
  path: string | null,
): Promise<{ baseline: Baseline | null; remarks: readonly string[] }> {
  if (path === null || !existsSync(path)) return { baseline: null, remarks: [] };
  try {
    return { baseline: await Baseline.read(dirname(path), path, false), remarks: [] };
  } catch (error) {
    return { baseline: null, remarks: [messageOf(error)] };
  }
}

/** Returns the content of the baseline with an entry for a finding; null if no baseline is configured or it cannot be read. */
async function baselineWith(
  path: string | null,
  file: string,
  { findings }: Detection,
  finding: Finding,
): Promise<NewText | null> {
  if (path === null) return null;
  try {
    const old = existsSync(path) ? await readFile(path, "utf8") : null;
    const baseline = await Baseline.read(dirname(path), path, true);
    return { path, old, text: baseline.including(file, findings, finding) };
  } catch {
    return null; // the warnings about the document describe the problem
  }
}

/** Converts an editor's document to a text to scan. The name or the first line determines the language, or else the editor. */
function documentOf({ path, language, text }: File): Document {
  const kind = kindOf(path ?? "");
  const byEditor = EDITOR_NAMES[language] === undefined ? language : EDITOR_NAMES[language];
  return {
    path: path ?? "untitled",
    text,
    tag: kind.known ? kind.tag : (shebangTag(text) ?? byEditor),
    remarks: [],
    isFile: path !== null,
  };
}

function problemsOf(
  { document, detection, ignoreRemarks }: Examined,
  setting: Setting,
  site: string,
): Problem[] {
  const lines = new Lines(document.text);
  const shown = detection.findings.slice(0, MAX_SHOWN);
  const found = shown.map((finding): Problem => {
    const message = setting.rules.get(finding.rule)?.message ?? finding.rule;
    return {
      span: finding.span,
      severity: severityOf(setting, finding),
      code: finding.rule,
      page: `${site}${pagePath(finding.rule)}`,
      message,
      hover: hoverOf(finding, document.text, setting),
    };
  });
  const remarks = ignoreRemarks.map(({ place, message }): Problem => {
    const { start, end } = lines.bounds(place.line);
    return { span: [Math.min(end, start + place.column - 1), end], severity: "warning", message };
  });
  const { outcome } = detection;
  const limits =
    outcome.status === "complete"
      ? []
      : outcome.limits.slice(0, MAX_SHOWN).map(
          ({ limit, span, message }): Problem => ({
            span,
            severity: "note",
            message: limit === "failed" ? message : `not fully analyzed: ${message}`,
          }),
        );
  const omitted = detection.findings.length - shown.length;
  const rest: Problem = {
    span: detection.findings[MAX_SHOWN]?.span ?? [0, 0],
    severity: "note",
    message: `${plural(omitted, "further finding")} not shown; curlew scan shows all`,
  };
  return [...found, ...(omitted > 0 ? [rest] : []), ...remarks, ...limits];
}
