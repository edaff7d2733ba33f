import type { Finding } from "../../core/index.js";

/** Rules of instructions in prose: in a unit, its text is addressed to an agent that may follow it. */
const INSTRUCTIONS: ReadonlySet<string> = new Set(["prose/copy-and-run", "prose/download-and-run"]);

/** Whether a finding is an instruction in prose. */
export function isInstruction({ rule }: Pick<Finding, "rule">): boolean {
  return INSTRUCTIONS.has(rule);
}

/** Whether a finding makes its unit flagged; every other one is advice. */
export function isFlagging(finding: Pick<Finding, "level" | "rule">): boolean {
  return finding.level === "finding" || isInstruction(finding);
}
