import type { Span } from "../../model.js";
import { lowerCase } from "../../text-search.js";
import type { CommentMarks } from "../layout/comment-marks.js";
import { group, shape } from "../language/current-language.js";
import { BAD_MARKS, BREAK, COMMAND, GOOD_MARKS, NAME, PAD } from "./signs.js";

/** The kind of a run of prose; it decides which marks are not words. */
export type ProseKind = "text" | "heading" | CommentMarks;

/**
 * Returns a run of prose prepared for matching, with unchanged positions: lower-case, with one kind of apostrophe and blank,
 * without emphasis, links and tags; code and commands are replaced by filler characters.
 */
export function maskProse(
  text: string,
  span: Span,
  inlineCode: readonly Span[],
  kind: ProseKind,
): string {
  let mask = fillCode(
    text,
    span,
    typeof kind === "object" ? codeInComment(text, span) : inlineCode,
  );
  mask = maskCodeElements(mask);
  if (kind === "heading") mask = mask.replace(shape("heading-marks").expression, blank);
  if (kind === "heading")
    mask = mask.replace(shape("signature").expression, (name) => fill(name, NAME));
  if (typeof kind === "object") mask = maskCommentMarks(mask, kind);
  if (shape("spoken").test(mask))
    mask = mask
      .replace(shape("spoken-line").expression, (_, stop: string | undefined) =>
        stop === undefined ? "。" : stop + BREAK,
      )
      .replace(shape("stamped").expression, blank);
  if (kind === "text")
    mask = mask
      .replace(shape("markup").expression, blank)
      .replace(shape("listing-title").expression, blank);
  mask = mask.replace(
    shape("tab-title").expression,
    (_, mark: string, title: string) => `${blank(mark)}${title} `,
  );
  mask = mask
    .replace(shape("odd-blanks").expression, " ")
    .replace(shape("odd-apostrophes").expression, "'");
  mask = maskPictures(mask.replace(shape("uncommitted").expression, blank));
  mask = maskEntities(mask);
  // a closing tag is not a placeholder in a command
  mask = mask.replace(shape("closing-tag").expression, maskTag);
  mask = maskCommands(mask).replace(shape("verdict-line").expression, `$1${BREAK}`);
  mask = mask
    .replace(shape("tag").expression, maskTag)
    .replace(shape("quote-marks").expression, blank);
  mask = mask.replace(
    shape("callout-mark").expression,
    (match) => BREAK + " ".repeat(match.length - 1),
  );
  mask = mask
    .replace(shape("link-target").expression, blank)
    .replace(shape("bracketed").expression, "($1)")
    .replace(shape("brackets").expression, " ");
  mask = lowerCase(mask);
  mask = maskAbbreviations(mask)
    .replace(shape("file-or-host").expression, maskName)
    .replace(shape("numbered-name").expression, (name) => fill(name, "n"));
  return mask.replace(shape("emphasis").expression, blank);
}

/** Masks the content of HTML code elements, including tags; the lines of `<pre>` are not words of a sentence. */
function maskCodeElements(mask: string): string {
  if (!mask.includes("<")) return mask;
  return mask.replace(
    shape("code-element").expression,
    (element, _name, content: string, at: number) => {
      if (shape("pre-opens").test(mask.slice(Math.max(0, at - 120), at))) return element;
      return group("readable-names").has(content.trim().toLowerCase())
        ? element
        : fill(element, fillerFor(content.trim()));
    },
  );
}

/** Masks words that read as a command without code marks around them. */
function maskCommands(mask: string): string {
  let result = mask;
  if (shape("looks-active").test(mask)) {
    result = result.replace(shape("unmarked-command").expression, (match) => {
      if (!shape("looks-active").test(match) || match.trim().length <= 4) return match;
      if (namesOptions(match))
        return match.replace(shape("option").expression, (option) => fill(option, NAME));
      // "avoid /bin/bash …": the program is the file in a folder of programs
      const words = shape("word-before-path").exec(match)?.[0] ?? "";
      return words + fill(match.slice(words.length), COMMAND);
    });
  }
  if (mask.includes("("))
    result = result.replace(shape("unmarked-call").expression, (match) => fill(match, COMMAND));
  // code marks that were not read as such: in HTML
  return result.includes(COMMAND)
    ? result
        .replace(shape("prefixed").expression, (match) => fill(match, COMMAND))
        .replace(shape("stray-marks").expression, " ")
    : result;
}

