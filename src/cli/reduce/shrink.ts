/** Whether a shorter text has the same result. */
export type Condition = (text: string) => boolean;

/** Texts are cut into these, from the coarsest to the finest. */
const UNITS = [/[^\n]*\n|[^\n]+$/g, /\s+|[^\s]+/g, /[^]/gu];
/** Single characters are left out of a text of at most this length. */
const MOST_CHARACTERS = 2000;

/**
 * Returns the shortest text found with the same result, by delta debugging: removes ever shorter runs of lines, words and
 * characters. Tests at most `budget` texts.
 */
export function shrink(text: string, condition: Condition, budget: number): string {
  let left = budget;
  let shortest = text;
  const test: Condition = (tried) => left-- > 0 && condition(tried);
  for (let before = ""; before !== shortest && left > 0; ) {
    before = shortest;
    for (const unit of UNITS) {
      if (unit === UNITS.at(-1) && shortest.length > MOST_CHARACTERS) continue;
      shortest = withoutRuns(shortest.match(unit) ?? [], test).join("");
    }
  }
  return shortest;
}

/** Returns the required parts: runs of half of them, a quarter and so on are left out if the condition is true without them. */
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
