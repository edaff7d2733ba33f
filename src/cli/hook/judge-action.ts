import type { Detection, Rule } from "../../core/index.js";
import { Analyzer } from "../analyzer.js";
import type { Settings } from "../config/settings.js";
import type { Context } from "../context.js";
import { kindOf } from "../input/file-type.js";
import type { RuleOptions } from "../options.js";
import { remedyLines } from "../report/remedy.js";
import { reasonOf } from "../report/text.js";
import { showText } from "../report/terminal-text.js";
import { ruleChoice } from "../rule-options.js";
import { Ruleset } from "../ruleset.js";
import { isTrusted } from "../suppress/trusted-commands.js";
import type { Action } from "./read-event.js";

/** Time limit for the analysis of one action, in milliseconds. */
const DEADLINE_MS = 8000;
/** Maximum number of findings in a reason. */
const MAX_SHOWN = 3;

/** The result of checking an action; null if there is nothing to report. */
export type Verdict =
  | { readonly kind: "finding"; readonly reason: string; readonly rules: readonly string[] }
  /** It is unknown what the action does, for example because it could not be analyzed completely. */
  | { readonly kind: "doubt"; readonly reason: string }
  /** An advisory. */
  | { readonly kind: "advice"; readonly reason: string }
  | null;

/**
 * Calls `use` with a function that checks actions, and returns the result of `use`. The function must not be called after `use` has
 * ended.
 */
export async function withJudge<Result>(
  context: Pick<Context, "toolkit">,
  options: RuleOptions,
  settings: Settings,
  use: (judge: (action: Action) => Promise<Verdict>) => Promise<Result>,
): Promise<Result> {
  const rules = ruleChoice(options);
  const ruleset = await Ruleset.of(context.toolkit, rules);
  const analyzer = new Analyzer(context.toolkit, rules, ruleset);
  try {
    return await use((action) => judgeAction(action, ruleset, analyzer, settings));
  } finally {
    await analyzer.close();
  }
}

/**
 * Checks an action: a command or script in its language, a file in the language that its name indicates. In a command or script, a comment
 * that warns against a command has no effect, because the shell runs the command anyway.
 */
async function judgeAction(
  action: Action,
  { known }: Ruleset,
  analyzer: Analyzer,
  { trust }: Pick<Settings, "trust">,
): Promise<Verdict> {
  if (action.kind === "other") return null;
  if (action.kind === "unreadable")
    return { kind: "doubt", reason: `curlew cannot read what is about to run: ${action.message}` };
  const tag = action.kind === "file" ? kindOf(action.path).tag : languageOf(action);
  const isExecuted = action.kind !== "file";
  const detection = await analyzer.detect(action.text, {
    deadlineMs: DEADLINE_MS,
    ...(tag !== null && { format: tag }),
    guard: isExecuted,
  });
  const rules = new Map(known.rules.map((rule) => [rule.id, rule]));
  const where = action.kind !== "command" ? `${showText(action.path).text}: ` : "";
  const reasons = reasonsOf(detection, action.text, rules, trust);
  if (reasons.length > 0)
    return {
      kind: "finding",
      rules: [...new Set(reasons.map(({ rule }) => rule))],
      reason: reasons
        .slice(0, MAX_SHOWN)
        .map(({ text }) => where + text)
        .join("\n"),
    };
  const doubt = undecided(detection);
  if (doubt !== null && isExecuted) return { kind: "doubt", reason: where + doubt };
  // no advice about scripts: a script that installs a program usually downloads it first
  if (detection.outcome.status === "complete")
    return action.kind === "script" ? null : adviceOn(detection, rules);
  return {
    kind: "doubt",
    reason: `curlew could not analyze this completely: ${detection.outcome.limits[0]?.message ?? ""}`,
  };
}

function languageOf(action: Extract<Action, { kind: "command" | "script" }>): string | null {
  return action.kind === "command" ? action.language : (action.language ?? kindOf(action.path).tag);
}

/** The reason to stop an action because of a finding. */
interface Reason {
  readonly rule: string;
  readonly text: string;
}

/** Returns a reason if it is unknown what a command executes (`curl URL | $X`); null if it is known. */
function undecided({ notes }: Detection): string | null {
  const note = notes.find(({ kind }) => kind === "undecided");
  return note === undefined
    ? null
    : `curlew cannot tell what this executes: ${showText(note.message).text}`;
}

/** Returns advice about the first advisory; null if there is none. */
function adviceOn({ findings }: Detection, rules: ReadonlyMap<string, Rule>): Verdict {
  const advisory = findings.find(({ level }) => level === "advisory");
  if (advisory === undefined) return null;
  const message = rules.get(advisory.rule)?.message ?? advisory.rule;
  return {
    kind: "advice",
    reason: `curlew ${advisory.rule}: ${message} Check its checksum or signature before it runs.`,
  };
}

/** Returns a reason for each finding that is not trusted. */
function reasonsOf(
  { findings }: Detection,
  text: string,
  rules: ReadonlyMap<string, Rule>,
  trust: ReadonlySet<string>,
): Reason[] {
  return findings
    .filter((finding) => finding.level === "finding" && !isTrusted(finding, text, trust))
    .map((finding) => {
      const { message, help } = rules.get(finding.rule) ?? { message: finding.rule };
      const why = reasonOf(finding.trace);
      const safer =
        help ??
        remedyLines(finding, text)
          .map((line) => line.replace(/\s{2,}#.*/, ""))
          .join("; ");
      const parts = [
        `curlew ${finding.rule}: ${message}`,
        why === "" ? "" : `Why: ${why}.`,
        safer === "" ? "" : `Safer: ${safer}`,
      ];
      const reason = showText(parts.filter((part) => part !== "").join(" ")).text;
      return { rule: finding.rule, text: reason };
    });
}
