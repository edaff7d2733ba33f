import { withoutHereDocuments } from "../../lex/here-documents.js";
import type { Family } from "../../languages/index.js";
import { isCommandKey, isDescriptive } from "../formats/key-meanings.js";
import {
  isShellLine,
  soundsLikeProse,
  withoutQuotations,
  type Heads,
} from "../running/command-or-prose.js";
import { isDefinitionFile } from "../markdown/front-matter.js";
import { PYTHON_SESSION } from "../formats/python-and-javascript.js";
import { isHistory } from "../running/shell-history.js";
import { APOSTROPHE, hasPrompt, isScript } from "../running/prompts.js";
import { isCommentLine, shellRuns } from "../running/shell-lines.js";
import { FENCE, firstNonBlank, firstLine, linesOf } from "../../lex/lines.js";
import { STRICT } from "./shell-among-code.js";
import { INSTRUCTION, sniffDocument } from "./sniff-document.js";
import {
  announcedProgram,
  firstStatement,
  HAS_COMPONENTS,
  LOOK,
  sniffProgram,
  sniffStatements,
  sniffTag,
  TAG_LINE,
  turnsToProse,
} from "./sniff-language.js";
import { beginsSentence, groupsOf } from "./line-groups.js";
import { sniffSigns } from "./sniff-signs.js";

/** Returns the language family of a block without a meaningful tag, from its content; `text` if the content does not decide it. */
export function sniffFamily(whole: string, heads: Heads): Family {
  const text = whole.slice(0, LOOK);
  const first = firstLine(text.trimStart());
  if (isConversation(text, heads) && !INLINE_CODE.test(text)) return "markdown";
  if (/^<(?:[a-z][\w-]*[\s>]|!--)/i.test(first) && /<\/[a-z]|-->/i.test(text)) return "html";
  if (PYTHON_SESSION.test(text) || /^%%(?:write)?file\s/.test(first)) return "python";
  if (first.startsWith("> ") && sniffStatements(first.slice(2)) === "javascript")
    return "javascript";
  const document = sniffDocument(text) ?? sniffPart(text);
  if (document !== null) return document;
  const isConsole = hasPrompt(text) && !isScript(text);
  if (isShell(text, heads) && !isConsole) return "shell";
  if (!isConsole && executes(text)) return "powershell";
  const program = sniffProgram(text);
  return program ?? (isConsole || isHistory(text) ? "console" : sniffLines(text, heads));
}

/**
 * Returns the family of a tagged block: that of its tag, unless a shell line is not valid in that language and the block begins
 * with a shell command or a prompt and has no line of a program.
 */
export function familyOfTagged(tagged: Family, text: string, heads: Heads): Family {
  return STRICT.has(tagged) && beginsAsShell(text, heads) && sniffProgram(text) === null
    ? sniffFamily(text, heads)
    : tagged;
}

function beginsAsShell(text: string, heads: Heads): boolean {
  for (const line of linesOf(text))
    if (firstNonBlank(text, line) < line.end && !isCommentLine(text, line))
      return isShellLine(text, line, heads) || hasPrompt(text, [line]);
  return false;
}

/** Matches a line that begins with an HTML tag with an event handler, even if the element is never closed. */
const HANDLER_LINE = /^[ \t]*<[a-z][\w-]*[\s/][^<>]*\bon[a-z]{3,20}=/im;

/** Returns the family of a block that is not shell: HTML, that of a program that decodes, `other` for another program, else `text`. */
function sniffLines(text: string, heads: Heads): Family {
  const own = withoutHereDocuments(text);
  if ((own.includes("</") && TAG_LINE.test(own)) || HANDLER_LINE.test(own)) return "html";
  const program = sniffStatements(text);
  if (program === null) return "text";
  return heads.vocabulary.isNamedIn(text, "source.decoder") ? program : "other";
}

/** Whether every line of a text looks like shell. */
function isShell(text: string, heads: Heads): boolean {
  const runs = [...shellRuns(text, heads)].filter(
    (run) => run.kind !== "comment" && text.slice(run.start, run.end).trim() !== "",
  );
  return runs.length > 0 && runs.every((run) => run.kind === "shell" && run.closed);
}

/** Matches lines that only PowerShell has: a comment of many lines, an assignment with spaces, a cmdlet. */
const POWERSHELL = new RegExp(
  "^[ \\t]*(?:<#|\\$(?:env:)?\\w+ = (?!.*;[ \\t]*$)" +
    "|(?:Get|Set|New|Remove|Invoke|Write|Start|Stop|Import|Install|Add|Out|Test|Copy|Expand|Select)-[A-Z][A-Za-z]+(?![\\w-]))",
  "m",
);

/**
 * Matches the commands by which only PowerShell executes text, where a statement may begin or a pipe ends; their names may be
 * concatenated (`&('I'+'EX')`) or looked up (`&(gcm i*x)`).
 */
