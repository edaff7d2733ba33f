import type { Settings } from "../config/settings.js";
import type { Context } from "../context.js";
import { explanations } from "../explain/explanations.js";
import { Failure } from "../failure.js";
import type { Setting } from "../report/reporter.js";
import type { Suppressions } from "../suppress/suppress-findings.js";
import type { Baseline } from "../suppress/baseline.js";
import type { ScanOptions } from "./options.js";

type SuppressionOptions = Pick<ScanOptions, "suppressions" | "baseline" | "updateBaseline">;

/** Returns the suppressions that the options and settings enable: comments, trusted addresses and a baseline. */
export async function suppressionsOf(
  context: Context,
  options: SuppressionOptions,
  settings: Settings,
  { rules, disabledRules }: Pick<Setting, "rules" | "disabledRules">,
): Promise<Suppressions> {
  if (options.updateBaseline === true && options.baseline === undefined)
    throw new Failure("--update-baseline needs --baseline FILE, the file that it writes");
  const baseline =
    options.baseline === undefined
      ? null
      : await readBaseline(context.cwd, options.baseline, options.updateBaseline === true);
  const isRule = (id: string): boolean =>
    rules.has(id) || explanations.has(id) || disabledRules.includes(id);
  const { requireReason, trust } = settings;
  if (!options.suppressions)
    return {
      comments: false,
      requireReason,
      trust: new Set(),
      baseline: options.updateBaseline === true ? baseline : null,
      rules,
      isRule,
    };
  return { comments: true, requireReason, trust, baseline, rules, isRule };
}

async function readBaseline(cwd: string, path: string, isUpdated: boolean): Promise<Baseline> {
  const { Baseline } = await import("../suppress/baseline.js");
  return Baseline.read(cwd, path, isUpdated);
}
