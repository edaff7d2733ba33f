import { blanked } from "../../text-search.js";
import type { Source } from "../../source.js";
import type { Place } from "../ir.js";
import type { CodeTools } from "../code-tools.js";
import { dialectOf } from "../../lex/dialect.js";
import { tokenize, type Token } from "../../lex/tokenize.js";
import type { NameTable } from "../../query/name-table.js";

/** Tokens before a string that is a value of the program, not a word of a command line. */
const VALUE_BEFORE: ReadonlySet<string> = new Set([
  "(",
  ",",
  "=",
  ":=",
  "+",
  "[",
  "{",
  "=>",
  ":",
  "return",
  "puts",
  "print",
  "raise",
  "say",
  "println",
  "echo",
  "log",
  "die",
  "warn",
]);

/** Tokens after which an expression continues on the next line. */
const CONTINUING: ReadonlySet<string> = new Set(["(", ",", "[", "{", "=", ":=", "+", "=>"]);

/** Matches openings of strings that are not shell syntax. */
const OPENING = /<<~|"""|'''/y;

/**
 * Whether a string is a value of the program, and not a word of a command line. The token before it (`@doc "…"`, or a call that runs
 * a command), a comma after it, or its opening quotes show that.
 */
function isValue(
  text: string,
  token: Token,
  before: string,
  behind: string | undefined,
  words: NameTable,
): boolean {
  OPENING.lastIndex = token.start;
  return (
    VALUE_BEFORE.has(before) ||
    before.startsWith("@") ||
    behind === "," ||
    runsCommand(words, before) ||
    OPENING.test(text)
  );
}

/** Whether a call of a function runs a command. */
function runsCommand(words: NameTable, name: string): boolean {
  return (words.get(name) ?? []).some(({ capture }) => capture.startsWith("inject."));
}

/** Returns the ranges of the contents of all strings, in order, except strings that run as commands; none for an unknown language. */
export function stringPlaces(source: Source, tag: string | null): readonly Place[] {
  const dialect = dialectOf(tag);
  if (dialect === null) return [];
  return tokenize(source.text, dialect)
    .flatMap(({ executes, literal }) =>
      executes || literal === null ? [] : [{ start: literal.open.end, end: literal.close.start }],
    )
    .sort((a, b) => a.start - b.start);
}

/** Tokens that precede the first token of a statement. */
const STARTS: ReadonlySet<string> = new Set(["", "\n", ";", "{"]);

/**
 * Returns a text of a known language with the contents of its strings masked, except strings that may be commands or words of a
 * command line, so that its lines can be read as shell: backticks and pipes in other strings are not commands. The code stage reads the
 * strings that calls run.
 */
export function withoutStrings(
  source: Source,
  tag: string | null,
  language: CodeTools["language"],
): Source {
  const dialect = dialectOf(tag);
  if (dialect === null || !/[`$|]/.test(source.text)) return source;
  let masked = "";
  let done = 0;
  let before = "";
  const tokens = tokenize(source.text, dialect);
  const words = language(dialect.calls);
  for (const [at, token] of tokens.entries()) {
    const own = token.kind === "string" ? token.literal : null;
    // the code stage reads a command in backticks; as a statement of a shell script, it would execute its output
    const isMasked = token.executes
      ? STARTS.has(before)
      : isValue(source.text, token, before, tokens[at + 1]?.text, words);
    if (own !== null && own.close.start > done && isMasked) {
      masked +=
        source.text.slice(done, own.open.end) +
        blanked(source.text.slice(own.open.end, own.close.start), "x");
      done = own.close.start;
    }
    // an opening bracket, a separator or an operator also applies to the next line
    if (token.kind !== "line" || !CONTINUING.has(before))
      before = token.kind === "string" ? "" : token.text;
  }
  return done === 0 ? source : source.overlay(masked + source.text.slice(done));
}
