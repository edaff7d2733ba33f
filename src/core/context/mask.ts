import type { Span } from "../model.js";
import { allMatches } from "../scan.js";
import { lowerCase } from "../search.js";
import type { CommentMarks } from "./comment-marks.js";
import { words } from "./language/spoken.js";
import { BAD_MARKS, BREAK, COMMAND, GOOD_MARKS, NAME, PAD } from "./signs.js";

/** What a run of prose is taken from; decides which marks are no words. */
export type ProseKind = "text" | "heading" | CommentMarks;

/** Pictures by the names under which Markdown hosts write them; every other one says nothing. */
const SHORTCODES: Readonly<Record<string, string>> = { x: "❌", negative_squared_cross_mark: "❌", no_entry: "⛔", no_entry_sign: "🚫", thumbsdown: "👎", "-1": "👎", white_check_mark: "✅", heavy_check_mark: "✔", ballot_box_with_check: "☑", thumbsup: "👍", "+1": "👍" };

const BLOCK_TAG = /^<\/?(?:p|div|li|ul|ol|pre|table|tr|td|th|h[1-6]|blockquote|section|dt|dd|details|summary|hr)\b/i;
// A word, its options and addresses, and the pipes behind it, as they stand in unmarked prose.
const ARGUMENT = String.raw`(?:[ \t]+|\\?\r?\n[ \t]+(?=\|))(?:-{1,2}[\w][^\s|\uE000\uE001]*|--(?=[ \t]+-)|<?<\([^)\n]{0,600}\)|"\$[^"\n]{0,600}"|'\$[^'\n]{0,600}'|\$[\w({]\S*|(?=[^\s|"'()]{0,200}[./:])[^\s|"'()\uE000\uE001]{0,600}[\w/>}&=#-])`;
const PIPE = String.raw`\s*\\?\|&?\s*(?:sudo\s+(?:-[\w=,-]+[ \t]+){0,6})?[\w./-]*\w(?:[ \t]+-[\w-]*)*`;
const LEXICAL_COMMAND = new RegExp(String.raw`(?<![\w/.-])(?:~?\/)?(?:[A-Za-z_.][\w./+-]*)(?:${ARGUMENT}){0,12}(?:${PIPE}){0,6}`, "g");
// A call within a call, as it stands in unmarked prose: "eval(atob(x))".
const LEXICAL_CALL = /(?<![\w$.])(?:[A-Za-z_$][\w$.]*\(\s?){2,6}[^()\n]{0,200}(?:\)(?:\.[\w$]+\([^()\n]{0,80}(?=\)))?){1,12}/g;
// "cd /tmp && X", "FOO=1 X", "RUN X": what stands before a command and belongs to it.
const BEFORE_COMMAND = /(?:(?<=(?:^|\n)[ \t>]{0,8})RUN\s|(?<![\w/.-])[A-Za-z][\w.-]{0,40}(?:\s[^\s;&|\uE000]{1,200})?\s?(?:&&|\|\|)\s?|(?<![\w/.-])[a-z]{2,12}\s[/~.$][\w./~${}-]{0,100}\s?;\s?|(?<![\w-])[A-Z_][A-Z0-9_]{0,60}=[^\s\uE000]{0,200}\s){1,6}(?=\uE000)/g;
// A line that is a command and a verdict, above another command: "X -> never".
const VERDICT_LINE = new RegExp(`^([^\\w\n${COMMAND}]{0,6}${COMMAND}+["'”’)]*[ \\t]*(?:[:—–(#→←]|<?-{1,2}>?|=>?|//)[^\n${COMMAND}]{0,60}[^\n,;${COMMAND}])(?<!\\b(?:and|or|nor|than|with|to|of|by))\n(?=[ \\t>]*${COMMAND})`, "gm");
// The title of a tab, as documentation sites write it: `=== "Unsafe"`.
const TAB_TITLE = /^([ \t]*={3}[!+]?[ \t]+")([^"\n]*)"(?=[ \t]*$)/;
// Lines of markup that say nothing: what opens and closes a listing or a box in reStructuredText, AsciiDoc, Org, templates and wikis.
const MARKUP_LINES = [
  /^[ \t>]*\.\. (?:code|code-block|sourcecode|prompt|parsed-literal|highlight|container|tabs?|tab-set|group-tab)::[^\n]*(?:\n[ \t]+:[\w-]+:[^\n]*)*$/gm,
  /^[ \t>]*\.\. [\w-]+::/gm,
  /^[ \t>]*\[(?:source|listing|[,.#%])[^\]\n]*\][ \t]*$/gm,
  /^[ \t>]*(?:#\+(?:begin|end)_[^\n]*|`{3,}[^`\n]*|~{3,}[^\n]*|={4,})$/gim,
  /\{%[^%\n]{0,200}%\}|\{\{[<%][^\n{}]{0,200}[>%]\}\}|\{(?:code|noformat)(?::[^{}\n]{0,80})?\}/g,
] as const;
/** A heading that is the signature of a function: "unsafe(val)" is its name and condemns nothing. */
const SIGNATURE = /(?<=^[ \t]*)[\w$.]+\([^()\n]*\)(?=[ \t]*$)/;
// Inline code in HTML.
const CODE_ELEMENT = /<(code|kbd|samp|tt)\b[^<>]{0,200}>([^<]{1,600})<\/\1>/gi;
// AsciiDoc's title of a listing: ".Never run this".
const LISTING_TITLE = /^\.(?=[A-Z])/;
// The mark of a prompt's theme for work that is not committed: `➜  acme git:(main) ✗`.
const UNCOMMITTED = /(?<=git:\([^()\n]{1,60}\)[ \t]{1,4})\u2717/g;
// "[10:03] <tom> …", "tom: …": who says a line of a chat.
const STAMP = String.raw`\[?\d{1,2}:\d\d(?::\d\d)?\]?[ \t]+`;
const SPEAKER = String.raw`(?:${STAMP})?(?:<[\w.@-]{1,30}>|(?!(?:following|below|this|these|commands?)\b)[\w.@-]{1,30}:)[ \t]|${STAMP}`;
const SPOKEN = new RegExp(`^(?:${SPEAKER})`, "i");
const SPOKEN_LINE = new RegExp(`([.!?]["'”’)]*[ \\t\r]*)?\n(?=[ \\t>]*(?:${SPEAKER}))`, "gi");
const STAMPED = new RegExp(`(?:^|(?<=[${BREAK}。]))[ \\t>]*(?:${STAMP})?(?:<[\\w.@-]{1,30}>[ \\t])?`, "g");
/** "never use `sudo`": read as words although code marks stand around them. */
const READABLE_NAMES = words("readable-names");
const OPTION_LEADS = words("option-leads");
const ABBREVIATIONS = words("abbreviations");
const LOOKS_ACTIVE = /\|\s*[\w./]|\$\(|<\(|\s-{1,2}\w/;
/** Inline code of a comment. */
const CODE_MARKS = /(?<![`\\])`(?=\S)[^`\n]{1,300}(?<=\S)`(?!`)/g;
const FILE_OR_HOST = /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'<>)]*[^\s"'<>).,;:!?]|(?<![\w%~@+-])[\w%~@+-]*(?:[./][\w%~@+-]+){1,40}\/?/g;
/** What each of them has: quicker to find, and few sentences have it. */
const INNER_MARK = /:\/\/|[./][\w%~@+-]/;
/** "#2", one of several or an issue, and "(2) is": words like others, which mean no command by themselves. */
const NUMBERED = /(?<![\w#&])#\d{1,6}(?![\w-])|\(?(?<!\w)\d{1,2}\)(?=\s(?:is|are|was|should|must|can|will)\s)/g;

/**
 * A run of prose made ready for matching, position by position: the same length as the text, lower-case,
 * one kind of apostrophe and blank, without emphasis, links and tags; code and commands are filled over.
 */
export function maskProse(text: string, span: Span, inlineCode: readonly Span[], kind: ProseKind): string {
  let mask = fillCode(text, span, typeof kind === "object" ? codeInComment(text, span) : inlineCode);
  mask = maskCodeElements(mask);
  if (kind === "heading") mask = mask.replace(/^[ \t]{0,3}#{1,6}(?=\s|$)|#+[ \t]*$/g, blank).replace(/\n[ \t>]*[=~`-]+[ \t]*$/, blank);
  if (kind === "heading") mask = mask.replace(SIGNATURE, (name) => fill(name, NAME));
  if (typeof kind === "object") mask = maskCommentMarks(mask, kind);
  if (SPOKEN.test(mask)) mask = mask.replace(SPOKEN_LINE, (_, stop: string | undefined) => (stop === undefined ? "。" : stop + BREAK)).replace(STAMPED, blank);
  if (kind === "text") mask = MARKUP_LINES.reduce((text, line) => text.replace(line, blank), mask).replace(LISTING_TITLE, blank);
  mask = mask.replace(TAB_TITLE, (_, mark: string, title: string) => `${blank(mark)}${title} `);
  mask = mask.replace(/[\u00a0\u2000-\u200b\u202f\u3000\ufeff]/g, " ").replace(/[’‘ʼ´′＇](?=[a-z])/gi, "'");
  mask = maskPictures(mask.replace(UNCOMMITTED, blank));
  mask = maskEntities(mask);
  // a closing tag is no placeholder of a command
  mask = mask.replace(/<\/[a-z][a-z\d]{0,20}>/gi, maskTag);
  mask = maskCommands(mask).replace(VERDICT_LINE, `$1${BREAK}`);
  mask = mask.replace(/<\/?[a-z!][^<>]{0,400}>/gi, maskTag).replace(/\n[ \t]*(?:>[ \t]?)+/g, blank);
  mask = mask.replace(/\[![a-z]+\][^\S\n]*/gi, (match) => BREAK + " ".repeat(match.length - 1));
  mask = mask.replace(/\]\([^()\s]*(?:\s+"[^"\n]*")?\)/g, blank).replace(/^[ \t]*\[[ xX]\]/, blank).replace(/\[([^[\]\n]{1,40})\](?![([])/g, "($1)").replace(/[[\]]/g, " ");
  mask = maskAbbreviations(lowerCase(mask));
  if (INNER_MARK.test(mask)) mask = mask.replace(FILE_OR_HOST, maskName);
  return mask.replace(NUMBERED, (sign) => fill(sign, "n")).replace(/\*+|~~|(?<![a-z0-9])_+|_+(?![a-z0-9])/g, blank);
}

/** What stands in a code element of HTML, tags included; the lines of `<pre>` are no words of a sentence. */
function maskCodeElements(mask: string): string {
  if (!/<(?:code|kbd|samp|tt)\b/i.test(mask)) return mask;
  return mask.replace(CODE_ELEMENT, (element, _name, content: string, at: number) => {
    if (/<pre\b[^<>]*>\s*$/i.test(mask.slice(Math.max(0, at - 120), at))) return element;
    return READABLE_NAMES.has(content.trim().toLowerCase()) ? element : fill(element, /[\s|$(;<]/.test(content.trim()) && /\w/.test(content) ? COMMAND : NAME);
  });
}

/** What reads as a command although no code marks stand around it. */
function maskCommands(mask: string): string {
  let result = mask;
  if (LOOKS_ACTIVE.test(mask)) {
    result = result.replace(LEXICAL_COMMAND, (match) => {
      if (!LOOKS_ACTIVE.test(match) || match.trim().length <= 4) return match;
      if (namesOptions(match)) return match.replace(/(?<=\s)\S+/g, (option) => fill(option, NAME));
      // "avoid /bin/bash …": the program is what stands in a folder of programs
      const words = /^[A-Za-z]+[ \t]+(?=(?:\/[\w.-]+){0,4}\/s?bin\/\w)/.exec(match)?.[0] ?? "";
      return words + fill(match.slice(words.length), COMMAND);
    });
  }
  if (mask.includes("(")) result = result.replace(LEXICAL_CALL, (match) => fill(match, COMMAND));
  // marks of code that were not read as such: in HTML
  return result.includes(COMMAND) ? result.replace(BEFORE_COMMAND, (match) => fill(match, COMMAND)).replace(/`(?=\uE000)|(?<=\uE000)`/g, " ") : result;
}

/** "use -k", "the --force flag": words of a sentence that names options. */
function namesOptions(match: string): boolean {
  return !/[|$<(]/.test(match) && OPTION_LEADS.has(match.slice(0, match.search(/\s/)).toLowerCase());
}

/** Pictures say nothing, except the marks that favour or condemn. */
function maskPictures(mask: string): string {
  const marks = BAD_MARKS + GOOD_MARKS;
  return mask.replace(/(?<![\w:]):(?:[a-z_]{1,30}|[+-]1):(?![\w:])/g, (name) => (SHORTCODES[name.slice(1, -1)] ?? "").padEnd(name.length)).replace(/(\p{Extended_Pictographic})\ufe0f?/gu, (match, picture: string) => (marks.includes(picture) ? match : blank(match)));
}

/** Comment marks are no words; a line that begins like a sentence ends the one before. */
function maskCommentMarks(mask: string, { inFront, atEnd }: CommentMarks): string {
  return mask
    .replace(inFront, blank)
    .replace(atEnd, blank)
    .replace(/^[ \t]*[=~*_-]{2,}(?=\s|$)|(?<=\s)[=~*_#-]{2,}[ \t]*$/gm, blank)
    .replace(/\n(?=\s*["'“]?[A-Z❌✅])/g, BREAK);
}

/** Same length, only line ends kept. */
function blank(match: string): string {
  return match.replace(/[^\n]/g, " ");
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
  return allMatches(text.slice(start, end), CODE_MARKS).map((match) => [start + match.index, start + match.index + match[0].length]);
}

/** Code of several words or with shell marks reads as a command, one word as a name. */
function maskCode(code: string): string {
  const content = code.replace(/^`+|(?<!`)`+$/g, "");
  const word = content.trim();
  if (READABLE_NAMES.has(word.toLowerCase())) return code.replace(/`/g, " ");
  return fill(code, /[\s|$(;<]/.test(word) && /\w/.test(word) ? COMMAND : NAME);
}

function maskEntities(mask: string): string {
  if (!mask.includes("&")) return mask;
  return mask
    .replace(/&(?:#39|#x27|apos|rsquo);/gi, (match) => "'" + PAD.repeat(match.length - 1))
    .replace(/&(?:quot|ldquo|rdquo|#34);/gi, (match) => '"' + PAD.repeat(match.length - 1))
    .replace(/&(?:nbsp|#160);/gi, blank)
    .replace(/&(?:mdash|ndash|#8212|#8211);/gi, (match) => "—" + " ".repeat(match.length - 1));
}

function maskTag(tag: string): string {
  if (/^<br\b/i.test(tag)) return "\n" + " ".repeat(tag.length - 1);
  if (tag.startsWith("<!")) return blank(tag);
  // the mark of an item is what its tag says
  return BLOCK_TAG.test(tag) ? (BREAK + (/^<li\b/i.test(tag) ? "•" : "")).padEnd(tag.length) : blank(tag);
}

function maskAbbreviations(mask: string): string {
  let result = mask;
  for (const abbreviation of ABBREVIATIONS.list) {
    if (!result.includes(abbreviation)) continue;
    const pattern = new RegExp(`(?<![a-z0-9])${abbreviation.replace(/\./g, "\\.")}`, "g");
    result = result.replace(pattern, (match) => match.replace(/\./g, PAD));
  }
  return result;
}

/** Host names, paths, file names and versions: their dots end no sentence. "and/or" stays words. */
function maskName(match: string): string {
  return /^[a-z']+(?:\/[a-z']+)+$/.test(match) ? match : fill(match, NAME);
}
