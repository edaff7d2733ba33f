import { withoutHereDocuments } from "../../here-documents.js";
import type { Family } from "../../languages/index.js";
import { isDescriptive } from "../formats/keys.js";
import { holdsDecoder, type Heads } from "../running/heads.js";
import { isHistory, isScript, promptLength } from "../running/prompts.js";
import { isCommentLine, shellRuns } from "../running/shell-lines.js";
import { firstInk, linesOf } from "../lines.js";
import { isShellLine, STRICT } from "./beside.js";
import { firstLine, INSTRUCTION, sniffDocument } from "./documents.js";
import {
  announcedProgram, HOLDS_COMPONENTS, isOneStatement, LOOK, opensText, sniffProgram, sniffStatements, sniffTag, TAG_LINE, turnsToProse,
} from "./evidence.js";
import { beginsSentence, groupsOf } from "./groups.js";

/** What a block without a telling tag holds, by its looks. `text` where nothing is clear. */
export function sniffFamily(whole: string, heads: Heads): Family {
  const text = whole.slice(0, LOOK);
  const first = firstLine(text);
  if (/^<(?:[a-z][\w-]*[\s>]|!--)/i.test(first) && /<\/[a-z]|-->/i.test(text)) return "html";
  if (/^[ \t]*(?:>>> |In \[\d*\]: )/m.test(text) || /^%%(?:write)?file\s/.test(first) || opensText(first)) return "python";
  if (first.startsWith("> ") && sniffStatements(first.slice(2)) === "javascript") return "javascript";
  const document = sniffDocument(text) ?? sniffPart(text);
  if (document !== null) return document;
  const isConsole = hasPrompts(text);
  const family = sniffShell(text, heads);
  if (family === "shell" && !isConsole) return family;
  const program = sniffProgram(text);
  if (program !== null || isConsole || isHistory(text)) return program ?? "console";
  return sniffLines(text, heads);
}

/** The family of a tagged block: its tag's, unless it begins with a command that has no place there and nothing in it is of a program. */
export function familyBehind(tagged: Family, text: string, heads: Heads): Family {
  return STRICT.has(tagged) && beginsAsShell(text, heads) && sniffProgram(text) === null ? sniffFamily(text, heads) : tagged;
}

function beginsAsShell(text: string, heads: Heads): boolean {
  for (const line of linesOf(text)) {
    if (firstInk(text, line) < line.end && !isCommentLine(text, line)) return isShellLine(text, line, heads);
  }
  return false;
}

/** A line that is a tag with a handler: also of those that are never closed. */
const HANDLER_LINE = /^[ \t]*<[a-z][\w-]*[\s/][^<>]*\bon[a-z]{3,20}=/im;

/** What lines that are no shell are of: a page, a program, or nothing that is known. */
function sniffLines(text: string, heads: Heads): Family {
  const own = withoutHereDocuments(text);
  if ((text.includes("</") && TAG_LINE.test(own)) || HANDLER_LINE.test(own)) return "html";
  const program = sniffStatements(text);
  if (program === null) return "text";
  return holdsDecoder(text, heads.vocabulary) ? program : "other";
}

/** Shell where every line of the text looks like it; else text, in which commands are looked for. */
function sniffShell(text: string, heads: Heads): "shell" | "text" {
  let shell = false;
  for (const run of shellRuns(text, heads)) {
    if (run.kind === "comment" || text.slice(run.start, run.end).trim() === "") continue;
    if (run.kind === "text" || !run.closed) return "text";
    shell = true;
  }
  return shell ? "shell" : "text";
}

function hasPrompts(text: string): boolean {
  return text.split("\n").some((line) => promptLength(line) > 0) && !isScript(text);
}

