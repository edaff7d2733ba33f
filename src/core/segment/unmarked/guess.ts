import { withoutHereDocuments } from "../../lex/here-documents.js";
import type { Family } from "../../languages/index.js";
import { isCommandKey, isDescriptive } from "../formats/keys.js";
import {
  isShellLine,
  soundsLikeProse,
  withoutQuotations,
  type Heads,
} from "../running/command-or-prose.js";
import { PYTHON_SESSION } from "../formats/sessions.js";
import { isHistory } from "../running/history.js";
import { APOSTROPHE, hasPrompt, isScript } from "../running/prompts.js";
import { isCommentLine, shellRuns } from "../running/shell-lines.js";
import { FENCE, firstNonBlank, firstLine, linesOf } from "../../lex/lines.js";
import { STRICT } from "./shell-among-code.js";
import { INSTRUCTION, sniffDocument } from "./documents.js";
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
import { beginsSentence, groupsOf } from "./groups.js";
import { sniffSigns } from "./sniff-signs.js";

/** Returns the family of a block without a meaningful tag, from its content; `text` if nothing is clear. */
export function sniffFamily(whole: string, heads: Heads): Family {
  const text = whole.slice(0, LOOK);
  const first = firstLine(text.trimStart());
  if (isTalk(text, heads) && !INLINE_CODE.test(text)) return "markdown";
  if (/^<(?:[a-z][\w-]*[\s>]|!--)/i.test(first) && /<\/[a-z]|-->/i.test(text)) return "html";
  if (PYTHON_SESSION.test(text) || /^%%(?:write)?file\s/.test(first)) return "python";
  if (first.startsWith("> ") && sniffStatements(first.slice(2)) === "javascript")
    return "javascript";
  const document = sniffDocument(text) ?? sniffPart(text);
  if (document !== null) return document;
  const isConsole = hasPrompt(text) && !isScript(text);
  if (isShell(text, heads) && !isConsole) return "shell";
  if (!isConsole && EXECUTES.test(text)) return "powershell";
  const program = sniffProgram(text);
  return program ?? (isConsole || isHistory(text) ? "console" : sniffLines(text, heads));
}

/**
 * Returns the family of a tagged block: its tag's, unless it begins with a command or prompt of another language and has no line
 * of a program.
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

/** A line that is a tag with a handler: also of those that are never closed. */
const HANDLER_LINE = /^[ \t]*<[a-z][\w-]*[\s/][^<>]*\bon[a-z]{3,20}=/im;

/** Returns the family of lines that are not shell: a page, a program, or text if it is not known. */
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

/** Lines that only PowerShell has: a comment of many lines, an assignment with blanks, a cmdlet. */
const POWERSHELL = new RegExp(
  "^[ \\t]*(?:<#|\\$(?:env:)?\\w+ = (?!.*;[ \\t]*$)" +
    "|(?:Get|Set|New|Remove|Invoke|Write|Start|Stop|Import|Install|Add|Out|Test|Copy|Expand|Select)-[A-Z][A-Za-z]+(?![\\w-]))",
  "m",
);

/**
 * The commands by which only PowerShell executes text, where a statement may begin or a pipe ends; their names may be composed
 * (`&('I'+'EX')`) or asked for (`&(gcm i*x)`).
 */
const EXECUTES = new RegExp(
  "^[ \\t]*(?:(?:iex|invoke-expression)[ \\t]*[\"'($&]|\\((?:iwr|irm|invoke-\\w+|new-object)\\b" +
    "|[&.][ \\t]*\\([ \\t]*(?:\\[scriptblock\\]::|(?:gcm|gal|get-command|get-alias)\\s|([\"'])[^\"'\\n]{0,40}\\1[ \\t]*(?:\\+|-f\\b)))" +
    "|\\|[ \\t]*(?:iex|invoke-expression)\\b",
  "im",
);

/** Returns the format of a part of a file that no mark identifies; not used for whole documents, which may as well be prose. */
function sniffPart(text: string): Family | null {
  if (INSTRUCTION.test(firstStatement(text))) return "dockerfile";
  if (/^\s*(?:@?rem|::)[ \t]/i.test(text)) return "batch";
  if (isChange(text)) return "diff";
  return hasPowershell(text) ? "powershell" : null;
}

export const hasPowershell = (text: string): boolean => POWERSHELL.test(withoutHereDocuments(text));

/**
 * Whether a text is a diff, perhaps below a title; or only added and removed lines, or only added ones (a shell's trace has a
 * blank after its marks).
 */
