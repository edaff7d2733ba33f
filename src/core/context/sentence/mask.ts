import type { Span } from "../../model.js";
import { lowerCase } from "../../text-search.js";
import type { CommentPatterns } from "../layout/comment-patterns.js";
import type { Language } from "../language/prose-language.js";
import { BAD_MARKS, BREAK, COMMAND, GOOD_MARKS, NAME, PAD } from "./mask-characters.js";

/** The kind of a run of prose, which determines which marks are not words. */
export type ProseKind = "text" | "heading" | CommentPatterns;

/**
 * Returns a run of prose prepared for matching, with unchanged offsets: in lower case, with one form of apostrophe and of space,
 * without emphasis, link targets and tags, and with filler characters for code and commands.
 */
export function maskProse(
  language: Language,
  text: string,
  span: Span,
  inlineCode: readonly Span[],
  kind: ProseKind,
): string {
  let mask = fillCode(
    language,
    text,
    span,
    typeof kind === "object" ? codeInComment(language, text, span) : inlineCode,
  );
  mask = maskCodeElements(language, mask);
  if (kind === "heading") mask = mask.replace(language.expression("heading-marks"), blank);
  if (kind === "heading")
    mask = mask.replace(language.expression("signature"), (name) => fill(name, NAME));
  if (typeof kind === "object") mask = maskCommentMarks(language, mask, kind);
  if (language.test("spoken", mask))
    mask = mask
      .replace(language.expression("spoken-line"), (_, stop: string | undefined) =>
        stop === undefined ? "。" : stop + BREAK,
      )
      .replace(language.expression("stamped"), blank);
  if (kind === "text")
    mask = mask
      .replace(language.expression("markup"), blank)
      .replace(language.expression("listing-title"), blank);
  mask = mask.replace(
    language.expression("tab-title"),
    (_, mark: string, title: string) => `${blank(mark)}${title} `,
  );
  mask = mask
    .replace(language.expression("odd-blanks"), " ")
    .replace(language.expression("odd-apostrophes"), "'");
  mask = maskPictures(language, mask.replace(language.expression("uncommitted"), blank));
  mask = maskEntities(language, mask);
  // a closing tag is not a placeholder in a command
  mask = mask.replace(language.expression("closing-tag"), (tag) => maskTag(language, tag));
  mask = maskCommands(language, mask).replace(language.expression("verdict-line"), `$1${BREAK}`);
  mask = mask
    .replace(language.expression("tag"), (tag) => maskTag(language, tag))
    .replace(language.expression("quote-marks"), blank);
  mask = mask.replace(
    language.expression("callout-mark"),
    (match) => BREAK + " ".repeat(match.length - 1),
  );
  mask = mask
    .replace(language.expression("link-target"), blank)
    .replace(language.expression("bracketed"), "($1)")
    .replace(language.expression("brackets"), " ");
  mask = lowerCase(mask);
  mask = maskAbbreviations(language, mask)
    .replace(language.expression("file-or-host"), (name) => maskName(language, name))
    .replace(language.expression("numbered-name"), (name) => fill(name, "n"));
  return mask.replace(language.expression("emphasis"), blank);
}

/** Masks the content of HTML code elements, including tags; the lines of `<pre>` are not words of a sentence. */
function maskCodeElements(language: Language, mask: string): string {
  if (!mask.includes("<")) return mask;
  return mask.replace(
    language.expression("code-element"),
    (element, _name, content: string, at: number) => {
      if (language.test("pre-opens", mask.slice(Math.max(0, at - 120), at))) return element;
      return language.has("readable-names", content.trim().toLowerCase())
        ? element
        : fill(element, fillerFor(language, content.trim()));
    },
  );
}

/** Masks words that read as a command without code marks around them. */
function maskCommands(language: Language, mask: string): string {
  let result = mask;
  if (language.test("looks-active", mask)) {
    result = result.replace(language.expression("unmarked-command"), (match) => {
      if (!language.test("looks-active", match) || match.trim().length <= 4) return match;
      if (namesOptions(language, match))
        return match.replace(language.expression("option"), (option) => fill(option, NAME));
      // "avoid /bin/bash …": the program is the file in a folder of programs
      const words = language.exec("word-before-path", match)?.[0] ?? "";
      return words + fill(match.slice(words.length), COMMAND);
    });
  }
  if (mask.includes("("))
    result = result.replace(language.expression("unmarked-call"), (match) => fill(match, COMMAND));
  // code marks that were not read as such: in HTML
  return result.includes(COMMAND)
    ? result
        .replace(language.expression("prefixed"), (match) => fill(match, COMMAND))
        .replace(language.expression("stray-marks"), " ")
    : result;
}

