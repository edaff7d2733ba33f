import type { NamingGrammar } from "../../assets.js";
import type { CodeLanguage } from "../code-tools.js";

/** The properties of a language on which the evaluation of its programs depends. */
export interface LanguageTraits {
  /** The language as which executed strings are analyzed; null if they are not analyzed. */
  readonly language: CodeLanguage | NamingGrammar | null;
  /** Methods of a function that call it, with the number of arguments that are not passed to it: `f.call(this, x)` has one. */
  readonly applies: ReadonlyMap<string, number>;
  /** Matches methods that call their receiver if it is a function: Java's `supplier.get()`. */
  readonly calling: RegExp | null;
  /** The method that runs when an object is called; null if there is none. */
  readonly callMethod: string | null;
  /** Whether the object is the first parameter of a method and can be passed explicitly: Lua's `Class.method(object)`. */
  readonly passesObject: boolean;
  /** Whether the method that replaces a part of a string replaces every occurrence. */
  readonly replacesAll: boolean;
  /** Whether a string that names a function can be called: `$f(x)`, `& $x`. */
  readonly callsTexts: boolean;
  /** Whether names of properties and functions are case-insensitive; the lowered program contains them in lower case. */
  readonly foldsCase: boolean;
  /** Matches names of variables, of which a function with `captures` does not see those of outer scopes. */
  readonly variables: RegExp | null;
  /** Where a function looks up names that it does not assign: in the scopes around its definition, or in those of its callers. */
  readonly scoping: "lexical" | "dynamic";
  /** Whether the value of a body is that of its last output statement, or of all of them. */
  readonly outputs: "last" | "all";
  /** Whether any argument of an executing call may be the code, if the pattern does not tell which one is. */
  readonly anyArgument: boolean;
  /** The default separator for joining the items of a list. */
  readonly between: string;
  /** Whether the span of a finding covers the whole executing call, like that of a command. */
  readonly spansCalls: boolean;
  /** What a loop over a record yields: its keys, its values, or pairs of a key and a value. */
  readonly yields: "keys" | "values" | "pairs";
  /** Whether calls are described only by names, so that arguments are recognized by their values and not by their order. */
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
  yields: "keys",
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
    yields: "values",
    callsTexts: true,
    variables: /^\$/,
    callMethod: "__invoke",
    calling: /^(?:__invoke|invoke(?:Args)?)$/,
  },
  ruby: {
    ...NAMED,
    language: "ruby",
    yields: "pairs",
    variables: /^[a-z_]/,
    callMethod: "call",
    calling: /^(?:call|yield)$/,
  },
  lua: {
    ...NAMED,
    language: "lua",
    yields: "values",
    callMethod: "__call",
    passesObject: true,
  },
  go: { ...NAMED, language: null, yields: "values" },
  java: {
    ...NAMED,
    language: null,
    yields: "pairs",
    calling: /^(?:accept|apply|applyAs\w+|call|get|getAs\w+|run|test)$/,
  },
  csharp: {
    ...NAMED,
    language: null,
    yields: "pairs",
    calling: /^(?:Invoke|DynamicInvoke)$/,
  },
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
