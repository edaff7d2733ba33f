import { commentsOf, languageOf, type Comments, type Language } from "../../languages/index.js";
import { oncePer } from "../../once.js";
import { escaped } from "../../scan.js";
import type { Place } from "../../segment/region.js";

/** Patterns for the comments of a language. */
export interface CommentPatterns {
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

/** The comments of a text whose language is unknown. */
const ANY = commentsOf("/*..*/ <!--..--> # // -- REM ^:: ;");
const HASH = commentsOf("#");
const SLASHES = commentsOf("/*..*/ //");

/** Returns the comment patterns of the language of a region; if it has none, those that match the comments of any language. */
export function commentPatterns({
  tag,
  language,
}: Pick<Place, "tag" | "language">): CommentPatterns {
  const named = languageOf(tag);
  if (named !== null && named.comments.line.length + named.comments.block.length > 0)
    return patternsOfLanguage(named);
  if (language === "javascript") return patternsOf(SLASHES);
  return patternsOf(language === "python" || (tag !== null && language === "shell") ? HASH : ANY);
}

const patternsOfLanguage = oncePer((language: Language): CommentPatterns => {
  const { comments } = language;
  return patternsOf(
    hasScripts(language) ? { ...comments, line: [...comments.line, ...HASH.line] } : comments,
  );
});

/** Whether strings of the language may contain shell scripts with their own comments. */
function hasScripts({ family, syntax }: Language): boolean {
  return family === "javascript" || syntax?.strings.some(({ multiline }) => multiline) === true;
}

const patternsOf = oncePer(({ line, block, none }: Comments): CommentPatterns => {
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