/** Whether a match is words of a sentence that names options: "use -k", "the --force flag". */
function namesOptions(language: Language, match: string): boolean {
  const first = match.slice(0, match.search(language.expression("blank"))).toLowerCase();
  return !language.test("shell-mark", match) && language.has("option-leads", first);
}

/** Removes emoji, except the marks that recommend or condemn. */
function maskPictures(language: Language, mask: string): string {
  const marks = BAD_MARKS + GOOD_MARKS;
  return mask
    .replace(language.expression("shortcode"), (name) =>
      pictureOf(language, name).padEnd(name.length),
    )
    .replace(language.expression("picture"), (match, picture: string) =>
      marks.includes(picture) ? match : blank(match),
    );
}

/** Returns the mark that the name of an emoji stands for; an empty string for every other emoji. */
function pictureOf(language: Language, name: string): string {
  return (
    language.test("bad-shortcode", name)
      ? BAD_MARKS
      : language.test("good-shortcode", name)
        ? GOOD_MARKS
        : ""
  ).charAt(0);
}

/** Masks comment marks, which are not words; a line that begins like a sentence ends the one before. */
function maskCommentMarks(
  language: Language,
  mask: string,
  { inFront, atEnd }: CommentPatterns,
): string {
  return mask
    .replace(inFront, blank)
    .replace(atEnd, blank)
    .replace(language.expression("ruler"), blank)
    .replace(language.expression("new-sentence-line"), BREAK);
}

/** Returns a match in which every character except line feeds is a space. */
function blank(match: string): string {
  return match.replace(/[^\n]/g, " ");
}

function fill(match: string, filler: string): string {
  return filler.repeat(match.length);
}

function fillCode(
  language: Language,
  text: string,
  [start, end]: Span,
  inlineCode: readonly Span[],
): string {
  const parts: string[] = [];
  let at = start;
  for (const [from, to] of inlineCode) {
    if (from < at || to > end) continue;
    parts.push(text.slice(at, from), maskCode(language, text.slice(from, to)));
    at = to;
  }
  parts.push(text.slice(at, end));
  return parts.join("");
}

/** Returns the code spans of a comment, which are marked as in Markdown. */
function codeInComment(language: Language, text: string, [start, end]: Span): Span[] {
  const marked = language.all("code-marks", text.slice(start, end));
  return marked.map(({ index, 0: code }) => [start + index, start + index + code.length]);
}

/** Masks inline code: several words or shell punctuation read as a command, one word as a name. */
function maskCode(language: Language, code: string): string {
  const content = code.replace(language.expression("outer-ticks"), "");
  const word = content.trim();
  if (language.has("readable-names", word.toLowerCase())) return code.replaceAll("`", " ");
  return fill(code, fillerFor(language, word));
}

/** Returns the filler for code: code of several words or with shell punctuation reads as a command, anything else as a name. */
function fillerFor(language: Language, code: string): string {
  return language.test("looks-like-code", code) ? COMMAND : NAME;
}

function maskEntities(language: Language, mask: string): string {
  if (!mask.includes("&")) return mask;
  return mask
    .replace(
      language.expression("apostrophe-entity"),
      (match) => "'" + PAD.repeat(match.length - 1),
    )
    .replace(language.expression("quote-entity"), (match) => '"' + PAD.repeat(match.length - 1))
    .replace(language.expression("blank-entity"), blank)
    .replace(language.expression("dash-entity"), (match) => "—" + " ".repeat(match.length - 1));
}

function maskTag(language: Language, tag: string): string {
  if (language.test("line-break-tag", tag)) return "\n" + " ".repeat(tag.length - 1);
  if (tag.startsWith("<!")) return blank(tag);
  // a list item's tag becomes a bullet
  return language.test("block-tag", tag)
    ? (BREAK + (language.test("item-tag", tag) ? "•" : "")).padEnd(tag.length)
    : blank(tag);
}

function maskAbbreviations(language: Language, mask: string): string {
  let result = mask;
  for (const abbreviation of language.list("abbreviations")) {
    if (!result.includes(abbreviation)) continue;
    result = result.replaceAll(abbreviation, (match, at: number) =>
      language.test("letter-or-digit", result.charAt(at - 1)) ? match : match.replaceAll(".", PAD),
    );
  }
  return result;
}

/** Masks host names, paths, file names and versions, whose dots do not end a sentence. "and/or" is not masked. */
function maskName(language: Language, match: string): string {
  return language.test("words-with-strokes", match) ? match : fill(match, NAME);
}