/** Whether a match is words of a sentence that names options: "use -k", "the --force flag". */
function namesOptions(match: string): boolean {
  const first = match.slice(0, match.search(shape("blank").expression)).toLowerCase();
  return !shape("shell-mark").test(match) && group("option-leads").has(first);
}

/** Removes emoji, except the marks that recommend or condemn. */
function maskPictures(mask: string): string {
  const marks = BAD_MARKS + GOOD_MARKS;
  return mask
    .replace(shape("shortcode").expression, (name) => pictureOf(name).padEnd(name.length))
    .replace(shape("picture").expression, (match, picture: string) =>
      marks.includes(picture) ? match : blank(match),
    );
}

/** Returns the mark for the name of an emoji; blanks for every other one. */
function pictureOf(name: string): string {
  return (
    shape("bad-shortcode").test(name)
      ? BAD_MARKS
      : shape("good-shortcode").test(name)
        ? GOOD_MARKS
        : ""
  ).charAt(0);
}

/** Masks comment marks, which are not words; a line that begins like a sentence ends the one before. */
function maskCommentMarks(mask: string, { inFront, atEnd }: CommentMarks): string {
  return mask
    .replace(inFront, blank)
    .replace(atEnd, blank)
    .replace(shape("ruler").expression, blank)
    .replace(shape("new-sentence-line").expression, BREAK);
}

/** Returns blanks of the same length, with the line ends. */
function blank(match: string): string {
  return match.replace(shape("printed").expression, " ");
}

function fill(match: string, filler: string): string {
  return filler.repeat(match.length);
}

function fillCode(text: string, [start, end]: Span, inlineCode: readonly Span[]): string {
  const parts: string[] = [];
  let at = start;
  for (const [from, to] of inlineCode) {
    if (from < at || to > end) continue;
    parts.push(text.slice(at, from), maskCode(text.slice(from, to)));
    at = to;
  }
  parts.push(text.slice(at, end));
  return parts.join("");
}

/** Returns the code spans of a comment, which are marked as in Markdown. */
function codeInComment(text: string, [start, end]: Span): Span[] {
  const marked = shape("code-marks").all(text.slice(start, end));
  return marked.map(({ index, 0: code }) => [start + index, start + index + code.length]);
}

/** Masks inline code: several words or shell punctuation read as a command, one word as a name. */
function maskCode(code: string): string {
  const content = code.replace(shape("outer-ticks").expression, "");
  const word = content.trim();
  if (group("readable-names").has(word.toLowerCase())) return code.replaceAll("`", " ");
  return fill(code, fillerFor(word));
}

/** Returns the filler for code: code of several words or with shell punctuation reads as a command, anything else as a name. */
function fillerFor(code: string): string {
  return shape("looks-like-code").test(code) ? COMMAND : NAME;
}

function maskEntities(mask: string): string {
  if (!mask.includes("&")) return mask;
  return mask
    .replace(shape("apostrophe-entity").expression, (match) => "'" + PAD.repeat(match.length - 1))
    .replace(shape("quote-entity").expression, (match) => '"' + PAD.repeat(match.length - 1))
    .replace(shape("blank-entity").expression, blank)
    .replace(shape("dash-entity").expression, (match) => "—" + " ".repeat(match.length - 1));
}

function maskTag(tag: string): string {
  if (shape("line-break-tag").test(tag)) return "\n" + " ".repeat(tag.length - 1);
  if (tag.startsWith("<!")) return blank(tag);
  // a list item's tag becomes a bullet
  return shape("block-tag").test(tag)
    ? (BREAK + (shape("item-tag").test(tag) ? "•" : "")).padEnd(tag.length)
    : blank(tag);
}

function maskAbbreviations(mask: string): string {
  let result = mask;
  for (const abbreviation of group("abbreviations").list) {
    if (!result.includes(abbreviation)) continue;
    result = result.replaceAll(abbreviation, (match, at: number) =>
      shape("letter-or-digit").test(result.charAt(at - 1)) ? match : match.replaceAll(".", PAD),
    );
  }
  return result;
}

/** Masks host names, paths, file names and versions, whose dots do not end a sentence. "and/or" stays words. */
function maskName(match: string): string {
  return shape("words-with-strokes").test(match) ? match : fill(match, NAME);
}
