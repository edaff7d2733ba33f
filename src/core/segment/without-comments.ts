import { marksOfTag, type CodeMarks, type Mark } from "../languages/index.js";
import { oncePer } from "../once.js";
import { eachMatch, escaped } from "../scan.js";
import { SourceBuilder, type Source } from "../source.js";
import { shownAs, type Snippet } from "./snippet.js";
import type { Tools } from "./segment-tools.js";

/** A text taken apart: the code, each comment replaced by nothing, and the comments. */
export interface Uncommented {
  readonly code: Source;
  readonly comments: readonly Source[];
}

/** The code of a snippet in the language of a tag; what is in its comments is shown. */
export function withoutComments(tools: Tools, snippet: Snippet, tag: string): Source {
  const { code, comments } = separateComments(snippet.source, marksOfTag(tag));
  for (const comment of comments) {
    const marks = /^(?:@?REM|[^\w\s]*)\s*/i.exec(comment.text)?.[0].length ?? 0;
    tools.addShown(snippet, comment.slice(marks), shownAs("comment", "is in a comment", comment));
  }
  return code;
}

/** Strings: between three quotes up to their end, else up to the end of their line, but for backticks. */
const LONG_STRINGS = ['"""[^]*?"""', "'''[^]*?'''"];
const STRINGS: Readonly<Record<string, string>> = {
  '"': '"(?:\\\\[^]|[^"\\\\\n])*"?',
  "'": "(?<!\\w)'(?:\\\\[^]|[^'\\\\\n])*'?",
  "`": "`(?:\\\\[^]|[^`\\\\])*`?",
};

/** Comments, as the first group, and the strings that hide their marks. */
const patternOf = oncePer(({ comments: { block, line, none }, quotes }: CodeMarks): RegExp => {
  const blocks = block.map(
    (mark) =>
      opening(mark) + (mark.close === "" ? "[^]*" : `[^]*?(?:${escaped(mark.close)}|$(?![^]))`),
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
      ...[...quotes].map((quote) => STRINGS[quote]),
    ].join("|"),
    "gim",
  );
});

/** `build/*` and `${0%/*}` are names of files: directly behind a word a comment ends on its line. */
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
  for (const { index, 0: found, 1: comment } of eachMatch(source.text, patternOf(marks))) {
    if (comment === undefined) continue;
    code.copy(done, index);
    done = index + found.length;
    comments.push(source.slice(index, done));
  }
  return { code: code.copy(done, source.text.length).build(), comments };
}
