import type { Phrases } from "../phrases.js";
import { CONDEMNING } from "./condemning.js";
import { FORBIDDING } from "./forbidding.js";
import { POINTING } from "./pointing.js";

/** Hasty writing leaves the apostrophe out: "you shouldnt run". */
function hasty(words: readonly string[]): readonly string[] {
  return words.map((word) => word.replace(/(?<=[a-z])n't/g, "n(?:')?t"));
}

/** Warnings are English by contract; another language is another object of this type. */
export const ENGLISH: Phrases = {
  ...FORBIDDING,
  ...CONDEMNING,
  ...POINTING,
  negators: hasty(FORBIDDING.negators),
  gerundNegators: hasty(FORBIDDING.gerundNegators),
  passives: hasty(FORBIDDING.passives),
  elliptic: hasty(FORBIDDING.elliptic),
};