const COMMENT_LINES = /^(?:[ \t]*(?:#.*)?\n)*[ \t]*/;
/** Lines that no shell but PowerShell has: a comment of many lines, an assignment with blanks, a cmdlet. */
const POWERSHELL = new RegExp(
  "^[ \\t]*(?:<#|\\$(?:env:)?\\w+ = (?!.*;[ \\t]*$)" +
    "|(?:Get|Set|New|Remove|Invoke|Write|Start|Stop|Import|Install|Add|Out|Test|Copy|Expand|Select)-[A-Z][A-Za-z]+(?![\\w-]))",
  "m",
);

/** What a part of a file is, which nothing announces; not asked for whole documents, where it may as well be prose. */
function sniffPart(text: string): Family | null {
  if (INSTRUCTION.test(text.slice(COMMENT_LINES.exec(text)?.[0].length ?? 0))) return "dockerfile";
  if (/^\s*(?:@?rem|::)[ \t]/i.test(text)) return "batch";
  if (isChange(text)) return "diff";
  return POWERSHELL.test(withoutHereDocuments(text)) && !hasPrompts(text) ? "powershell" : null;
}

/** Lines of a diff without its head: some are added and some removed; the trace of a shell has a blank behind its marks. */
function isChange(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.every((line) => /^[-+ \t\\]/.test(line)) && ["+", "-"].every((mark) => lines.some((line) => line.startsWith(mark)));
}

/** Formats whose lines may as well be those of a text. */
const LIKE_PROSE: ReadonlySet<string> = new Set(["yaml", "toml", "systemd"]);
/** Formats in which no line at the margin is a sentence. */
export const COMMENTED_ON: ReadonlySet<string> = new Set(["dockerfile", "make", "crontab", "systemd", "toml", "json", "puppet"]);

/** The language of a text that is no Markdown although nobody said so: it has no fence and announces itself. */
export function wholeFileTag(text: string, heads: Heads): string | null {
  const head = text.slice(0, 4000);
  if (/^[ \t]*(?:`{3}|~{3})/m.test(head) || /^---\r?\n(?:.*\n)*?---[ \t]*(?:\r?\n|$)/.test(head)) return null;
  const family = sniffDocument(head);
  if (family !== null && !(LIKE_PROSE.has(family) && looksLikeProse(text, heads))) {
    return COMMENTED_ON.has(family) && isCommentedOn(head) ? null : family;
  }
  // Backticks stand in strings and comments of programs too, so a first line that no prose begins with tells more.
  const announced = sniffTag(head.trimStart()) ?? announcedProgram(head);
  if (turnsToProse(head)) return null;
  if (announced !== null) return announced;
  if (INLINE_CODE.test(head) || /^\s*</.test(head)) return null;
  const program = sniffProgram(/^.*/.exec(head.trimStart())?.[0] ?? "");
  if (program !== null) return program === "javascript" && HOLDS_COMPONENTS.test(head) ? null : program;
  return holdsDecoder(head, heads.vocabulary) && (head.trim().includes("\n") || isOneStatement(head)) ? sniffStatements(head) : null;
}

const INLINE_CODE = /`[^`\n]+`/;
/** A key below another one, or a field of TOML: no prose is written so. */
const NESTED_KEY = /^(?:[ \t]+(?:- )?[a-z][\w.-]*:(?:\s|$)|[a-z][\w.-]*[ \t]*=[ \t]*["'\d[{])/m;
/** No mapping has a fence at its margin, however far behind its first lines: a log of changes that looks like one is Markdown. */
const FENCE_AT_MARGIN = /^(?:`{3}|~{3})/m;
/** A colon at the end of a line above a blank one, or a remark ("Note: run this.") above an indented block: no mapping has those. */
const ABOVE_BLOCK = /^\S[^\n]*:(?:[ \t]*\r?\n[ \t]*\r?\n|[ \t]+[^\s|>&!][^\n]*\n[ \t]*\r?\n(?: {4}|\t)[ \t]*\S)/m;
/** A remark on a line of its own is the whole text: the lead of a sentence rather than a key. */
const REMARK = /^\s*(?:note|nb|tip|hint|fyi|info|warning|edit|update|ps):[ \t][^\n]*\s*$/i;

/** "Avoid:" above a list of inline code or an indented block is prose that looks like a mapping, and a link may look like a section. */
function looksLikeProse(text: string, heads: Heads): boolean {
  const head = text.slice(0, 4000);
  if (FENCE_AT_MARGIN.test(text) || ABOVE_BLOCK.test(head) || REMARK.test(head)) return true;
  return !NESTED_KEY.test(head) && (INLINE_CODE.test(head) || isTalk(head, heads));
}

/** "User: …", "Verdict: unsafe": what people say, or a form. The keys of a flat mapping are written small. */
const SPOKEN = new RegExp(
  "^[ \\t]*(?:-[ \\t]+)?(?:[A-Z][\\w-]*|user|assistant|system|human|ai|bot|agent|model|me|you|him|her|them|q|a|question|answer|prompt" +
    "|response|reply):[ \\t]+\\S",
);

/** Lines that are all spoken or filled in, and no description among them shows a command. */
function isTalk(text: string, heads: Heads): boolean {
  const lines = text.split("\n").filter((line) => /\S/.test(line));
  const describes = (line: string): boolean =>
    isDescriptive(/\w[\w-]*/.exec(line)?.[0] ?? null) && line.split(/\s+/, 100).some((word) => heads.kind(word) === "fetcher");
  return lines.length > 1 && lines.every((line) => SPOKEN.test(line) && !describes(line));
}

/** A heading of Markdown, of a lower level than the comment in front of a file. */
const HEADED = /^\s*#{2,6} [^\n]*\n[ \t]*\r?\n/;

/** Whether a heading stands above a file, or a sentence behind it: then it is a part of a text. */
function isCommentedOn(text: string): boolean {
  return HEADED.test(text) || groupsOf(text).slice(1).some((group) => beginsSentence(text, group));
}
