import { oncePerName } from "../once.js";
import { namesIn, rowNamed, type Names, type Rows } from "../rows.js";
import { escaped } from "../scan.js";
import notation from "./syntaxes.json" with { type: "json" };

/** How the escapes of a string literal are written. */
export interface EscapeStyle {
  /** Escapes of one letter, and what they stand for. */
  readonly letters?: Readonly<Record<string, string>>;
  /** A backslash before any other character: kept (Python), or dropped (JavaScript, most others). */
  readonly keepUnknown?: boolean;
  /** `\x41`, `\101`, `\u0041` and the like. */
  readonly numeric?: boolean;
  /** `{{` and `}}` stand for one brace (Python's formatted literals). */
  readonly doubledBraces?: boolean;
  /** No escapes by backslash: raw literals. */
  readonly raw?: boolean;
  /** The quote that stands for itself where it is written twice. */
  readonly doubledQuote?: string;
}

/** One way to write a string. */
export interface StringSyntax {
  /** Matches the opening marks (sticky); its first group, if any, decides the closing ones. */
  readonly open: RegExp;
  readonly close: (opening: RegExpExecArray) => string;
  readonly escapes: EscapeStyle;
  /** Expressions inside it, each read as one unknown word. */
  readonly holes: RegExp | null;
  /** The string is a command that a shell runs: backticks. */
  readonly executes: boolean;
  readonly multiline: boolean;
  /** The text follows on the next lines, up to a line with the mark. */
  readonly here: boolean;
}

interface Manner {
  /** `system "…"`: a call needs no parentheses. */
  readonly commandCalls?: boolean;
  /** The parenthesis follows the name directly: a blank before it is prose. */
  readonly adjacent?: boolean;
  /** Arguments stand side by side, without commas. */
  readonly juxtaposed?: boolean;
  /** The type of a name follows it, without a separator. */
  readonly typeBehind?: boolean;
  /** A dot puts strings together; it is no access to a member. */
  readonly dotJoins?: boolean;
}

/** How a language writes strings and calls. */
export interface Syntax extends Manner {
  readonly strings: readonly StringSyntax[];
  /** Expressions for patterns: they are passed over as comments are, as the quotes in them open nothing. */
  readonly patterns: readonly string[];
  /** Matches a word (sticky). */
  readonly word: RegExp;
  /** What ends a value that follows something else: a condition, an alternative. */
  readonly ending: ReadonlySet<string>;
  /** Words that assign, where no sign does: before the name, and between it and its value (`set name to value`). */
  readonly assigning: readonly string[];
}

/** A string as it is written down: what opens it, where that is not what closes it, is an expression, of which `$1` is the group. */
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

/** A syntax as it is written down; its strings are tried in their order. */
interface SyntaxRow extends Manner {
  readonly strings: Names;
  readonly patterns?: readonly string[];
  readonly word?: string;
  readonly ending?: string;
  readonly assigning?: string;
}

export const escapeStyles: Rows<typeof notation.escapes, EscapeStyle> = notation.escapes;

const PAIRS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** What closes a string: any sign that alone delimits it is closed by its partner, as in `%x(…)`, `qx{…}`. */
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
  ...manner
}: SyntaxRow): Syntax {
  return {
    ...manner,
    strings: namesIn(names).map((name) => stringSyntax(rowNamed<StringRow>(name, strings))),
    patterns,
    word: new RegExp(word ?? notation.word, "y"),
    ending: new Set(namesIn(ending ?? notation.ending)),
    assigning: namesIn(assigning),
  };
}

const rows: Rows<typeof notation.syntaxes, SyntaxRow> = notation.syntaxes;

/** Returns the syntax by the name that a language's row gives. */
export const syntaxNamed = oncePerName((name): Syntax => syntax(rowNamed<SyntaxRow>(name, rows)));

/** Any language at all: only what is written the same almost everywhere. */
export const ANY = syntax(rows.any);
