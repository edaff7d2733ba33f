import { createHash } from "node:crypto";
import type { Finding } from "../../core/index.js";

/**
 * Returns a fingerprint for each finding of a text that stays the same when lines move: its rule, its words without whitespace
 * differences, and its number among equal ones. @param salt further identification, such as the path
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
