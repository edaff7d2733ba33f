/** Minimum share of characters that a word has in common with the suggested one. */
const MIN_SIMILARITY = 0.6;

/** Returns advice with the legal word that is most similar to a written one, or `otherwise` if none is similar. */
export function nearest(
  written: string,
  legal: readonly string[],
  mark: string,
  otherwise = "use a registered one",
): string {
  let best: string | null = null;
  let highest = MIN_SIMILARITY;
  for (const word of legal) {
    const similarity = 1 - distance(written, word) / Math.max(written.length, word.length);
    if (best === null ? similarity >= highest : similarity > highest)
      [best, highest] = [word, similarity];
  }
  return best === null ? otherwise : `did you mean ${mark}${best}?`;
}

/** Returns the number of characters to insert, remove or replace to make one word another. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, character] of [...one].entries()) {
    const next = [at + 1];
    for (let column = 1; column <= other.length; column++)
      next.push(
        Math.min(
          (row[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (row[column - 1] ?? 0) + (other[column - 1] === character ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[other.length] ?? 0;
}
