import { PAD } from "../sentence/mask-characters.js";
import { shareContinuations } from "./share-continuations.js";

/** Matches a character that stands for itself, or the rest of a phrase from another one on. */
const PART = /[^\\()[\]{}|.^$*+?](?![*+?{])|[^]+/g;

/** Phrases with the same beginning, by their next part; the empty part is the end of a phrase. */
type Phrases = Map<string, Phrases>;

/**
 * Returns a source that matches any of some phrases, longer ones first; without phrases, one that matches nothing. Each common
 * beginning is written once. In a mask, padding may follow an apostrophe and replace the full stop of an abbreviation.
 */
export function choice(phrases: readonly string[]): string {
  if (phrases.length === 0) return "(?!)";
  const all: Phrases = new Map();
  for (const phrase of [...phrases].sort((a, b) => b.length - a.length)) {
    let at = all;
    for (const part of [...(phrase.match(PART) ?? []), ""]) {
      const next: Phrases = at.get(part) ?? new Map();
      at.set(part, next);
      at = next;
    }
  }
  return shareContinuations(`(?:${waysOf(all).join("|")})`);
}

function waysOf(phrases: Phrases): string[] {
  return [...phrases].flatMap(([part, rest]) => (part === "" ? [] : masked(part) + restOf(rest)));
}

function restOf(phrases: Phrases): string {
  const ways = waysOf(phrases);
  const isOptional = phrases.has("");
  if (ways.length < 2 && !isOptional) return ways.join("");
  return ways.length === 0 ? "" : `(?:${ways.join("|")})${isOptional ? "?" : ""}`;
}

function masked(part: string): string {
  return part.replaceAll(" ", "\\s+").replaceAll("'", `'${PAD}*`).replaceAll("\\.", `[.${PAD}]`);
}
