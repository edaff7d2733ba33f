/** Returns advice with the legal word that has the longest common prefix with a written one. */
export function nearest(written: string, legal: readonly string[], mark: string): string {
  const shared = (word: string): number => {
    let length = 0;
    while (length < word.length && word[length] === written[length]) length++;
    return length;
  };
  const best = legal.reduce<string | null>(
    (found, word) => (found !== null && shared(found) >= shared(word) ? found : word),
    null,
  );
  return best === null ? "use a registered one" : `did you mean ${mark}${best}?`;
}
