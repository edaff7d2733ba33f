import { isDescriptive } from "../formats/keys.js";
import { beginsSentence, groupsOf } from "./paragraphs.js";
import { sniffDocument } from "./sniff-family.js";
import { announcedProgram, HOLDS_COMPONENTS, isOneStatement, sniffProgram, sniffStatements, sniffTag, turnsToProse } from "./sniff.js";
import { holdsDecoder, type Heads } from "../running/heads.js";

/** A key below another one, or a field of TOML: no prose is written so. */
export const NESTED_KEY = /^(?:[ \t]+(?:- )?[a-z][\w.-]*:(?:\s|$)|[a-z][\w.-]*[ \t]*=[ \t]*["'\d[{])/m;
/** No value of YAML begins with a backtick. */
const MARKED_VALUE = /^[ \t]*(?:-[ \t]+)*(?:[\w.-]+:[ \t]+)?`/m;
/** A value in code marks of HTML. */
const TAGGED_VALUE = /^[ \t]*(?:-[ \t]+)*[\w.-]+:[ \t]+<(?:code|kbd|samp|tt)[\s>]/m;

/** No mapping has a fence at its margin, however far behind its first lines: a log of changes that looks like one is Markdown. */
const FENCE_AT_MARGIN = /^(?:`{3}|~{3})/m;

/** Formats whose lines may as well be those of a text. */
const LIKE_PROSE: ReadonlySet<string> = new Set(["yaml", "toml", "systemd"]);

/** Formats in which no line at the margin is a sentence. */
export const COMMENTED_ON: ReadonlySet<string> = new Set(["dockerfile", "make", "crontab", "systemd", "toml", "json", "spec", "puppet"]);

/** A heading of Markdown, of a lower level than the comment in front of a file. */
const HEADED = /^\s*#{2,6} [^\n]*\n[ \t]*\r?\n/;

/** Whether a heading stands above a file, or a sentence behind it: then it is a part of a text. */
function isCommentedOn(text: string): boolean {
  return HEADED.test(text) || groupsOf(text).slice(1).some((group) => beginsSentence(text, group));
}

/** A colon at the end of a line above a blank one, or a remark ("Note: run this.") above an indented block: no mapping has those. */
const ABOVE_BLOCK = /^\S[^\n]*:(?:[ \t]*\r?\n[ \t]*\r?\n|[ \t]+[^\s|>&!][^\n]*\n[ \t]*\r?\n(?: {4}|\t)[ \t]*\S)/m;

/** A remark on a line of its own is the whole text: the lead of a sentence rather than a key. */
const REMARK = /^\s*(?:note|nb|tip|hint|fyi|info|warning|edit|update|ps):[ \t][^\n]*\s*$/i;

/** "User: …", "Verdict: unsafe": what people say, or a form. The keys of a flat mapping are written small. */
const SPOKEN = /^[ \t]*(?:-[ \t]+)?(?:[A-Z][\w-]*|user|assistant|system|human|ai|bot|agent|model|me|you|him|her|them|q|a|question|answer|prompt|response|reply):[ \t]+\S/;

/** Lines that are all spoken or filled in, and no description among them shows a command. */
function isTalk(text: string, heads: Heads): boolean {
  const lines = text.split("\n").filter((line) => /\S/.test(line));
  return lines.length > 1 && lines.every((line) => SPOKEN.test(line) && !(isDescriptive(/\w[\w-]*/.exec(line)?.[0] ?? null) && line.split(/\s+/, 100).some((word) => heads.kind(word) === "fetcher")));
}

/** A label and a sentence that holds a command ("Debian: just run …"): a value that is a command begins with it. */
function labelsSentence(line: string, heads: Heads): boolean {
  const [, key = "", value = ""] = /^[ \t]*(?:-[ \t]+)?([\w.-]+):[ \t]+([A-Za-z].*)$/.exec(line) ?? [];
  const words = value.split(/\s+/, 12);
  const at = words.findIndex((word) => /^(?:fetcher|interpreter)$/.test(heads.kind(word) ?? ""));
  return at > 0 && !isDescriptive(key) && !heads.startsCommand(words[0] ?? "") && words.slice(0, at).every((word) => /^[A-Za-z']+,?$/.test(word));
}

/** The language of a text that is no Markdown although nobody said so: it has no fence and announces itself. */
export function wholeFileTag(text: string, heads: Heads): string | null {
  const head = text.slice(0, 4000);
  if (/^(?:diff --git |--- a\/|From [0-9a-f]{40} )/.test(head)) return "diff";
  if (/^[ \t]*(?:`{3}|~{3})/m.test(head) || /^---\r?\n(?:.*\n)*?---[ \t]*(?:\r?\n|$)/.test(head)) return null;
  const hasInlineCode = /`[^`\n]+`/.test(head);
  const family = sniffDocument(head);
  // "Avoid:" above a list of inline code or an indented block is prose that looks like a mapping, and a link may look like a section.
  const looksLikeProse = FENCE_AT_MARGIN.test(text) || (hasInlineCode && (!NESTED_KEY.test(head) || MARKED_VALUE.test(head))) || ABOVE_BLOCK.test(head) || TAGGED_VALUE.test(head) || REMARK.test(head) || (!NESTED_KEY.test(head) && (isTalk(head, heads) || head.split("\n").some((line) => labelsSentence(line, heads))));
  if (family !== null && !(LIKE_PROSE.has(family) && looksLikeProse)) return COMMENTED_ON.has(family) && isCommentedOn(head) ? null : family;
  // Backticks stand in strings and comments of programs too, so a first line that no prose begins with tells more.
  const announced = sniffTag(head.trimStart()) ?? announcedProgram(head);
  if (announced !== null) return turnsToProse(head) ? null : announced;
  if (hasInlineCode || /^\s*</.test(head) || turnsToProse(head)) return null;
  const first = /^.*/.exec(head.trimStart())?.[0] ?? "";
  const program = sniffProgram(first);
  if (program === "javascript" && HOLDS_COMPONENTS.test(head)) return null;
  if (program !== null) return program;
  return holdsDecoder(head, heads.vocabulary) && (head.trim().includes("\n") || isOneStatement(head)) ? sniffStatements(head) : null;
}
