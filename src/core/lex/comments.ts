import type { CodeMarks, Mark } from "../languages/index.js";
import { oncePer } from "../once.js";
import { eachMatch, endOfString, escaped } from "../scan.js";
import { SourceBuilder, type Source } from "../source.js";

/** The parts of a text: the code without comments, and the comments. */
export interface Uncommented {
  readonly code: Source;
  readonly comments: readonly Source[];
}

/** Matches strings in triple quotes, which may extend over several lines. */
const LONG_STRINGS = ['"""[^]*?"""', "'''[^]*?'''"];
/** Matches the quotation marks that open other strings; an apostrophe in a word does not. */
const OPENINGS: Readonly<Record<string, string>> = { '"': '"', "'": "(?<!\\w)'", "`": "`" };

/** Returns a pattern for comments, as the first group, and for strings or their beginnings: there are no comments in strings. */
const patternOf = oncePer(({ comments: { block, line, none }, quotes }: CodeMarks): RegExp => {
  const blocks = block.map(
    (mark) =>
      opening(mark) +
      (mark.close === "" ? "(?!\\S)[^]*" : `[^]*?(?:${escaped(mark.close)}|$(?![^]))`),
  );
  const lines = line.map(
    (mark) => `${opening(mark)}${mark.word ? "\\b" : mark.open === "#" ? "(?!\\{)" : ""}.*`,
  );
  const except = none.map((each) => `(?!${escaped(each)})`).join("");
  const comments = [...blocks, `(?<=^|\\s)${except}(?:${lines.join("|") || "(?!)"})`];
  return new RegExp(
    [
      `(${comments.join("|")})`,
      ...LONG_STRINGS,
      ...[...quotes].map((quote) => OPENINGS[quote]),
    ].join("|"),
    "gim",
  );
});

/**
 * Returns a pattern for the mark that opens a comment. Directly after a word, `/*` opens one only if it is closed on the same line,
 * since `build/*` and `${0%/*}` are file names.
 */
function opening({ open, first }: Mark): string {
  const mark = escaped(open);
  return open === "/*"
    ? `${mark}(?:(?<![^\\s(,;={[]${mark})|(?=.{0,200}\\*/))`
    : first
      ? `${mark}(?<=^[ \\t]*${mark})`
      : mark;
}

/** Separates code and comments. */
export function separateComments(source: Source, marks: CodeMarks): Uncommented {
  const code = new SourceBuilder(source);
  const comments: Source[] = [];
  let done = 0;
  const { text } = source;
  const endOf = ({ index, 0: found, 1: comment }: RegExpExecArray): number =>
    comment === undefined && found.length === 1
      ? endOfString(text, index, found === "`" ? undefined : "\n")
      : index + found.length;
  for (const { index, 0: found, 1: comment } of eachMatch(text, patternOf(marks), endOf)) {
    if (comment === undefined) continue;
    code.copy(done, index);
    done = index + found.length;
    comments.push(source.slice(index, done));
  }
  return { code: code.copy(done, text.length).build(), comments };
}
