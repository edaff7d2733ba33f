import type { PatternSource } from "./read-patterns.js";
import type { Token } from "./query-tokens.js";

/** Returns the nodes of a pattern without comments and predicates, with single spaces between tokens. */
export function structureOf(source: PatternSource): string {
  const tokens = nodeTokens(source);
  return tokens
    .map(({ kind, value }) =>
      kind === "capture" ? `@${value}` : kind === "string" ? JSON.stringify(value) : value,
    )
    .join(" ");
}

/** Returns the tokens that are neither comments nor predicates. */
export function nodeTokens({ tokens, predicates }: PatternSource): readonly Token[] {
  return tokens.filter(
    (token) =>
      token.kind !== "comment" &&
      !predicates.some(({ start, end }) => token.start >= start && token.end <= end),
  );
}
