import { createHash } from "node:crypto";
import type { Finding } from "../../core/index.js";

/**
 * A name for each finding of one text that stays when lines move: its rule, its words without regard to blanks, and which of
 * several equal ones it is.
 * @param salt what else tells it apart, such as the path
 */
export function fingerprints(findings: readonly Finding[], salt = ""): string[] {
  const seen = new Map<string, number>();
  return findings.map(({ rule, text }) => {
    const words = text
      .replace(/\\\r?\n/g, " ")
      .replace(/\s+/g, " ")
      .trim();
    const hash = createHash("sha256")
      .update([salt, rule, words].join("\n"))
      .digest("hex")
      .slice(0, 16);
    const nth = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, nth);
    return `${hash}:${nth}`;
  });
}
