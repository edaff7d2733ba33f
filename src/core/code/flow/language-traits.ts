import type { NamingGrammar } from "../../assets.js";
import type { CodeLanguage } from "../code-tools.js";

/** The differences between languages in how values flow. */
export interface LanguageTraits {
  /** The language of code that the program runs from a string; null for a language without a grammar. */
  readonly language: CodeLanguage | NamingGrammar | null;
  /** Methods that call the function they are called on, with the number of their arguments that precede the function's own. */
  readonly applies: ReadonlyMap<string, number>;
  /** Matches methods that call the function they are called on, whatever interface it has: Java's `supplier.get()`. */
  readonly calling: RegExp | null;
  /** The method that runs when an object is called. */
  readonly callMethod: string | null;
  /** Whether a method takes its object as its first argument, which a call may also write: Lua's `Class.method(object)`. */
  readonly passesObject: boolean;
  /** Whether the method that replaces a part of a text replaces every occurrence. */
  readonly replacesAll: boolean;
  /** Whether a text that names a function may be called: `$f(x)`, `& $x`. */
  readonly callsTexts: boolean;
  /** Whether names of properties and functions are compared in lower case; the reader yields them so. */
  readonly foldsCase: boolean;
  /** Matches the names that are variables: a function with `captures` does not see those of outer scopes. */
  readonly variables: RegExp | null;
  /** Where a function looks up names that it does not assign: in the scopes around it, or in those of its callers. */
  readonly scoping: "lexical" | "dynamic";
  /** The value of a body whose statements are outputs. */
  readonly outputs: "last" | "all";
  /** Whether any argument of a call may be what it executes, if its pattern names none. */
  readonly anyArgument: boolean;
  /** The separator of a list that is joined without one. */
  readonly between: string;
  /** Whether a span covers the whole call that executes, as it does for commands. */
  readonly spansCalls: boolean;
  /** Whether calls are only known by names and by the shape of values, not by the order of arguments. */
  readonly isLoose: boolean;
}

/** The traits of most languages. */
const USUAL = {
  applies: new Map<string, number>(),
  calling: null,
  callMethod: null,
  passesObject: false,
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

/** The traits of languages whose calls are described by names. */
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
    callMethod: "__call__",
  },
  php: {
    ...NAMED,
    language: "php",
    callsTexts: true,
    variables: /^\$/,
    callMethod: "__invoke",
    calling: /^(?:__invoke|invoke(?:Args)?)$/,
  },
  ruby: {
    ...NAMED,
    language: "ruby",
    variables: /^[a-z_]/,
    callMethod: "call",
    calling: /^(?:call|yield)$/,
  },
  lua: { ...NAMED, language: "lua", callMethod: "__call", passesObject: true },
  go: { ...NAMED, language: null },
  java: {
    ...NAMED,
    language: null,
    calling: /^(?:accept|apply|applyAs\w+|call|get|getAs\w+|run|test)$/,
  },
  csharp: { ...NAMED, language: null, calling: /^(?:Invoke|DynamicInvoke)$/ },
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
