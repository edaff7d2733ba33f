import type { Span } from "../../model.js";
import { allMatches } from "../../scan.js";
import { lowerCase } from "../../search.js";
import type { CommentMarks } from "../layout/comment-marks.js";
import { shapes, words } from "../language/spoken.js";
import { BAD_MARKS, BREAK, COMMAND, GOOD_MARKS, NAME, PAD } from "./signs.js";

const SHAPE = shapes(
  "apostrophe-entity", "blank", "blank-entity", "block-tag", "bracketed", "brackets", "callout-mark", "closing-tag", "code-element",
  "code-marks", "dash-entity", "emphasis", "file-or-host", "heading-marks", "item-tag", "letter-or-digit", "line-break-tag",
  "link-target", "listing-title", "looks-active", "looks-like-code", "markup", "new-sentence-line", "numbered-name", "odd-apostrophes",
  "odd-blanks", "option", "outer-ticks", "picture", "pre-opens", "prefixed", "printed", "quote-entity", "quote-marks", "ruler",
  "shell-mark", "shortcode", "signature", "spoken", "spoken-line", "stamped", "stray-marks", "tab-title", "tag", "uncommitted",
  "unmarked-call", "unmarked-command", "verdict-line", "word-before-path", "words-with-strokes",
);

/** What a run of prose is taken from; decides which marks are no words. */
export type ProseKind = "text" | "heading" | CommentMarks;

/** Pictures by the names under which Markdown hosts write them; every other one says nothing. */
const SHORTCODES: Readonly<Record<string, string>> = {
  x: "❌",
  negative_squared_cross_mark: "❌",
  no_entry: "⛔",
  no_entry_sign: "🚫",
  thumbsdown: "👎",
  "-1": "👎",
  white_check_mark: "✅",
  heavy_check_mark: "✔",
  ballot_box_with_check: "☑",
  thumbsup: "👍",
  "+1": "👍",
};

/** "never use `sudo`": read as words although code marks stand around them. */
const READABLE_NAMES = words("readable-names");
const OPTION_LEADS = words("option-leads");
const ABBREVIATIONS = words("abbreviations");

/**
 * A run of prose made ready for matching, position by position: the same length as the text, lower-case,
 * one kind of apostrophe and blank, without emphasis, links and tags; code and commands are filled over.
 */
export function maskProse(text: string, span: Span, inlineCode: readonly Span[], kind: ProseKind): string {
  let mask = fillCode(text, span, typeof kind === "object" ? codeInComment(text, span) : inlineCode);
  mask = maskCodeElements(mask);
  if (kind === "heading") mask = mask.replace(SHAPE.headingMarks.expression, blank);
  if (kind === "heading") mask = mask.replace(SHAPE.signature.expression, (name) => fill(name, NAME));
  if (typeof kind === "object") mask = maskCommentMarks(mask, kind);
  if (SHAPE.spoken.test(mask))
    mask = mask
      .replace(SHAPE.spokenLine.expression, (_, stop: string | undefined) => (stop === undefined ? "。" : stop + BREAK))
      .replace(SHAPE.stamped.expression, blank);
  if (kind === "text") mask = mask.replace(SHAPE.markup.expression, blank).replace(SHAPE.listingTitle.expression, blank);
  mask = mask.replace(SHAPE.tabTitle.expression, (_, mark: string, title: string) => `${blank(mark)}${title} `);
  mask = mask.replace(SHAPE.oddBlanks.expression, " ").replace(SHAPE.oddApostrophes.expression, "'");
  mask = maskPictures(mask.replace(SHAPE.uncommitted.expression, blank));
  mask = maskEntities(mask);
  // a closing tag is no placeholder of a command
  mask = mask.replace(SHAPE.closingTag.expression, maskTag);
  mask = maskCommands(mask).replace(SHAPE.verdictLine.expression, `$1${BREAK}`);
  mask = mask.replace(SHAPE.tag.expression, maskTag).replace(SHAPE.quoteMarks.expression, blank);
  mask = mask.replace(SHAPE.calloutMark.expression, (match) => BREAK + " ".repeat(match.length - 1));
  mask = mask
    .replace(SHAPE.linkTarget.expression, blank)
    .replace(SHAPE.bracketed.expression, "($1)")
    .replace(SHAPE.brackets.expression, " ");
  mask = lowerCase(mask);
  mask = maskAbbreviations(mask)
    .replace(SHAPE.fileOrHost.expression, maskName)
    .replace(SHAPE.numberedName.expression, (sign) => fill(sign, "n"));
  return mask.replace(SHAPE.emphasis.expression, blank);
}