function isChange(text: string): boolean {
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

/** Formats whose lines may as well be those of a text. */
const LIKE_PROSE: ReadonlySet<string> = new Set(["yaml", "toml", "systemd"]);
/** Formats in which no unindented line is a sentence. */
const COMMENTED_ON: ReadonlySet<string> = new Set([
  "dockerfile",
  "make",
  "crontab",
  "systemd",
  "toml",
  "json",
  "puppet",
]);

/** A line that begins like a PowerShell expression, and the commands that such a line calls. */
const EXPRESSION = /^(?:[([]|&\s*[({$'"]|\.\s*\(|\$\w|iex\b|invoke-expression\b)/i;
const CALLS_POWERSHELL =
  /(?:\b(?:iex|invoke-expression|invoke-command)\b|downloadstring|downloaddata|\b(?:iwr|irm|invoke-webrequest|invoke-restmethod)\b|frombase64string|scriptblock)/i;
/** A substitution that is the whole text. */
const SUBSTITUTION = /^\$\([^()`]+\)$/;
/** The longest command that is a whole text. */
const LONGEST_COMMAND = 4000;

/** Returns the language of a text that is one shell command which Markdown cannot contain; null for any other. */
export function commandTag(text: string): string | null {
  const line = text.trim();
  if (line.length > LONGEST_COMMAND || line.includes("\n")) return null;
  if (SUBSTITUTION.test(line)) return "bash";
  return EXPRESSION.test(line) &&
    CALLS_POWERSHELL.test(line) &&
    !/\]\(|[.!?]$/.test(line) &&
    !soundsLikeProse(withoutQuotations(line))
    ? "powershell"
    : null;
}

/** Returns the language of a text without a given format that is not Markdown: it has no fence, and its own marks identify it. */
export function wholeFileTag(text: string, heads: Heads): string | null {
  const head = text.slice(0, 4000);
  if (FENCE.test(head)) return null;
  const family = sniffDocument(head);
  if (family !== null && !(LIKE_PROSE.has(family) && looksLikeProse(text, heads))) {
    return COMMENTED_ON.has(family) && isCommentedOn(head) ? null : family;
  }
  // Programs have backticks in strings and comments too, so a first line that prose never begins with is better evidence.
  const tag = sniffTag(head.trimStart());
  // a decorator may as well be an annotation
  const announced = tag ?? (/^\s*@/.test(head) ? null : announcedProgram(head));
  if (turnsToProse(head)) return null;
  const found = announced ?? sniffSigns(head) ?? announcedProgram(head);
  if (found !== null) return found;
  if (INLINE_CODE.test(head) || head.trimStart().startsWith("<")) return null;
  const program = sniffProgram(firstLine(head.trimStart()));
  return program === "javascript" && HAS_COMPONENTS.test(head) ? null : program;
}

const INLINE_CODE = /`[^`\n]+`/;
/** A key below another one, or a TOML field, which prose does not have. */
const NESTED_KEY = /^(?:[ \t]+(?:- )?[a-z][\w.-]*:(?:\s|$)|[a-z][\w.-]*[ \t]*=[ \t]*["'\d[{])/m;
/** A colon at the end of a line above a blank one, or a remark ("Note: run this.") above an indented block, which no mapping has. */
const ABOVE_BLOCK =
  /^\S[^\n]*:(?:[ \t]*\n[ \t]*\n|[ \t]+[^\s|>&!][^\n]*\n[ \t]*\n(?: {2}|\t)[ \t]*\S)/m;
/** A remark that is the whole text: the beginning of a sentence, not a key. */
const REMARK = /^\s*(?:note|nb|tip|hint|fyi|info|warning|edit|update|ps):[ \t][^\n]*\s*$/i;

/**
 * Whether a text is prose that looks like a mapping, such as "Avoid:" above a list of inline code or an indented block, or a link
 * that looks like a section.
 */
function looksLikeProse(text: string, heads: Heads): boolean {
  const head = text.slice(0, 4000);
  // a changelog with fences that looks like a mapping is Markdown
  if (FENCE.test(text) || ABOVE_BLOCK.test(head) || REMARK.test(head)) return true;
  return !NESTED_KEY.test(head) && (INLINE_CODE.test(head) || isTalk(head, heads));
}

const STAMP = "\\[?\\d{1,2}:\\d\\d(?::\\d\\d)?\\]?[ \\t]+";
/**
 * "User: …", "Verdict: unsafe", "[10:01] tom: …", "<tom> …": lines of a conversation, or of a form. The keys of a mapping are in
 * lower case.
 */
const PROSE = new RegExp(
  "^[ \\t]*(?:-[ \\t]+)?(?:(?:[A-Z][\\w-]*|user|assistant|system|human|ai|bot|agent|model|me|you|him|her|them|q|a|question|answer|prompt" +
    `|response|reply):|(?:${STAMP})?<[\\w.@-]{1,30}>|${STAMP}[\\w.@-]{1,30}:)[ \\t]+\\S`,
);

/** `alice: …`: a lower-case name, which may as well be a key. */
const NAMED = /^[ \t]*(?:-[ \t]+)?([a-z][\w.-]{0,30}):[ \t]+(\S.*)$/;

/**
 * Whether all lines are those of a conversation or a form, without a description that contains a command. Lower-case names are
 * speakers if one of them says a sentence.
 */
function isTalk(text: string, heads: Heads): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const describes = (line: string): boolean =>
    isDescriptive(/\w[\w-]*/.exec(line)?.[0] ?? null) &&
    line.split(" ", 100).some((word) => heads.kind(word) === "fetcher");
  const says = (line: string): boolean => {
    const [, name = null, words = ""] = NAMED.exec(line) ?? [];
    if (isDescriptive(name) || isCommandKey(name) || "\"'".includes(words.charAt(0))) return false;
    const said = withoutQuotations(words.replaceAll("'", "\u2019"));
    return soundsLikeProse(said) || (said.includes(" ") && APOSTROPHE.test(said));
  };
  if (lines.length < 2 || lines.some(describes)) return false;
  return (
    lines.every((line) => PROSE.test(line)) ||
    (lines.every((line) => PROSE.test(line) || NAMED.test(line)) && lines.some(says))
  );
}

/** A Markdown heading of a lower level than the comment before a file. */
const HEADED = /^\s*#{2,6} [^\n]*\n[ \t]*\n/;

/** Whether a heading is above a file, or a sentence after it: then it is part of a text. */
function isCommentedOn(text: string): boolean {
  return (
    HEADED.test(text) ||
    groupsOf(text)
      .slice(1)
      .some((group) => beginsSentence(text, group))
  );
}
