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
import { firstNonBlank, firstLine, linesOf } from "../../lex/lines.js";
import { STRICT } from "./beside.js";
import { INSTRUCTION, sniffDocument } from "./documents.js";
import {
  announcedProgram,
  firstStatement,
  HOLDS_COMPONENTS,
  LOOK,
  sniffProgram,
  sniffStatements,
  sniffTag,
  TAG_LINE,
  turnsToProse,
} from "./sniff-language.js";
import { beginsSentence, groupsOf } from "./groups.js";

/** What a block without a telling tag holds, by its looks. `text` where nothing is clear. */
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

/** The family of a tagged block: its tag's, unless it begins with a command or prompt foreign to it and holds nothing of a program. */
export function familyBehind(tagged: Family, text: string, heads: Heads): Family {
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

/** What lines that are no shell are of: a page, a program, or nothing that is known. */
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

/** Lines that no shell but PowerShell has: a comment of many lines, an assignment with blanks, a cmdlet. */
const POWERSHELL = new RegExp(
  "^[ \\t]*(?:<#|\\$(?:env:)?\\w+ = (?!.*;[ \\t]*$)" +
    "|(?:Get|Set|New|Remove|Invoke|Write|Start|Stop|Import|Install|Add|Out|Test|Copy|Expand|Select)-[A-Z][A-Za-z]+(?![\\w-]))",
  "m",
);

/** What only PowerShell executes text by, where a statement may begin or a pipe ends. */
const EXECUTES =
  /^[ \t]*(?:(?:iex|invoke-expression)[ \t]*["'($&]|[&.][ \t]*\([ \t]*\[scriptblock\]::|\((?:iwr|irm|invoke-\w+|new-object)\b)|\|[ \t]*(?:iex|invoke-expression)\b/im;

/** What a part of a file is, which nothing announces; not asked for whole documents, where it may as well be prose. */
function sniffPart(text: string): Family | null {
  if (INSTRUCTION.test(firstStatement(text))) return "dockerfile";
  if (/^\s*(?:@?rem|::)[ \t]/i.test(text)) return "batch";
  if (isChange(text)) return "diff";
  return holdsPowershell(text) ? "powershell" : null;
}

export const holdsPowershell = (text: string): boolean =>
  POWERSHELL.test(withoutHereDocuments(text));

/** A diff, perhaps below a title; or lines alone, added and removed, or all added (a shell's trace has a blank behind its marks). */
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
/** Formats in which no line at the margin is a sentence. */
const COMMENTED_ON: ReadonlySet<string> = new Set([
  "dockerfile",
  "make",
  "crontab",
  "systemd",
  "toml",
  "json",
  "puppet",
]);

/** A line that begins as an expression of PowerShell does, and what such a line calls. */
const EXPRESSION = /^(?:[([]|&\s*[({$'"]|\.\s*\(|\$\w|iex\b|invoke-expression\b)/i;
const CALLS_POWERSHELL =
  /(?:\b(?:iex|invoke-expression|invoke-command)\b|downloadstring|downloaddata|\b(?:iwr|irm|invoke-webrequest|invoke-restmethod)\b|frombase64string|scriptblock)/i;
/** A substitution that is the whole text. */
const SUBSTITUTION = /^\$\([^()`]+\)$/;
/** No command that is a whole text is longer than this. */
const LONGEST_COMMAND = 4000;

/** The language of a text that is one command of a shell which nothing in Markdown looks like; null for any other. */
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

/** The language of a text that is no Markdown although nobody said so: it has no fence and announces itself. */
export function wholeFileTag(text: string, heads: Heads): string | null {
  const head = text.slice(0, 4000);
  if (FENCE.test(head)) return null;
  const family = sniffDocument(head);
  if (family !== null && !(LIKE_PROSE.has(family) && looksLikeProse(text, heads))) {
    return COMMENTED_ON.has(family) && isCommentedOn(head) ? null : family;
  }
  // Backticks are in strings and comments of programs too, so a first line that no prose begins with tells more.
  const announced = sniffTag(head.trimStart()) ?? announcedProgram(head);
  if (turnsToProse(head)) return null;
  if (announced !== null) return announced;
  if (INLINE_CODE.test(head) || head.trimStart().startsWith("<")) return null;
  const program = sniffProgram(firstLine(head.trimStart()));
  return program === "javascript" && HOLDS_COMPONENTS.test(head) ? null : program;
}

const INLINE_CODE = /`[^`\n]+`/;
/** A key below another one, or a field of TOML: no prose is written so. */
const NESTED_KEY = /^(?:[ \t]+(?:- )?[a-z][\w.-]*:(?:\s|$)|[a-z][\w.-]*[ \t]*=[ \t]*["'\d[{])/m;
/** No mapping has a fence, however far behind its first lines: a log of changes that looks like one is Markdown. */
export const FENCE = /^[ \t>]*(?:`{3}|~{3})/m;
/** A colon at the end of a line above a blank one, or a remark ("Note: run this.") above an indented block: no mapping has those. */
const ABOVE_BLOCK =
  /^\S[^\n]*:(?:[ \t]*\n[ \t]*\n|[ \t]+[^\s|>&!][^\n]*\n[ \t]*\n(?: {2}|\t)[ \t]*\S)/m;
/** A remark on a line of its own is the whole text: the lead of a sentence rather than a key. */
const REMARK = /^\s*(?:note|nb|tip|hint|fyi|info|warning|edit|update|ps):[ \t][^\n]*\s*$/i;

/** "Avoid:" above a list of inline code or an indented block is prose that looks like a mapping, and a link may look like a section. */
function looksLikeProse(text: string, heads: Heads): boolean {
  const head = text.slice(0, 4000);
  if (FENCE.test(text) || ABOVE_BLOCK.test(head) || REMARK.test(head)) return true;
  return !NESTED_KEY.test(head) && (INLINE_CODE.test(head) || isTalk(head, heads));
}

const STAMP = "\\[?\\d{1,2}:\\d\\d(?::\\d\\d)?\\]?[ \\t]+";
/** "User: …", "Verdict: unsafe", "[10:01] tom: …", "<tom> …": what people say, or a form. The keys of a mapping are written small. */
const SPOKEN = new RegExp(
  "^[ \\t]*(?:-[ \\t]+)?(?:(?:[A-Z][\\w-]*|user|assistant|system|human|ai|bot|agent|model|me|you|him|her|them|q|a|question|answer|prompt" +
    `|response|reply):|(?:${STAMP})?<[\\w.@-]{1,30}>|${STAMP}[\\w.@-]{1,30}:)[ \\t]+\\S`,
);

/** `alice: …`: a name written small may as well be a key. */
const NAMED = /^[ \t]*(?:-[ \t]+)?([a-z][\w.-]{0,30}):[ \t]+(\S.*)$/;

/** Lines that are all spoken or filled in, and no description among them shows a command. Small names speak where one says a sentence. */
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
    lines.every((line) => SPOKEN.test(line)) ||
    (lines.every((line) => SPOKEN.test(line) || NAMED.test(line)) && lines.some(says))
  );
}

/** A heading of Markdown, of a lower level than the comment in front of a file. */
const HEADED = /^\s*#{2,6} [^\n]*\n[ \t]*\n/;

/** Whether a heading is above a file, or a sentence behind it: then it is a part of a text. */
function isCommentedOn(text: string): boolean {
  return (
    HEADED.test(text) ||
    groupsOf(text)
      .slice(1)
      .some((group) => beginsSentence(text, group))
  );
}
