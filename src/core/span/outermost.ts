import type { Span } from "../model.js";

/**
 * Returns the outermost of overlapping matches, sorted by position. Of several matches with the same span, the first one in the
 * input is kept.
 */
export function outermost<T extends { readonly span: Span }>(matches: readonly T[]): T[] {
  const sorted = [...matches].sort((a, b) => a.span[0] - b.span[0] || b.span[1] - a.span[1]);
  const kept: T[] = [];
  let end = -1;
  for (const match of sorted) {
    const last = kept[kept.length - 1];
    if (match.span[0] >= end) {
      kept.push(match);
      end = match.span[1];
    } else if (
      match.span[1] > end &&
      last !== undefined &&
      match.span[1] - match.span[0] > last.span[1] - last.span[0]
    ) {
      // two matches overlap and neither contains the other: the longer one contains more of the command
      kept[kept.length - 1] = match;
      end = match.span[1];
    }
  }
  return kept;
}