/** What stands in a code element of HTML, tags included; the lines of `<pre>` are no words of a sentence. */
function maskCodeElements(mask: string): string {
  if (!mask.includes("<")) return mask;
  return mask.replace(SHAPE.codeElement.expression, (element, _name, content: string, at: number) => {
    if (SHAPE.preOpens.test(mask.slice(Math.max(0, at - 120), at))) return element;
    return READABLE_NAMES.has(content.trim().toLowerCase()) ? element : fill(element, fillerFor(content.trim()));
  });
}

/** What reads as a command although no code marks stand around it. */
function maskCommands(mask: string): string {
  let result = mask;
  if (SHAPE.looksActive.test(mask)) {
    result = result.replace(SHAPE.unmarkedCommand.expression, (match) => {
      if (!SHAPE.looksActive.test(match) || match.trim().length <= 4) return match;
      if (namesOptions(match)) return match.replace(SHAPE.option.expression, (option) => fill(option, NAME));
      // "avoid /bin/bash …": the program is what stands in a folder of programs
      const words = SHAPE.wordBeforePath.exec(match)?.[0] ?? "";
      return words + fill(match.slice(words.length), COMMAND);
    });
  }
  if (mask.includes("(")) result = result.replace(SHAPE.unmarkedCall.expression, (match) => fill(match, COMMAND));
  // marks of code that were not read as such: in HTML
  return result.includes(COMMAND)
    ? result.replace(SHAPE.prefixed.expression, (match) => fill(match, COMMAND)).replace(SHAPE.strayMarks.expression, " ")
    : result;
}

/** "use -k", "the --force flag": words of a sentence that names options. */
function namesOptions(match: string): boolean {
  return !SHAPE.shellMark.test(match) && OPTION_LEADS.has(match.slice(0, match.search(SHAPE.blank.expression)).toLowerCase());
}

/** Pictures say nothing, except the marks that favour or condemn. */
function maskPictures(mask: string): string {
  const marks = BAD_MARKS + GOOD_MARKS;
  return mask
    .replace(SHAPE.shortcode.expression, (name) => (SHORTCODES[name.slice(1, -1)] ?? "").padEnd(name.length))
    .replace(SHAPE.picture.expression, (match, picture: string) => (marks.includes(picture) ? match : blank(match)));
}

/** Comment marks are no words; a line that begins like a sentence ends the one before. */
function maskCommentMarks(mask: string, { inFront, atEnd }: CommentMarks): string {
  return mask
    .replace(inFront, blank)
    .replace(atEnd, blank)
    .replace(SHAPE.ruler.expression, blank)
    .replace(SHAPE.newSentenceLine.expression, BREAK);
}

/** Same length, only line ends kept. */
function blank(match: string): string {
  return match.replace(SHAPE.printed.expression, " ");
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

/** Comments mark code as Markdown does. */
function codeInComment(text: string, [start, end]: Span): Span[] {
  return allMatches(text.slice(start, end), SHAPE.codeMarks).map((match) => [start + match.index, start + match.index + match[0].length]);
}

/** Code of several words or with shell marks reads as a command, one word as a name. */
function maskCode(code: string): string {
  const content = code.replace(SHAPE.outerTicks.expression, "");
  const word = content.trim();
  if (READABLE_NAMES.has(word.toLowerCase())) return code.replaceAll("`", " ");
  return fill(code, fillerFor(word));
}

/** Code of several words or with marks of the shell reads as a command, anything else as a name. */
function fillerFor(code: string): string {
  return SHAPE.looksLikeCode.test(code) ? COMMAND : NAME;
}

function maskEntities(mask: string): string {
  if (!mask.includes("&")) return mask;
  return mask
    .replace(SHAPE.apostropheEntity.expression, (match) => "'" + PAD.repeat(match.length - 1))
    .replace(SHAPE.quoteEntity.expression, (match) => '"' + PAD.repeat(match.length - 1))
    .replace(SHAPE.blankEntity.expression, blank)
    .replace(SHAPE.dashEntity.expression, (match) => "—" + " ".repeat(match.length - 1));
}

function maskTag(tag: string): string {
  if (SHAPE.lineBreakTag.test(tag)) return "\n" + " ".repeat(tag.length - 1);
  if (tag.startsWith("<!")) return blank(tag);
  // the mark of an item is what its tag says
  return SHAPE.blockTag.test(tag) ? (BREAK + (SHAPE.itemTag.test(tag) ? "•" : "")).padEnd(tag.length) : blank(tag);
}

function maskAbbreviations(mask: string): string {
  let result = mask;
  for (const abbreviation of ABBREVIATIONS.list) {
    if (!result.includes(abbreviation)) continue;
    result = result.replaceAll(abbreviation, (match, at: number) =>
      SHAPE.letterOrDigit.test(result.charAt(at - 1)) ? match : match.replaceAll(".", PAD),
    );
  }
  return result;
}

/** Host names, paths, file names and versions: their dots end no sentence. "and/or" stays words. */
function maskName(match: string): string {
  return SHAPE.wordsWithStrokes.test(match) ? match : fill(match, NAME);
}
