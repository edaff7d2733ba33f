import { oncePerName } from "../once.js";
import { namesIn, rowNamed, type Names, type Rows } from "../table-rows.js";
import { escaped } from "../scan.js";
import notation from "./syntaxes.json" with { type: "json" };

/** The escapes of a kind of string literal. */
export interface EscapeStyle {
  /** Escapes of one letter, with their characters. */
  readonly letters?: Readonly<Record<string, string>>;
  /** Whether a backslash before any other character is kept (Python), or dropped (JavaScript, most others). */
  readonly keepUnknown?: boolean;
  /** Whether `\x41`, `\101`, `\u0041` and similar escapes are decoded. */
  readonly numeric?: boolean;
  /** Whether `{{` and `}}` each mean one brace (Python's formatted literals). */
  readonly doubledBraces?: boolean;
  /** Whether there are no backslash escapes: raw literals. */
  readonly raw?: boolean;
  /** The quote that means itself if it is doubled. */
  readonly doubledQuote?: string;
}

/** One kind of string literal. */
export interface StringSyntax {
  /** Matches the opening quotes (sticky); the first group, if any, determines the closing ones. */
  readonly open: RegExp;
  readonly close: (opening: RegExpExecArray) => string;
  readonly escapes: EscapeStyle;
  /** Matches embedded expressions, each read as one unknown word. */
  readonly holes: RegExp | null;
  /** Whether the string is a command that a shell runs: backticks. */
  readonly executes: boolean;
  readonly multiline: boolean;
  /** Whether the text is on the next lines, up to a line with the delimiter. */
  readonly here: boolean;
}

interface SyntaxFlags {
  /** `system "…"`: whether calls need no parentheses. */
  readonly commandCalls?: boolean;
  /** Whether the parenthesis follows the name directly: after a space it belongs to prose. */
  readonly adjacent?: boolean;
  /** Whether arguments are adjacent, without commas. */
  readonly juxtaposed?: boolean;
  /** Whether the type of a name follows it, without a separator. */
  readonly typeBehind?: boolean;
  /** Whether a dot joins strings, and does not access a member. */
  readonly dotJoins?: boolean;
}

/** The syntax of strings and calls in a language. */
export interface Syntax extends SyntaxFlags {
  readonly strings: readonly StringSyntax[];
  /** Regular expressions for patterns: they are skipped like comments, because the quotes in them do not open strings. */
  readonly patterns: readonly string[];
  /** Matches a word (sticky). */
  readonly word: RegExp;
  /** Words that end a value that is part of a statement: a condition, an alternative. */
  readonly ending: ReadonlySet<string>;
  /** Keywords that assign, if no operator does: before the name, and between it and its value (`set name to value`). */
  readonly assigning: readonly string[];
}

/** A kind of string in the data file. `open`, if it differs from `close`, is a regular expression; `$1` in `close` is its group. */
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

/** A syntax in the data file; its kinds of strings are tried in their order. */
interface SyntaxRow extends SyntaxFlags {
  readonly strings: Names;
  readonly patterns?: readonly string[];
  readonly word?: string;
  readonly ending?: string;
  readonly assigning?: string;
}

export const escapeStyles: Rows<typeof notation.escapes, EscapeStyle> = notation.escapes;

const PAIRS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** Returns the closing of a string: a single opening character is closed by its counterpart, as in `%x(…)`, `qx{…}`. */
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

/** Returns the syntax with the name in a language's row. */
export const syntaxNamed = oncePerName((name): Syntax => syntax(rowNamed<SyntaxRow>(name, rows)));

/** The syntax of an unknown language: only what is written the same almost everywhere. */
export const ANY = syntax(rows.any);
