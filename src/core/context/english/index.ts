import type { Phrases } from "../phrases.js";
import { CONDEMNING } from "./condemning.js";
import { FORBIDDING } from "./forbidding.js";
import { POINTING } from "./pointing.js";

/** Warnings are English by contract; another language is another object of this type. */
export const ENGLISH: Phrases = { ...FORBIDDING, ...CONDEMNING, ...POINTING };
