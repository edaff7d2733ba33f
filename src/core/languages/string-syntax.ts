import { oncePerName } from "../once.js";
import { namesIn, rowNamed, type Names, type Rows } from "../data-tables.js";
import { escaped } from "../scan.js";
import notation from "./string-syntaxes.json" with { type: "json" };

/** The escapes of a kind of string literal. */
export interface EscapeStyle {
  /** The character for each escape of one letter. */
  readonly letters?: Readonly<Record<string, string>>;
  /** Whether a backslash before any other character is kept (Python), or dropped (JavaScript, most others). */
  readonly keepUnknown?: boolean;
  /** Whether `\x41`, `\101`, `\u0041` and similar escapes are decoded. */
  readonly numeric?: boolean;
  /** Whether `{{` and `}}` each mean one brace (Python's formatted literals). */
  readonly doubledBraces?: boolean;
  /** Whether the literal is raw: it has no backslash escapes. */
  readonly raw?: boolean;
  /** The quote that is doubled to write it in the literal. */
  readonly doubledQuote?: string;
}

/** One kind of string literal. */
export interface StringSyntax {
  /** Matches the opening quotes (sticky); the first group, if any, determines the closing ones. */
  readonly open: RegExp;
  readonly close: (opening: RegExpExecArray) => string;
  readonly escapes: EscapeStyle;
  /** Matches embedded expressions. The value of each is read as one unknown word. */
  readonly holes: RegExp | null;
  /** Whether the string is a command that a shell runs: backticks. */
  readonly executes: boolean;
  readonly multiline: boolean;
  /** Whether it is a here-document: its content is on the next lines, up to a line with the delimiter. */
  readonly here: boolean;
}

interface SyntaxFlags {
  /** Whether calls need no parentheses: `system "…"`. */
  readonly commandCalls?: boolean;
  /** Whether the parenthesis of a call must follow the name directly: after a space it probably belongs to prose. */
  readonly adjacent?: boolean;
  /** Whether arguments are separated by spaces, without commas. */
  readonly juxtaposed?: boolean;
  /** Whether the type of a name follows it, without a separator. */
  readonly typeBehind?: boolean;
  /** Whether a dot concatenates strings instead of accessing a member. */
  readonly dotJoins?: boolean;
}

/** The syntax of strings and calls in a language. */
export interface Syntax extends SyntaxFlags {
  readonly strings: readonly StringSyntax[];
  /** Match the language's regular-expression literals, which are skipped like comments: quotes in them do not open strings. */
  readonly patterns: readonly string[];
  /** Matches a word (sticky). */
  readonly word: RegExp;
  /** Words and operators that end the value in a statement: a condition or an alternative follows. */
  readonly ending: ReadonlySet<string>;
  /** The keywords of assignments without an operator: before the name, and between the name and the value (`set name to value`). */
  readonly assigning: readonly string[];
}

/**
 * A kind of string in the data file. `open` is a regular expression, and absent if it equals `close`; `$1` in `close` is the first
 * group of `open`.
 */
interface StringRow {
  readonly example?: string;
  readonly open?: string;
  readonly close: string;
  readonly escapes?: string;
  readonly holes?: string;
  readonly executes?: boolean;
  readonly multiline?: boolean;
  readonly here?: boolean;
}

/** A syntax in the data file. Its kinds of strings are tried in order. */
interface SyntaxRow extends SyntaxFlags {
  readonly strings: Names;
  readonly patterns?: readonly string[];
  readonly word?: string;
  readonly ending?: string;
  readonly assigning?: string;
}

export const escapeStyles: Rows<typeof notation.escapes, EscapeStyle> = notation.escapes;

const PAIRS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** Returns the closing quotes of a string. An opening bracket is closed by its counterpart, as in `%x(…)` and `qx{…}`. */
function closing(close: string, mark: string): string {
  return close === "$1" ? (PAIRS[mark] ?? mark) : close.replace("$1", () => mark);
}

function stringSyntax({
  open,
  close,
  escapes = "c",
  holes,
  executes = false,
  multiline,
  here = false,
}: StringRow): StringSyntax {
  return {
    open: new RegExp(open ?? escaped(close), "y"),
    close: ([, mark = ""]) => closing(close, mark),
    escapes: rowNamed<EscapeStyle>(escapes, escapeStyles),
    holes: holes === undefined ? null : new RegExp(rowNamed(holes, notation.holes), "g"),
    executes,
    multiline: multiline ?? close.length > 1,
    here,
  };
}

const strings: Rows<typeof notation.strings, StringRow> = notation.strings;

function syntax({
  strings: names,
  patterns = [],
  word,
  ending,
  assigning = "",
  ...flags
}: SyntaxRow): Syntax {
  return {
    ...flags,
    strings: namesIn(names).map((name) => stringSyntax(rowNamed<StringRow>(name, strings))),
    patterns,
    word: new RegExp(word ?? notation.word, "y"),
    ending: new Set(namesIn(ending ?? notation.ending)),
    assigning: namesIn(assigning),
  };
}

const rows: Rows<typeof notation.syntaxes, SyntaxRow> = notation.syntaxes;

/** Returns the syntax with a name. */
export const syntaxNamed = oncePerName((name): Syntax => syntax(rowNamed<SyntaxRow>(name, rows)));

/** The syntax of an unknown language: only notations that most languages share. */
export const ANY = syntax(rows.any);