const EXECUTES = new RegExp(
  "^[ \\t]*(?:(?:iex|invoke-expression)[ \\t]*[\"'($&]|\\((?:iwr|irm|invoke-\\w+|new-object)\\b" +
    "|[&.][ \\t]*\\([ \\t]*(?:\\[scriptblock\\]::|(?:gcm|gal|get-command|get-alias)\\s|([\"'])[^\"'\\n]{0,40}\\1[ \\t]*(?:\\+|-f\\b)))" +
    "|\\|[ \\t]*(?:iex|invoke-expression)\\b",
  "im",
);

/** Whether a line executes text as only PowerShell does; a sentence, or inline code in one, may quote such a line. */
function executes(text: string): boolean {
  const isSentence = (bare: string): boolean => soundsLikeProse(bare) || INLINE_CODE.test(bare);
  return (
    EXECUTES.test(text) &&
    text.split("\n").some((line) => EXECUTES.test(line) && !isSentence(withoutQuotations(line)))
  );
}

/** Returns the format of an excerpt of a file; null if it is unknown. Not used for whole documents, which could also be prose. */
function sniffPart(text: string): Family | null {
  if (INSTRUCTION.test(firstStatement(text))) return "dockerfile";
  if (/^\s*(?:@?rem|::)[ \t]/i.test(text)) return "batch";
  if (isDiff(text)) return "diff";
  return hasPowershell(text) ? "powershell" : null;
}

export const hasPowershell = (text: string): boolean => POWERSHELL.test(withoutHereDocuments(text));

/**
 * Whether a text contains a diff, or has only added and removed lines, or only added ones. A shell's trace has a space after each
 * plus sign.
 */
function isDiff(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (
    lines.some((line, at) => line.startsWith("--- ") && lines[at + 1]?.startsWith("+++ ")) &&
    !hasPrompt(text)
  )
    return true;
  if (lines.every((line) => line.startsWith("+") && !"+ ".includes(line.slice(1, 2)))) return true;
  return (
    lines.every((line) => "-+ \t\\".includes(line.slice(0, 1))) &&
    ["+", "-"].every((mark) => lines.some((line) => line[0] === mark))
  );
}

/** Formats whose lines could also be lines of prose. */
const PROSE_LIKE_FORMATS: ReadonlySet<string> = new Set(["yaml", "toml", "systemd"]);
/** Formats in which no unindented line is a sentence. */
const FORMATS_WITHOUT_SENTENCES: ReadonlySet<string> = new Set([
  "dockerfile",
  "make",
  "crontab",
  "systemd",
  "toml",
  "json",
  "puppet",
]);

