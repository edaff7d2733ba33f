import { escaped } from "../scan.js";
import { C_ESCAPES, QUOTE_ESCAPES, RAW, VERBATIM, type EscapeStyle } from "./escapes.js";

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
  /** The text stands below, up to a line with the mark. */
  readonly here: boolean;
}

/** How a language writes strings and calls. */
export interface Syntax {
  readonly strings: readonly StringSyntax[];
  /** Patterns (sticky): they are passed over as comments are, as the quotes in them open nothing. */
  readonly pattern: RegExp | null;
  /** `system "…"`: a call needs no parentheses. */
  readonly commandCalls: boolean;
  /** The parenthesis follows the name directly: a blank before it is prose. */
  readonly adjacent: boolean;
  /** Matches a word (sticky). */
  readonly word: RegExp;
  /** Arguments stand side by side, without commas. */
  readonly juxtaposed: boolean;
  /** A name's type stands behind it, without a sign between. */
  readonly typeBehind: boolean;
  /** A dot puts strings together; it is no access to a member. */
  readonly dotJoins: boolean;
  /** What ends a value that something stands before: a condition, an alternative. */
  readonly ending: ReadonlySet<string>;
}

const ENDING: ReadonlySet<string> = new Set(["or", "and", "if", "unless", "while", "until", "rescue", "|", "&", "?"]);

function quoted(quote: string, escapes: EscapeStyle, more: Partial<StringSyntax> = {}): StringSyntax {
  const open = new RegExp(escaped(quote), "y");
  return { open, close: () => quote, escapes, holes: null, executes: false, multiline: quote.length > 1, here: false, ...more };
}

const PAIRS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** `%x(…)`, `qx{…}`: any sign may delimit. */
function delimited(open: RegExp, executes: boolean, holes: RegExp | null): StringSyntax {
  const close = (opening: RegExpExecArray): string => PAIRS[opening[1] ?? ""] ?? opening[1] ?? "";
  return { open, close, escapes: C_ESCAPES, holes, executes, multiline: true, here: false };
}

/** `<<~SH`: the text stands below. */
function hereText(open: RegExp, holes: RegExp | null): StringSyntax {
  return { open, close: (opening) => opening[1] ?? "", escapes: RAW, holes, executes: false, multiline: true, here: true };
}

