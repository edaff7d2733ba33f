/** Whether a changed text still has the result of the original. */
export type Condition = (text: string) => boolean;

/** The parts that are removed from a text: lines, then words, then characters. */
const PARTS = [/[^\n]*\n|[^\n]+$/g, /\s+|[^\s]+/g, /[^]/gu];
/** Maximum length of a text from which single characters are removed, in UTF-16 code units. */
const MAX_LENGTH_FOR_CHARACTERS = 2000;

/**
 * Returns the shortest text that was found for which the condition is true, by delta debugging: it removes ever shorter runs of lines,
 * words and characters.
 * @param budget maximum number of calls of `condition`
 */
export function shrink(text: string, condition: Condition, budget: number): string {
  let remaining = budget;
  let shortest = text;
  const test: Condition = (tried) => remaining-- > 0 && condition(tried);
  for (let before = ""; before !== shortest && remaining > 0; ) {
    before = shortest;
    for (const part of PARTS) {
      if (part === PARTS.at(-1) && shortest.length > MAX_LENGTH_FOR_CHARACTERS) continue;
      shortest = withoutRuns(shortest.match(part) ?? [], test).join("");
    }
  }
  return shortest;
}

/** Returns the required parts: removes runs of half of the parts, a quarter and so on if the condition is true without them. */
function withoutRuns(parts: readonly string[], condition: Condition): readonly string[] {
  let kept = parts;
  for (let size = Math.ceil(parts.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < kept.length; ) {
      const tried = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (tried.length < kept.length && condition(tried.join(""))) kept = tried;
      else at += size;
    }
  }
  return kept;
}
