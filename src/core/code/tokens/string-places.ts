import { blanked } from "../../text-search.js";
import type { Source } from "../../source.js";
import type { Place } from "../ir.js";
import type { CodeTools } from "../code-tools.js";
import { dialectOf } from "./dialect.js";
import { tokenize, type Token } from "./tokenize.js";
import type { NameTable } from "../../query/words.js";

/** What precedes a string that is a value of the program, and no word of a command line. */
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

const GOES_ON: ReadonlySet<string> = new Set(["(", ",", "[", "{", "=", ":=", "+", "=>"]);

/** No shell opens a string so. */
const OPENING = /<<~|"""|'''/y;

/**
 * Whether a string is a value: by what precedes it (`@doc "…"`, and the name of a call that takes a command among them), by
 * the comma behind it, or by how it is opened.
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
    handsOn(words, before) ||
    OPENING.test(text)
  );
}

/** Whether a call of a name takes a command. */
function handsOn(words: NameTable, name: string): boolean {
  return (words.get(name) ?? []).some(({ capture }) => capture.startsWith("inject."));
}

/** Where the contents of the strings of a known language stand, in order: none of it runs where it is written. */
export function stringPlaces(source: Source, tag: string | null): readonly Place[] {
  const dialect = dialectOf(tag);
  if (dialect === null) return [];
  return tokenize(source.text, dialect)
    .flatMap(({ executes, literal }) =>
      executes || literal === null ? [] : [{ start: literal.open.end, end: literal.close.start }],
    )
    .sort((a, b) => a.start - b.start);
}

/** Behind what a statement begins. */
const STARTS: ReadonlySet<string> = new Set(["", "\n", ";", "{"]);

/**
 * A text of a known language without the contents of its strings, for a reading of its lines as shell:
 * a string's backticks and pipes are no commands there. Calls that do run them are read by the code stage.
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
    // What a string in backticks runs, the code stage reads; in a shell, a statement of them would run what it prints.
    const isMasked = token.executes
      ? STARTS.has(before)
      : isValue(source.text, token, before, tokens[at + 1]?.text, words);
    if (own !== null && own.close.start > done && isMasked) {
      masked +=
        source.text.slice(done, own.open.end) +
        blanked(source.text.slice(own.open.end, own.close.start), "x");
      done = own.close.start;
    }
    // What opens or parts a list goes on behind the line's end.
    if (token.kind !== "line" || !GOES_ON.has(before))
      before = token.kind === "string" ? "" : token.text;
  }
  return done === 0 ? source : source.overlay(masked + source.text.slice(done));
}
