import { commentsOf, languageOf, type Comments, type Language } from "../../languages/index.js";
import { oncePer } from "../../once.js";
import { escaped } from "../../scan.js";
import type { Place } from "../../segment/region.js";

/** Patterns for the comments of a language. */
export interface CommentMarks {
  /** Matches any text that may contain a comment. */
  readonly any: RegExp;
  /** Matches a line that begins with a comment, up to the end of its mark. */
  readonly line: RegExp;
  /** Matches the beginning of a comment after code. */
  readonly trailing: RegExp;
  /** Match the marks at the beginning and at the end of a comment's lines, which are not words. */
  readonly inFront: RegExp;
  readonly atEnd: RegExp;
  /** The comments that extend over several lines. */
  readonly block: Comments["block"];
}

const MARGIN = String.raw`[ \t>|+]*(?:-\s+)?(?:[\w@:~()\\/. -]{0,60}?[$%❯]\s+)?`;

/** The marks of comments if the language is unknown. */
const ANY = commentsOf("/*..*/ <!--..--> # // -- REM ^:: ;");
const HASH = commentsOf("#");
const SLASHES = commentsOf("/*..*/ //");

/** Returns the comment marks of a region's language; those of every language if it has none. */
export function commentMarks({ tag, language }: Pick<Place, "tag" | "language">): CommentMarks {
  const named = languageOf(tag);
  if (named !== null && named.comments.line.length + named.comments.block.length > 0)
    return marksOfLanguage(named);
  if (language === "javascript") return marksOf(SLASHES);
  return marksOf(language === "python" || (tag !== null && language === "shell") ? HASH : ANY);
}

const marksOfLanguage = oncePer((language: Language): CommentMarks => {
  const { comments } = language;
  return marksOf(
    hasScripts(language) ? { ...comments, line: [...comments.line, ...HASH.line] } : comments,
  );
});

/** Whether strings of the language may contain shell scripts with their own comments. */
function hasScripts({ family, syntax }: Language): boolean {
  return family === "javascript" || syntax?.strings.some(({ multiline }) => multiline) === true;
}

const marksOf = oncePer(({ line, block, none }: Comments): CommentMarks => {
  const except = none.map((each) => `(?!${escaped(each)})`).join("");
  const blocks = block.map(({ open }) => (open === "/*" ? String.raw`\{?/\*+` : escaped(open)));
  const continuing = block.some(({ open }) => open === "/*") ? [String.raw`\*(?=\s)`] : [];
  const lines = line.map(({ open, word }) => except + (word ? `@?${open}(?=\\s)` : repeated(open)));
  const trailing = line.flatMap(({ first, word, open }, at) =>
    first && !word ? [] : [open === ";" ? ";{1,9}(?=\\s)" : (lines[at] ?? "")],
  );
  const sources = [...blocks, ...lines, ...continuing].join("|");
  const closing = block.flatMap(({ close }) => (close === "" ? [] : [escaped(close)]));
  return {
    any: new RegExp(sources, "i"),
    line: new RegExp(`^${MARGIN}(?:${sources})`, "i"),
    trailing: new RegExp(
      `(?:^|[\\s;&])(?:${[...blocks, ...trailing, ...continuing].join("|") || "(?!)"})`,
      "i",
    ),
    inFront: new RegExp(
      `^[ \\t>|+]*(?:-\\s+)?(?:[$%❯]\\s+)?(?:${[...blocks, ...lines, ...continuing].join("|")})`,
      "gim",
    ),
    atEnd: new RegExp(`(?:${closing.join("|") || "(?!)"})\\}?[ \\t]*$`, "gm"),
    block,
  };
});

/** Returns a pattern in which the last character of a mark may be repeated: `##`, `///`, `;;`. */
function repeated(mark: string): string {
  const begin = escaped(mark.slice(0, -1));
  return mark === "#" ? "@?#+(?!!)" : `${begin}${escaped(mark.slice(-1))}+`;
}
