import type { Finding } from "../../core/index.js";

/** Rules for instructions in prose. The text of a unit is addressed to an agent, which may follow them. */
const INSTRUCTIONS: ReadonlySet<string> = new Set(["prose/copy-and-run", "prose/download-and-run"]);

/** Whether a finding is an instruction in prose. */
export function isInstruction({ rule }: Pick<Finding, "rule">): boolean {
  return INSTRUCTIONS.has(rule);
}

/** Whether a finding makes its unit flagged; every other finding is advice. */
export function isFlagging(finding: Pick<Finding, "level" | "rule">): boolean {
  return finding.level === "finding" || isInstruction(finding);
}
