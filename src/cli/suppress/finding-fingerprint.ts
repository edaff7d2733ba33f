import { createHash } from "node:crypto";
import type { Finding } from "../../core/index.js";

/**
 * Returns a fingerprint for each finding of a text, which stays the same when lines move. It consists of a hash of the rule and the
 * text with collapsed whitespace, and a number that distinguishes findings with the same hash.
 * @param salt a string that is also hashed, such as the path
 */
export function fingerprints(findings: readonly Finding[], salt = ""): string[] {
  const counts = new Map<string, number>();
  return findings.map(({ rule, text }) => {
    const words = text
      .replace(/\\\r?\n/g, " ")
      .replace(/\s+/g, " ")
      .trim();
    const hash = createHash("sha256")
      .update([salt, rule, words].join("\n"))
      .digest("hex")
      .slice(0, 16);
    const nth = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, nth);
    return `${hash}:${nth}`;
  });
}
