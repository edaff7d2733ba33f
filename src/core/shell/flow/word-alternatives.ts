/** The texts that a word may be if a variable in it has one of several values. */

import type { ExpansionPart, Part } from "../script.js";
import { unknown } from "./argument.js";
import { MAX_POSSIBLE_LENGTH } from "./values.js";

/** One text that a word may be up to some part, with U+FFFC for each unknown part. */
export interface WordAlternative {
  readonly text: string;
  /** The values of the variables by name: a variable has the same value everywhere in a word. */
  readonly chosen: ReadonlyMap<string, string>;
  /** The texts of the parts that differ between alternatives. */
  readonly parts: ReadonlyMap<Part, string>;
}

/** A value that a variable may have, and the text that an expansion makes of it. */
export interface Choice {
  readonly value: string;
  readonly text: string;
}

/** Maximum total length of the alternatives of one word in UTF-16 code units. */
const MAX_LENGTH = 2 * MAX_POSSIBLE_LENGTH;

function lengthOf(texts: readonly { readonly text: string }[]): number {
  return texts.reduce((sum, { text }) => sum + text.length + 1, 0);
}

/** Returns alternatives with a text added to each; none if they become too long. */
export function withText(
  alternatives: readonly WordAlternative[],
  text: string,
): readonly WordAlternative[] {
  const added = text.length * alternatives.length;
  if (added > 0 && lengthOf(alternatives) + added > MAX_LENGTH) return [];
  return alternatives.map((each) => ({ ...each, text: each.text + text }));
}

/**
 * Returns the alternatives after the expansion of a variable with several values; none if they are too long together, or if too few
 * words are left to make them, or if this was so for an earlier part of the word.
 */
export function withChoices(
  { alternatives, shape }: { alternatives: readonly WordAlternative[] | null; shape: string },
  part: ExpansionPart,
  choices: readonly Choice[],
  runner: { spendWords(words: number): boolean },
): readonly WordAlternative[] {
  const none = { chosen: new Map<string, string>(), parts: new Map<Part, string>() };
  const before = alternatives ?? [{ text: shape, ...none }];
  const { name } = part;
  const length = lengthOf(before) * choices.length + lengthOf(choices) * before.length;
  if (length > MAX_LENGTH || !runner.spendWords(before.length * choices.length)) return [];
  return before.flatMap((each) => {
    const chosen = each.chosen.get(name);
    return choices
      .filter(({ value }) => chosen === undefined || value === chosen)
      .map(({ value, text }) => ({
        text: each.text + text,
        chosen: new Map(each.chosen).set(name, value),
        parts: new Map(each.parts).set(part, text),
      }));
  });
}

/** Returns the distinct texts of alternatives of which a part is known. */
export function possibleTexts(alternatives: readonly WordAlternative[]): readonly string[] {
  const texts = new Set(alternatives.map(({ text }) => text));
  return [...texts].filter((text) => text.replaceAll(unknown, "").trim() !== "");
}
