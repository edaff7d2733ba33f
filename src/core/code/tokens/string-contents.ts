import { blanked } from "../../text-search.js";
import type { Source } from "../../source.js";
import type { Place } from "../ir.js";
import type { CodeTools } from "../code-tools.js";
import { dialectOf } from "../../lex/dialect.js";
import { tokenize, type Token } from "../../lex/tokenize.js";
import type { NameTable } from "../../query/words.js";

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

const CONTINUING: ReadonlySet<string> = new Set(["(", ",", "[", "{", "=", ":=", "+", "=>"]);

/** Matches openings of strings that do not exist in a shell. */
const OPENING = /<<~|"""|'''/y;

/**
 * Whether a string is a value: by what precedes it (`@doc "…"`, or the name of a call that runs a command), by the comma after
 * it, or by its opening.
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

/** Whether a call of a name runs a command. */
function runsCommand(words: NameTable, name: string): boolean {
  return (words.get(name) ?? []).some(({ capture }) => capture.startsWith("inject."));
}

/** Returns the places of the contents of strings in a known language, in order: none of them runs in place. */
export function stringPlaces(source: Source, tag: string | null): readonly Place[] {
  const dialect = dialectOf(tag);
  if (dialect === null) return [];
  return tokenize(source.text, dialect)
    .flatMap(({ executes, literal }) =>
      executes || literal === null ? [] : [{ start: literal.open.end, end: literal.close.start }],
    )
    .sort((a, b) => a.start - b.start);
}

/** Tokens before the first token of a statement. */
const STARTS: ReadonlySet<string> = new Set(["", "\n", ";", "{"]);

/**
 * Returns a text of a known language without the contents of its strings, for reading its lines as shell: backticks and pipes in
 * a string are not commands. Calls that do run strings are read by the code stage.
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
    // The code stage reads what a string in backticks runs; as a shell statement, it would run its own output.
    const isMasked = token.executes
      ? STARTS.has(before)
      : isValue(source.text, token, before, tokens[at + 1]?.text, words);
    if (own !== null && own.close.start > done && isMasked) {
      masked +=
        source.text.slice(done, own.open.end) +
        blanked(source.text.slice(own.open.end, own.close.start), "x");
      done = own.close.start;
    }
    // An opening or separator of a list still applies after the line's end.
    if (token.kind !== "line" || !CONTINUING.has(before))
      before = token.kind === "string" ? "" : token.text;
  }
  return done === 0 ? source : source.overlay(masked + source.text.slice(done));
}
