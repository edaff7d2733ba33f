import type { NamingGrammar } from "../../assets.js";
import type { CodeLanguage } from "../code-tools.js";

/** What differs between languages where values flow. */
export interface LanguageTraits {
  /** What the code in a string is read as that the program itself runs; null for a language without a grammar. */
  readonly language: CodeLanguage | NamingGrammar | null;
  /** Methods that call the function before them, and how many of their arguments come before its own. */
  readonly applies: ReadonlyMap<string, number>;
  /** A text's method that replaces one part of another replaces it wherever it stands. */
  readonly replacesAll: boolean;
  /** A text that names a function may be called: `$f(x)`, `& $x`. */
  readonly callsTexts: boolean;
  /** The names of properties and functions are compared in small letters; a reader gives them so. */
  readonly foldsCase: boolean;
  /** Names that are variables: those around a function with `captures` are not seen in it. */
  readonly variables: RegExp | null;
  /** Where a function reads names that it does not assign: in the scopes around it, or in those of its callers. */
  readonly scoping: "lexical" | "dynamic";
  /** What a body gives whose statements are outputs. */
  readonly outputs: "last" | "all";
  /** What a call executes may be any of its arguments, where its pattern does not say which. */
  readonly anyArgument: boolean;
  /** What stands between the items of a list that is joined, where nothing says so. */
  readonly between: string;
  /** A span covers the whole call that executes, as it does for commands. */
  readonly spansCalls: boolean;
  /** Calls are described by names: what is called, and with what, is known by names and by the shape of values, not by their order. */
  readonly isLoose: boolean;
}

/** What most languages have in common. */
const USUAL = {
  applies: new Map<string, number>(),
  replacesAll: true,
  callsTexts: false,
  foldsCase: false,
  variables: null,
  scoping: "lexical",
  outputs: "last",
  anyArgument: true,
  between: ",",
  spansCalls: false,
  isLoose: false,
} as const;

/** Languages whose calls are described by names. */
const NAMED = { ...USUAL, isLoose: true, anyArgument: false } as const;

export const LANGUAGE_TRAITS: Readonly<
  Record<CodeLanguage | NamingGrammar | "powershell" | "other", LanguageTraits>
> = {
  javascript: {
    ...USUAL,
    language: "javascript",
    applies: new Map([
      ["call", 1],
      ["apply", 1],
    ]),
    replacesAll: false,
  },
  python: {
    ...USUAL,
    language: "python",
    applies: new Map([["__call__", 0]]),
  },
  php: { ...NAMED, language: "php", callsTexts: true, variables: /^\$/ },
  ruby: { ...NAMED, language: "ruby", variables: /^[a-z_]/ },
  lua: { ...NAMED, language: "lua" },
  go: { ...NAMED, language: null },
  java: { ...NAMED, language: null },
  csharp: { ...NAMED, language: null },
  powershell: {
    ...USUAL,
    language: null,
    callsTexts: true,
    foldsCase: true,
    scoping: "dynamic",
    outputs: "all",
    between: "",
    spansCalls: true,
  },
  other: { ...USUAL, language: null, replacesAll: false, isLoose: true },
};
