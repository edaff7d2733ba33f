import { languageOf, type Language } from "../../languages/index.js";
import { ANY as ANY_SYNTAX, type Syntax } from "../../languages/string-syntax.js";
import { oncePer } from "../../once.js";
import { escaped } from "../../scan.js";

/** How a language is written, as far as strings, comments and calls go, and where the names of its calls are. */
export interface Dialect extends Syntax {
  /** Matches what is passed over: a comment, a pattern (sticky). */
  readonly comment: RegExp;
  /** Matches what opens a comment that goes over lines (sticky). */
  readonly overLines: RegExp;
  /** The language of `queries` whose names are its own. */
  readonly calls: string;
}

const matching = (alternatives: readonly string[]): RegExp =>
  new RegExp(alternatives.length === 0 ? "(?!)" : alternatives.join("|"), "my");

/** A comment that goes over lines has to be closed. */
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
        `${first ? "(?<=^[ \\t]*)" : ""}${except}${escaped(open)}${word ? "\\b" : ""}.*`,
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

/** Any language at all: only what is written the same almost everywhere. */
export const ANY: Dialect = {
  ...ANY_SYNTAX,
  comment: /(?<![:\w])\/\/.*|\/\*[\s\S]*?\*\/|(?<=^|\s)#(?![{!]).*/y,
  overLines: /\/\*/y,
  calls: "any",
};

/** The dialect a tag names; null for tags that name none (text, yaml) and for no tag. */
export function dialectOf(tag: string | null): Dialect | null {
  const language = languageOf(tag);
  return language === null ? null : dialectFor(language);
}