const HASH_HOLE = /#\{(?:[^{}]|\{[^{}]*\})*\}/g;
const DOLLAR_HOLE = /(?<!\\)\$(?:\{(?:[^{}]|\{[^{}]*\})*\}|[A-Za-z_]\w*)/g;
const PHP_HOLE = /\{\$[^{}]*\}|(?<!\\)\$[A-Za-z_]\w*(?:->\w+)?/g;
const PERL_HOLE = /(?<!\\)\$(?:\{\w+\}|[A-Za-z_]\w*)/g;
/** `${var.url}`, `${file("x")}`; a plain `${name}` may be meant for the shell. */
const HCL_HOLE = /(?<!\$)\$\{\s*[\w-]+[.(](?:[^{}]|\{[^{}]*\})*\}/g;
const BRACE_HOLE = /\{[^{}"]*\}/g;
const SWIFT_HOLE = /\\\((?:[^()]|\([^()]*\))*\)/g;

const HOLED = { holes: DOLLAR_HOLE };
const LONG = { multiline: true };

const DOUBLE = quoted('"', C_ESCAPES);
const SINGLE = quoted("'", QUOTE_ESCAPES);
/** A character; before a lifetime stands an apostrophe as well, and none behind it. */
const CHARACTER = quoted("'", C_ESCAPES, { open: /b?'(?=(?:\\[^\n]{1,10}?|[^'\\\n])')/y });
const TRIPLE = quoted('"""', C_ESCAPES);
/** `R"mark(…)mark"` */
const C_RAW = quoted('R"(', RAW, { open: /R"([^\s()\\"]{0,16})\(/y, close: (opening) => `)${opening[1] ?? ""}"` });
/** `r##"…"##` */
const RUST_RAW = quoted('"', RAW, { open: /r(#+)"/y, close: (opening) => `"${opening[1] ?? ""}`, ...LONG });
/** `[==[…]==]` */
const LUA_LONG = quoted("[[", RAW, { open: /\[(=*)\[/y, close: (opening) => `]${opening[1] ?? ""}]` });
/** `{mark|…|mark}` */
const OCAML_QUOTED = quoted("{|", RAW, { open: /\{([a-z_]*)\|/y, close: (opening) => `|${opening[1] ?? ""}}` });

const WORD = /[A-Za-z_$@][\w$]*[!?]?(?!=)|[A-Za-z_$@][\w$]*|\d[\w.]*/y;
const HCL_WORD = /[A-Za-z_][\w-]*|\d[\w.]*/y;
const LISP_WORD = /[A-Za-z_*:][\w\-/.!?*:]*|\d[\w.]*/y;

const PLAIN: Omit<Syntax, "strings"> = {
  pattern: null,
  commandCalls: false,
  adjacent: false,
  word: WORD,
  juxtaposed: false,
  typeBehind: false,
  dotJoins: false,
  ending: ENDING,
};

function syntax(strings: readonly StringSyntax[], more: Partial<Syntax> = {}): Syntax {
  return { ...PLAIN, strings, ...more };
}

const RUBY_PATTERN = /(?<=[(,=~[{&|!]\s{0,2}|\b(?:if|unless|when|and|or|not)\s)\/(?![\s=])(?:[^/\\\n]|\\.)*\/[a-z]*/y;

export const RUBY = syntax(
  [
    hereText(/<<[~-]?["'`]?([A-Z]\w*)["'`]?/y, HASH_HOLE),
    delimited(/%x([^\w\s])/y, true, HASH_HOLE),
    delimited(/%[qQ]([^\w\s])/y, false, HASH_HOLE),
    delimited(/%([({[<])/y, false, HASH_HOLE),
    quoted('"', C_ESCAPES, { holes: HASH_HOLE, ...LONG }),
    quoted("'", QUOTE_ESCAPES, LONG),
    quoted("`", C_ESCAPES, { holes: HASH_HOLE, executes: true, ...LONG }),
  ],
  { pattern: RUBY_PATTERN, commandCalls: true },
);

const PERL_PATTERN =
  /(?:(?<![\w$@%&>-])(?:(?:s|tr|y)\/(?:[^/\\\n]|\\.)*|m|qr)|(?<=(?:=~|[(,!])\s{0,2}|\b(?:if|unless|and|or|not|split|grep)\s))\/(?:[^/\\\n]|\\.)*\/[a-z]*/y;

export const PERL = syntax(
  [
    hereText(/<<~?["']?([A-Z]\w*)["']?/y, null),
    delimited(/qx\s?([^\w\s])/y, true, PERL_HOLE),
    delimited(/qq?\s?([^\w\s,;=])/y, false, PERL_HOLE),
    quoted('"', C_ESCAPES, { holes: PERL_HOLE, ...LONG }),
    quoted("'", QUOTE_ESCAPES, LONG),
    quoted("`", C_ESCAPES, { holes: PERL_HOLE, executes: true, ...LONG }),
  ],
  { pattern: PERL_PATTERN, commandCalls: true, dotJoins: true },
);

export const PHP = syntax(
  [
    hereText(/<<<\s*["']?([A-Za-z]\w*)["']?/y, null),
    quoted('"', C_ESCAPES, { holes: PHP_HOLE, ...LONG }),
    quoted("'", QUOTE_ESCAPES, LONG),
    quoted("`", C_ESCAPES, { executes: true, ...LONG }),
  ],
  { dotJoins: true },
);

export const GROOVY = syntax(
  [quoted('"""', C_ESCAPES, HOLED), quoted("'''", QUOTE_ESCAPES), quoted('"', C_ESCAPES, HOLED), SINGLE],
  { commandCalls: true },
);
export const C = syntax([C_RAW, quoted('"', C_ESCAPES, { open: /@?"/y }), SINGLE]);
export const JAVA = syntax([TRIPLE, DOUBLE, SINGLE]);
export const KOTLIN = syntax([quoted('"""', RAW, HOLED), quoted('"', C_ESCAPES, HOLED), SINGLE]);
export const DART = syntax(['"""', "'''", '"', "'"].map((mark) => quoted(mark, C_ESCAPES, HOLED)));
export const CSHARP = syntax([
  quoted('"""', RAW),
  quoted('"', VERBATIM, { open: /\$?@\$?"/y, ...LONG }),
  quoted('"', C_ESCAPES, { open: /\$"/y, holes: BRACE_HOLE }),
  DOUBLE,
  SINGLE,
]);
export const GO = syntax([quoted("`", RAW, LONG), DOUBLE, SINGLE], { typeBehind: true });
export const RUST = syntax([RUST_RAW, quoted('"', RAW, { open: /r"/y, ...LONG }), quoted('"', C_ESCAPES, LONG), CHARACTER]);
export const SWIFT = syntax([quoted('"""', C_ESCAPES, { holes: SWIFT_HOLE }), quoted('"', C_ESCAPES, { holes: SWIFT_HOLE })]);
export const LUA = syntax([LUA_LONG, DOUBLE, quoted("'", C_ESCAPES)], { commandCalls: true });
export const R = syntax([quoted('"', C_ESCAPES, LONG), quoted("'", C_ESCAPES, LONG), quoted("`", RAW)]);
export const JULIA = syntax([TRIPLE, DOUBLE, quoted("`", RAW, LONG)]);
export const ELIXIR = syntax(
  [
    quoted('"""', C_ESCAPES, { holes: HASH_HOLE }),
    delimited(/~[sScC]([^\w\s])/y, false, HASH_HOLE),
    quoted('"', C_ESCAPES, { holes: HASH_HOLE }),
    SINGLE,
  ],
  { commandCalls: true },
);
export const NIM = syntax([quoted('"""', RAW), DOUBLE], {
  commandCalls: true,
  ending: new Set([...ENDING].filter((sign) => sign !== "&")),
});
export const HASKELL = syntax([DOUBLE], { commandCalls: true, juxtaposed: true });
export const LISP = syntax([DOUBLE], { commandCalls: true, word: LISP_WORD, juxtaposed: true });
export const OCAML = syntax([OCAML_QUOTED, DOUBLE], { commandCalls: true, juxtaposed: true, ending: new Set([...ENDING, "in"]) });
export const SQL = syntax([SINGLE, DOUBLE], { commandCalls: true });
export const HCL = syntax(
  [hereText(/<<[~-]?["']?([A-Z]\w*)["']?/y, HCL_HOLE), quoted('"', C_ESCAPES, { holes: HCL_HOLE })],
  { word: HCL_WORD },
);
export const APPLESCRIPT = syntax([DOUBLE], { commandCalls: true, ending: new Set(["with", "without", "user", "password", "as", "in"]) });

/** Any language at all: only what is written the same almost everywhere. */
export const ANY = syntax([TRIPLE, DOUBLE, SINGLE], { adjacent: true });
