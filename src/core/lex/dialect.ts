import { languageOf, type Language } from "../languages/index.js";
import { ANY as ANY_SYNTAX, type Syntax } from "../languages/string-syntax.js";
import { oncePer } from "../once.js";
import { escaped } from "../scan.js";

/** How strings, comments and calls are written in a language, and where the names of its calls are listed. */
export interface Dialect extends Syntax {
  /** Matches text that is skipped: a comment or a regular expression (sticky). */
  readonly comment: RegExp;
  /** Matches the mark that opens a block comment (sticky). */
  readonly overLines: RegExp;
  /** The language in `queries` that lists its names. */
  readonly calls: string;
}

const matching = (alternatives: readonly string[]): RegExp =>
  new RegExp(alternatives.length === 0 ? "(?!)" : alternatives.join("|"), "my");

/** Returns the dialect of a language; null if its strings or calls are unknown. Block comments match only if they are closed. */
const dialectFor = oncePer(
  ({ comments: { line, block, none }, syntax, calls }: Language): Dialect | null => {
    if (syntax === null || calls === null) return null;
    const except = none.map((each) => `(?!${escaped(each)})`).join("");
    const opened = block.map(({ open, first }) => `${first ? "^" : ""}${escaped(open)}`);
    const closed = block.map(({ close, first }) =>
      close === "" ? "[\\s\\S]*" : `[\\s\\S]*?${first ? "^" : ""}${escaped(close)}`,
    );
    const lines = line.map(
      ({ open, first, word }) =>
        `(?=${escaped(open)})${first ? "(?<=^[ \\t]*)" : ""}${except}${escaped(open)}${word ? "\\b" : ""}.*`,
    );
    return {
      ...syntax,
      comment: matching([
        ...opened.map((open, at) => open + (closed[at] ?? "")),
        ...lines,
        ...syntax.patterns,
      ]),
      overLines: matching(opened),
      calls,
    };
  },
);

/** The dialect of an unknown language: only what is written the same almost everywhere. */
export const ANY: Dialect = {
  ...ANY_SYNTAX,
  comment: /(?<![:\w])\/\/.*|\/\*[\s\S]*?\*\/|(?<=^|\s)#(?![{!]).*/y,
  overLines: /\/\*/y,
  calls: "any",
};

/** Returns the dialect of a tag; null for tags without one (text, yaml) and for no tag. */
export function dialectOf(tag: string | null): Dialect | null {
  const language = languageOf(tag);
  return language === null ? null : dialectFor(language);
}
