import type { Detection, Rule } from "../../core/index.js";
import type { Settings } from "../config/settings.js";
import { kindOf } from "../input/kinds.js";
import { remedy } from "../report/remedy.js";
import { reasonOf } from "../report/text.js";
import { showText } from "../report/width.js";
import type { Analyzer } from "../analyzer.js";
import type { Ruleset } from "../ruleset.js";
import { isTrusted } from "../suppress/trust.js";
import type { Action } from "./event.js";

const DEADLINE_MS = 8000;
/** So many findings are told of; one is enough to act. */
const MOST_TOLD = 3;

/** What speaks against an action. */
export type Verdict =
  | { readonly kind: "finding"; readonly reason: string }
  | { readonly kind: "doubt"; readonly reason: string }
  | null;

/**
 * Judges what an agent is about to do: a command as shell, a file by its name. A comment inside a command that warns against it
 * changes nothing, for the shell runs it all the same.
 */
export async function judgeAction(
  action: Action,
  { known }: Ruleset,
  analyzer: Analyzer,
  { trust }: Pick<Settings, "trust">,
): Promise<Verdict> {
  if (action.kind === "other") return null;
  if (action.kind === "unreadable")
    return { kind: "doubt", reason: `curlew cannot read what is about to run: ${action.message}` };
  const tag = action.kind === "command" ? action.language : kindOf(action.path).tag;
  const detection = await analyzer.detect(action.text, {
    deadlineMs: DEADLINE_MS,
    ...(tag !== null && { format: tag }),
    guard: action.kind === "command",
  });
  const rules = new Map(known.rules.map((rule) => [rule.id, rule]));
  const where = action.kind === "file" ? `${showText(action.path).text}: ` : "";
  const reasons = found(detection, action.text, rules, trust);
  if (reasons.length > 0)
    return {
      kind: "finding",
      reason: reasons
        .slice(0, MOST_TOLD)
        .map((reason) => where + reason)
        .join("\n"),
    };
  if (detection.outcome.status === "complete") return null;
  return {
    kind: "doubt",
    reason: `curlew could not read it to its end: ${detection.outcome.limits[0]?.message ?? ""}`,
  };
}

function found(
  { findings }: Detection,
  text: string,
  rules: ReadonlyMap<string, Rule>,
  trust: ReadonlySet<string>,
): string[] {
  return findings
    .filter((finding) => finding.level === "finding" && !isTrusted(finding, text, trust))
    .map((finding) => {
      const { message, help } = rules.get(finding.rule) ?? { message: finding.rule };
      const why = reasonOf(finding.trace);
      const safer =
        help ??
        remedy(finding, text)
          .map((line) => line.replace(/\s{2,}#.*/, ""))
          .join("; ");
      const parts = [
        `curlew ${finding.rule}: ${message}`,
        why === "" ? "" : `Why: ${why}.`,
        safer === "" ? "" : `Safer: ${safer}`,
      ];
      return showText(parts.filter((part) => part !== "").join(" ")).text;
    });
}
