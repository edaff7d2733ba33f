import { C_ESCAPES, QUOTE_ESCAPES, RAW, VERBATIM, type EscapeStyle } from "../escapes.js";

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

/** How a language is written, as far as strings, comments and calls go. */
export interface Dialect {
  readonly strings: readonly StringSyntax[];
  /** Matches a comment (sticky). */
  readonly comment: RegExp;
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
  const open = new RegExp(quote.replace(/[[\](]/g, "\\$&"), "y");
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

const SLASHES = /\/\/.*|\/\*[\s\S]*?\*\//y;
const HASH = /#.*/y;
const DASHES = /--\[(=*)\[[\s\S]*?\]\1\]|--.*/y;

const DOUBLE = quoted('"', C_ESCAPES);
const SINGLE = quoted("'", QUOTE_ESCAPES);
/** A character; before a lifetime stands an apostrophe as well, and none behind it. */
const CHARACTER = quoted("'", C_ESCAPES, { open: /b?'(?=(?:\\[^\n]{1,10}?|[^'\\\n])')/y });
const TRIPLE = quoted('"""', C_ESCAPES);

function dialect(strings: readonly StringSyntax[], comment: RegExp, more: Partial<Dialect> = {}): Dialect {
  return { strings, comment, commandCalls: false, adjacent: false, word: WORD, juxtaposed: false, typeBehind: false, dotJoins: false, ending: ENDING, ...more };
}

const WORD = /[A-Za-z_$@][\w$]*[!?]?(?!=)|[A-Za-z_$@][\w$]*|\d[\w.]*/y;
const HCL_WORD = /[A-Za-z_][\w-]*|\d[\w.]*/y;
const LISP_WORD = /[A-Za-z_*:][\w\-/.!?*:]*|\d[\w.]*/y;

const ruby = dialect(
  [
    hereText(/<<[~-]?["'`]?([A-Z]\w*)["'`]?/y, HASH_HOLE),
    delimited(/%x([^\w\s])/y, true, HASH_HOLE),
    delimited(/%[qQ]([^\w\s])/y, false, HASH_HOLE),
    delimited(/%([({[<])/y, false, HASH_HOLE),
    quoted('"', C_ESCAPES, { holes: HASH_HOLE, multiline: true }),
    quoted("'", QUOTE_ESCAPES, { multiline: true }),
    quoted("`", C_ESCAPES, { holes: HASH_HOLE, executes: true, multiline: true }),
  ],
  // Patterns are passed over as comments are: the quotes in them open nothing.
  /#.*|^=begin[\s\S]*?^=end|^__END__[\s\S]*|(?<=[(,=~[{&|!]\s{0,2}|\b(?:if|unless|when|and|or|not)\s)\/(?![\s=])(?:[^/\\\n]|\\.)*\/[a-z]*/my,
  { commandCalls: true },
);

const perl = dialect(
  [
    hereText(/<<~?["']?([A-Z]\w*)["']?/y, null),
    delimited(/qx\s?([^\w\s])/y, true, PERL_HOLE),
    delimited(/qq?\s?([^\w\s,;=])/y, false, PERL_HOLE),
    quoted('"', C_ESCAPES, { holes: PERL_HOLE, multiline: true }),
    quoted("'", QUOTE_ESCAPES, { multiline: true }),
    quoted("`", C_ESCAPES, { holes: PERL_HOLE, executes: true, multiline: true }),
  ],
  /#.*|^=[a-z][\s\S]*?^=cut|^__END__[\s\S]*|(?:(?<![\w$@%&>-])(?:(?:s|tr|y)\/(?:[^/\\\n]|\\.)*|m|qr)|(?<=(?:=~|[(,!])\s{0,2}|\b(?:if|unless|and|or|not|split|grep)\s))\/(?:[^/\\\n]|\\.)*\/[a-z]*/my,
  { commandCalls: true, dotJoins: true },
);

const php = dialect(
  [hereText(/<<<\s*["']?([A-Za-z]\w*)["']?/y, null), quoted('"', C_ESCAPES, { holes: PHP_HOLE, multiline: true }), quoted("'", QUOTE_ESCAPES, { multiline: true }), quoted("`", C_ESCAPES, { executes: true, multiline: true })],
  /\/\/.*|#(?!\[).*|\/\*[\s\S]*?\*\//y,
  { dotJoins: true },
);

const groovy = dialect([quoted('"""', C_ESCAPES, { holes: DOLLAR_HOLE }), quoted("'''", QUOTE_ESCAPES), quoted('"', C_ESCAPES, { holes: DOLLAR_HOLE }), SINGLE], SLASHES, { commandCalls: true });
const cFamily = dialect([quoted('R"(', RAW, { open: /R"([^\s()\\"]{0,16})\(/y, close: (opening) => `)${opening[1] ?? ""}"` }), quoted('"', C_ESCAPES, { open: /@?"/y }), SINGLE], SLASHES);
const java = dialect([TRIPLE, DOUBLE, SINGLE], SLASHES);
const kotlin = dialect([quoted('"""', RAW, { holes: DOLLAR_HOLE }), quoted('"', C_ESCAPES, { holes: DOLLAR_HOLE }), SINGLE], SLASHES);
const dart = dialect([quoted('"""', C_ESCAPES, { holes: DOLLAR_HOLE }), quoted("'''", C_ESCAPES, { holes: DOLLAR_HOLE }), quoted('"', C_ESCAPES, { holes: DOLLAR_HOLE }), quoted("'", C_ESCAPES, { holes: DOLLAR_HOLE })], SLASHES);
const csharp = dialect([quoted('"""', RAW), quoted('"', VERBATIM, { open: /\$?@\$?"/y, multiline: true }), quoted('"', C_ESCAPES, { open: /\$"/y, holes: BRACE_HOLE }), DOUBLE, SINGLE], SLASHES);
const go = dialect([quoted("`", RAW, { multiline: true }), DOUBLE, SINGLE], SLASHES, { typeBehind: true });
const rust = dialect([quoted('"', RAW, { open: /r(#+)"/y, close: (opening) => `"${opening[1] ?? ""}`, multiline: true }), quoted('"', RAW, { open: /r"/y, multiline: true }), quoted('"', C_ESCAPES, { multiline: true }), CHARACTER], SLASHES);
const swift = dialect([quoted('"""', C_ESCAPES, { holes: SWIFT_HOLE }), quoted('"', C_ESCAPES, { holes: SWIFT_HOLE })], SLASHES);
const lua = dialect([quoted("[[", RAW, { open: /\[(=*)\[/y, close: (opening) => `]${opening[1] ?? ""}]` }), DOUBLE, quoted("'", C_ESCAPES)], DASHES, { commandCalls: true });
const r = dialect([quoted('"', C_ESCAPES, { multiline: true }), quoted("'", C_ESCAPES, { multiline: true }), quoted("`", RAW)], HASH);
const julia = dialect([TRIPLE, DOUBLE, quoted("`", RAW, { multiline: true })], HASH);
const elixir = dialect([quoted('"""', C_ESCAPES, { holes: HASH_HOLE }), delimited(/~[sScC]([^\w\s])/y, false, HASH_HOLE), quoted('"', C_ESCAPES, { holes: HASH_HOLE }), SINGLE], /[#%](?!\{).*/y, { commandCalls: true });
const nim = dialect([quoted('"""', RAW), DOUBLE], HASH, { commandCalls: true, ending: new Set([...ENDING].filter((sign) => sign !== "&")) });
const haskell = dialect([DOUBLE], /--.*|\{-[\s\S]*?-\}/y, { commandCalls: true, juxtaposed: true });
const lisp = dialect([DOUBLE], /;.*/y, { commandCalls: true, word: LISP_WORD, juxtaposed: true });
const ocaml = dialect([quoted("{|", RAW, { open: /\{([a-z_]*)\|/y, close: (opening) => `|${opening[1] ?? ""}}` }), DOUBLE], /\(\*[\s\S]*?\*\)/y, { commandCalls: true, juxtaposed: true, ending: new Set([...ENDING, "in"]) });
const sql = dialect([SINGLE, DOUBLE], /--.*|\/\*[\s\S]*?\*\//y, { commandCalls: true });
const hcl = dialect([hereText(/<<[~-]?["']?([A-Z]\w*)["']?/y, HCL_HOLE), quoted('"', C_ESCAPES, { holes: HCL_HOLE })], /#.*|\/\/.*|\/\*[\s\S]*?\*\//y, { word: HCL_WORD });
const applescript = dialect([DOUBLE], /--.*/y, { commandCalls: true, ending: new Set(["with", "without", "user", "password", "as", "in"]) });

/** Any language at all: only what is written the same almost everywhere. */
export const ANY: Dialect = dialect([TRIPLE, DOUBLE, SINGLE], /(?<![:\w])\/\/.*|\/\*[\s\S]*?\*\/|(?<=^|\s)#(?![{!]).*/y, { adjacent: true });

/** Dialects by name; a name also chooses the table of calls. */
export const DIALECTS: Readonly<Record<string, Dialect>> = { ruby, perl, php, groovy, c: cFamily, java, kotlin, scala: kotlin, dart, csharp, go, rust, swift, lua, r, julia, elixir, nim, haskell, lisp, ocaml, sql, hcl, applescript };

const TAGS: Readonly<Record<string, string>> = {
  rb: "ruby", rake: "ruby", gemfile: "ruby", rakefile: "ruby", vagrantfile: "ruby", brewfile: "ruby", crystal: "ruby", irb: "ruby", erb: "ruby",
  pl: "perl", pm: "perl", raku: "perl", php3: "php", php7: "php", phtml: "php", hack: "php",
  jenkinsfile: "groovy", jenkins: "groovy", gradle: "groovy", "groovy-script": "groovy",
  cpp: "c", "c++": "c", cc: "c", cxx: "c", h: "c", hpp: "c", objc: "c", "objective-c": "c", objectivec: "c", arduino: "c", cuda: "c", d: "c", v: "c", vlang: "c", awk: "c", gawk: "c",
  kt: "kotlin", kts: "kotlin", sc: "scala", sbt: "scala", cs: "csharp", "c#": "csharp", dotnet: "csharp", fsharp: "csharp", vb: "csharp",
  golang: "go", rs: "rust", luau: "lua", jl: "julia", ex: "elixir", exs: "elixir", erlang: "elixir", erl: "elixir", iex: "elixir",
  rlang: "r", rscript: "r", nims: "nim", hs: "haskell", clojure: "lisp", clj: "lisp", scheme: "lisp", racket: "lisp", elisp: "lisp", "emacs-lisp": "lisp", commonlisp: "lisp",
  ml: "ocaml", postgresql: "sql", postgres: "sql", mysql: "sql", psql: "sql", plpgsql: "sql", terraform: "hcl", tf: "hcl", packer: "hcl", osascript: "applescript",
};

/** The dialect a tag names; null for tags that name none (text, yaml) and for no tag. */
export function dialectOf(tag: string | null): string | null {
  if (tag === null) return null;
  const name = Object.hasOwn(TAGS, tag) ? (TAGS[tag] ?? tag) : tag;
  return Object.hasOwn(DIALECTS, name) ? name : null;
}