/** Matches the beginning of a PowerShell expression. */
const EXPRESSION = /^(?:[([]|&\s*[({$'"]|\.\s*\(|\$\w|iex\b|invoke-expression\b)/i;
/** Matches a command or method that fetches, decodes or executes in PowerShell. */
const CALLS_POWERSHELL =
  /(?:\b(?:iex|invoke-expression|invoke-command)\b|downloadstring|downloaddata|\b(?:iwr|irm|invoke-webrequest|invoke-restmethod)\b|frombase64string|scriptblock)/i;
/** A substitution that is the whole text. */
const SUBSTITUTION = /^\$\([^()`]+\)$/;
/** Maximum length, in UTF-16 code units, of a command that is a whole text. */
const MAX_COMMAND_LENGTH = 4000;

/** Returns the language of a text that is one shell command and cannot be Markdown; null for any other text. */
export function commandTag(text: string): string | null {
  const line = text.trim();
  if (line.length > MAX_COMMAND_LENGTH || line.includes("\n")) return null;
  if (SUBSTITUTION.test(line)) return "bash";
  return EXPRESSION.test(line) &&
    CALLS_POWERSHELL.test(line) &&
    !/\]\(|[.!?]$/.test(line) &&
    !soundsLikeProse(withoutQuotations(line))
    ? "powershell"
    : null;
}

/** Whether all fences of a text are on added, removed or unchanged lines of a diff, so that they belong to its files. */
export function hasFencesOfDiffs(text: string): boolean {
  return (
    /^@@ -\d/m.test(text) &&
    /^[-+ ][ \t>]*(?:`{3}|~{3})/m.test(text) &&
    !/^(?:`{3}|~{3}|>)/m.test(text)
  );
}

/** Returns the language of a whole text that is not Markdown: it has no fence, and its content identifies it; null otherwise. */
export function wholeFileTag(text: string, heads: Heads): string | null {
  const head = text.slice(0, 4000);
  if (hasFencesOfDiffs(head) && sniffDocument(head) === "diff") return "diff";
  if (FENCE.test(head) || isDefinitionFile(text)) return null;
  const family = sniffDocument(head);
  if (family !== null && !(PROSE_LIKE_FORMATS.has(family) && looksLikeProse(text, heads))) {
    return FORMATS_WITHOUT_SENTENCES.has(family) && hasSurroundingProse(head) ? null : family;
  }
  // Programs have backticks in strings and comments too, so a first line that prose never begins with is better evidence.
  const tag = sniffTag(head.trimStart());
  // a decorator could also be an annotation of another language
  const announced = tag ?? (/^\s*@/.test(head) ? null : announcedProgram(head));
  if (turnsToProse(head)) return null;
  const found = announced ?? sniffSigns(head) ?? announcedProgram(head);
  if (found !== null) return found;
  if (INLINE_CODE.test(head) || head.trimStart().startsWith("<")) return null;
  const program = sniffProgram(firstLine(head.trimStart()));
  return program === "javascript" && HAS_COMPONENTS.test(head) ? null : program;
}

const INLINE_CODE = /`[^`\n]+`/;
/** Matches a key below another one, or a TOML field, which prose does not have. */
const NESTED_KEY = /^(?:[ \t]+(?:- )?[a-z][\w.-]*:(?:\s|$)|[a-z][\w.-]*[ \t]*=[ \t]*["'\d[{])/m;
/** Matches a colon at the end of a line above a blank line, or "Note: run this." above an indented block: no mapping has these. */
const ABOVE_BLOCK =
  /^\S[^\n]*:(?:[ \t]*\n[ \t]*\n|[ \t]+[^\s|>&!][^\n]*\n[ \t]*\n(?: {2}|\t)[ \t]*\S)/m;
/** Matches a whole text that is a labelled sentence: "Note: run this." */
const LABELLED_SENTENCE =
  /^\s*(?:note|nb|tip|hint|fyi|info|warning|edit|update|ps):[ \t][^\n]*\s*$/i;

/**
 * Whether a text is prose that looks like a mapping, such as "Avoid:" above a list of inline code or an indented block, or a link
 * that looks like a section.
 */
function looksLikeProse(text: string, heads: Heads): boolean {
  const head = text.slice(0, 4000);
  // a changelog with fences that looks like a mapping is Markdown
  if (FENCE.test(text) || ABOVE_BLOCK.test(head) || LABELLED_SENTENCE.test(head)) return true;
  return !NESTED_KEY.test(head) && (INLINE_CODE.test(head) || isConversation(head, heads));
}

const STAMP = "\\[?\\d{1,2}:\\d\\d(?::\\d\\d)?\\]?[ \\t]+";
/**
 * Matches a line of a conversation or form: "User: …", "Verdict: unsafe", "[10:01] tom: …", "<tom> …". Other lower-case names do not
 * match, since they could also be keys of a mapping.
 */
const CONVERSATION_LINE = new RegExp(
  "^[ \\t]*(?:-[ \\t]+)?(?:(?:[A-Z][\\w-]*|user|assistant|system|human|ai|bot|agent|model|me|you|him|her|them|q|a|question|answer|prompt" +
    `|response|reply):|(?:${STAMP})?<[\\w.@-]{1,30}>|${STAMP}[\\w.@-]{1,30}:)[ \\t]+\\S`,
);

/** Matches `alice: …`: the name of a speaker, which could also be a key of a mapping. */
const LOWER_CASE_SPEAKER = /^[ \t]*(?:-[ \t]+)?([a-z][\w.-]{0,30}):[ \t]+(\S.*)$/;

/**
 * Whether all lines are those of a conversation or a form, and none is a description that contains a command. Lower-case names are
 * speakers if a sentence follows one of them.
 */
function isConversation(text: string, heads: Heads): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const describes = (line: string): boolean =>
    isDescriptive(/\w[\w-]*/.exec(line)?.[0] ?? null) &&
    line.split(" ", 100).some((word) => heads.kind(word) === "fetcher");
  const says = (line: string): boolean => {
    const [, name = null, words = ""] = LOWER_CASE_SPEAKER.exec(line) ?? [];
    if (isDescriptive(name) || isCommandKey(name) || "\"'".includes(words.charAt(0))) return false;
    const said = withoutQuotations(words.replaceAll("'", "\u2019"));
    return soundsLikeProse(said) || (said.includes(" ") && APOSTROPHE.test(said));
  };
  if (lines.length < 2 || lines.some(describes)) return false;
  return (
    lines.every((line) => CONVERSATION_LINE.test(line)) ||
    (lines.every((line) => CONVERSATION_LINE.test(line) || LOWER_CASE_SPEAKER.test(line)) &&
      lines.some(says))
  );
}

/** Matches a Markdown heading of level 2 to 6; a comment before a file has one `#`. */
const HEADED = /^\s*#{2,6} [^\n]*\n[ \t]*\n/;

/** Whether a heading precedes a file, or a sentence follows it, so that the text is a document which contains the file. */
function hasSurroundingProse(text: string): boolean {
  return (
    HEADED.test(text) ||
    groupsOf(text)
      .slice(1)
      .some((group) => beginsSentence(text, group))
  );
}
