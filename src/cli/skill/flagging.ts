import type { Finding } from "../../core/index.js";

/** Whether a finding makes its unit flagged; every other one is advice. */
export function isFlagging({ level }: Pick<Finding, "level">): boolean {
  return level === "finding";
}
