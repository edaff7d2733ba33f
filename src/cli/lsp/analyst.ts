import { dirname } from "node:path";
import type { Detection } from "../../core/index.js";
import { Analyzer } from "../analyzer.js";
import { readSettings, withSettings, withSeverities, type Settings } from "../config/settings.js";
import type { Context, Detector } from "../context.js";
import { formatOf, judge, type Examined } from "../examine.js";
import { explanations } from "../explain/explanations.js";
import { messageOf } from "../failure.js";
import type { Document } from "../input/documents.js";
import { kindOf, shebangTag } from "../input/kinds.js";
import type { RuleOptions } from "../options.js";
import { Lines } from "../report/lines.js";
import { plural } from "../report/text.js";
import { severityOf, type Setting } from "../report/reporter.js";
import { ruleChoice } from "../rules.js";
import { excludesOf } from "../scan/excludes.js";
import type { Suppressions } from "../suppress/apply.js";
import { actionsFor } from "./actions.js";
import { hoverOf } from "./hover.js";
import type { Action, Analyst, File, Problem } from "./port.js";

export interface AnalystOptions extends RuleOptions {
  /** Whether the profile was named on the command line, so that no configuration changes it. */
  readonly profileGiven: boolean;
}

/** A text is read while somebody types; the first one on a busy machine takes long. */
const DEADLINE_MS = 8000;

/** An editor is not told of more findings in one text. */
const MOST_SHOWN = 1000;

/** Names of languages that editors have of their own; null for prose. */
const EDITOR_NAMES: Readonly<Record<string, string | null>> = {
  shellscript: "bash",
  markdown: null,
  plaintext: null,
  restructuredtext: null,
  latex: "tex",
  javascriptreact: "jsx",
  typescriptreact: "tsx",
};

/** What judges a file: the configuration around it, and a detector with its rules. */
interface Judge {
  readonly setting: Setting;
  readonly suppressions: Suppressions;
  readonly detect: (document: Document) => Promise<Detection>;
  readonly isExcluded: boolean;
  readonly remarks: readonly string[];
}

/**
 * Reads what is open in an editor, as `curlew scan` reads files: comments and the project's configuration count, but only for
 * files on disk.
 */
export class EditorAnalyst implements Analyst {
  private readonly detectors = new Map<string, Promise<Detector>>();
  private readonly analyzers = new Map<string, Analyzer>();

  constructor(
    private readonly context: Context,
    private readonly options: AnalystOptions,
  ) {}

  async problems(
    file: File,
  ): Promise<{ problems: readonly Problem[]; remarks: readonly string[] }> {
    const judged = await this.judgeOf(file);
    return {
      problems: judged.isExcluded
        ? []
        : problemsOf(await examineWith(judged, documentOf(file)), judged.setting),
      remarks: judged.remarks,
    };
  }

  async actions(file: File, problem: Problem): Promise<readonly Action[]> {
    const judged = await this.judgeOf(file);
    const document = documentOf(file);
    const { detection } = await examineWith(judged, document);
    const finding = detection.findings.find(
      ({ rule, span }) => rule === problem.code && span[0] === problem.span[0],
    );
    return finding === undefined
      ? []
      : actionsFor(document, finding, (text) => examineWith(judged, { ...document, text }));
  }

  private async judgeOf(file: File): Promise<Judge> {
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
    const analyzer = this.analyzers.get(key) ?? Analyzer.with(toolkit, choice, detector);
    this.analyzers.set(key, analyzer);
    const { revision, disabledRules, ownQueries } = detector;
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
        baseline: null,
        rules,
        isRule,
      },
      detect: (document) =>
        analyzer.detect(document.text, { deadlineMs: DEADLINE_MS, ...formatOf(document) }),
      isExcluded:
        file.path !== null &&
        excludesOf(
          settings,
          { suppressions: true, targets: [] },
          this.context.cwd,
        )(file.path, false),
      remarks,
    };
  }

  /** The configuration around a file; one that is wrong is told of, and the user's own is used without it. */
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

async function examineWith({ detect, suppressions }: Judge, document: Document): Promise<Examined> {
  return judge(document, await detect(document), suppressions, "utf-16");
}

/** A text in an editor as a text to scan: its kind is that of its name, else the editor's. */
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

function problemsOf({ document, detection, ignoreRemarks }: Examined, setting: Setting): Problem[] {
  const lines = new Lines(document.text);
  const shown = detection.findings.slice(0, MOST_SHOWN);
  const found = shown.map((finding): Problem => {
    const message = setting.rules.get(finding.rule)?.message ?? finding.rule;
    return {
      span: finding.span,
      severity: severityOf(setting, finding),
      code: finding.rule,
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
      : outcome.limits.slice(0, MOST_SHOWN).map(
          ({ limit, span, message }): Problem => ({
            span,
            severity: "note",
            message: limit === "failed" ? message : `not fully analysed: ${message}`,
          }),
        );
  const left = detection.findings.length - shown.length;
  const rest: Problem = {
    span: detection.findings[MOST_SHOWN]?.span ?? [0, 0],
    severity: "note",
    message: `${plural(left, "further finding")} not shown; curlew scan shows all`,
  };
  return [...found, ...(left > 0 ? [rest] : []), ...remarks, ...limits];
}
