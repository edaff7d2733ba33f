import type { CodeLanguage } from "../tools.js";

/** What differs between languages where values flow. */
export interface Manner {
  /** What the code in a string is read as that the program itself runs; null for a language without a grammar. */
  readonly language: CodeLanguage | null;
  /** Methods that call the function before them, and how many of their arguments come before its own. */
  readonly applies: ReadonlyMap<string, number>;
  /** A text's method that replaces one part of another replaces it wherever it stands. */
  readonly replacesAll: boolean;
  /** There is no grammar: what is called and what it is given is told by names and by the shape of values, not by their order. */
  readonly isLoose: boolean;
}

export const MANNERS: Readonly<Record<CodeLanguage | "other", Manner>> = {
  javascript: {
    language: "javascript",
    applies: new Map([
      ["call", 1],
      ["apply", 1],
    ]),
    replacesAll: false,
    isLoose: false,
  },
  python: {
    language: "python",
    applies: new Map([["__call__", 0]]),
    replacesAll: true,
    isLoose: false,
  },
  other: { language: null, applies: new Map(), replacesAll: false, isLoose: true },
};
