import { matchesAt } from "../scan.js";
import { VARIABLE, type Key } from "./gate-key.js";
import type { GateWord } from "./gate-words.js";
import { endOfSpelling } from "./word-spellings.js";

/** Matches the beginning of a URL, or of a string with a variable or a concatenation that may be one; not a Node module (`node:fs`). */
const address =
  "\\\\{0,3}[\"'`](?:(?!node:)[a-z][\\w+.-]*:|\\{?\\$|#\\{|[^\"'`\\n]{0,8}[\"'`]\\s*\\.)";

/** Matches a constant as the whole argument. */
const constant = "(?:\\w{1,40}::)?[A-Z][A-Z\\d_]{0,40}\\s?;";

/** Matches the URL argument of a call, or a value that may contain one. */
const addressed = new RegExp(
  `\\s*(?:\\(\\s*(?:${address}|[$@A-Za-z_])|${address}|\\$|${constant})`,
  "y",
);

/** Maximum numbers of characters between a command and its subcommand, and between two words of the subcommand. */
const MAX_OPTIONS = 120;
const MAX_BETWEEN = 80;

const VARIABLE_HERE = new RegExp(VARIABLE, "y");
/** Match where a word is no part of another one: before its first character, and after its last one. */
const WORD_STARTS = /(?<![\w.-])/y;
const WORD_ENDS = /(?![\w:./=-])/y;

/** Whether a name has the case of its word. Windows ignores case, so a name at the beginning of a command may be in upper case. */
export function isWritten(
  { name, of }: Key,
  written: string,
  text: string,
  start: number,
): boolean {
  if (of.anyCase === true || written === name) return true;
  const before = text
    .slice(Math.max(0, start - 4), start)
    .replaceAll(" ", "")
    .slice(-1);
  return of.isCommand === true && written === name.toUpperCase() && "\n|&(>@".includes(before);
}

/** The end of a tag, or its first attribute. */
const elementEnd = /\s*\/?>|\s+[\w-]+=/y;

/** Whether the text around a name allows it to be its gate word: it is not a tag, a URL scheme or a part of another word. */
export function fits(key: Key, text: string, start: number, end: number): boolean {
  const { of, before, behind } = key;
  if (before !== "" && text[start - 1] !== before) return false;
  if (behind !== "" && text[end] !== behind) return false;
  // the scheme of a URL is not a name, and the tag of a fence is not a command
  if (text.charCodeAt(end) === 58 && text.charCodeAt(end + 1) === 47) return false;
  if (of.isCommand === true && text.startsWith("```", start - 3) && (text[end] ?? "") < " ")
    return false;
  if (of.isCommand === true && behind === "" && endsNoCommand(text.charCodeAt(end), of))
    return false;
  const ahead =
    of.isCommand === true && before === "" ? text.slice(Math.max(0, start - 3), start) : "";
  if (/\$$|\w\.$|(?<!\\)\w-$/.test(ahead)) return false;
  // the tag of an element: `<tr>`, `</tr>`
  if (/<\/?$/.test(ahead) && matchesAt(elementEnd, text, end)) return false;
  if (of.isType === true && !/[.[]\s{0,8}$/.test(text.slice(Math.max(0, start - 9), start)))
    return false;
  if (of.isAddressed === true) return matchesAt(addressed, text, end);
  if (of.subcommand === undefined) return true;
  return hasSubcommand(text, end, of.subcommand);
}

/** Whether the words of a subcommand follow a command, with options between them; a variable may be in their place. */
function hasSubcommand(text: string, end: number, words: readonly string[]): boolean {
  const [first = "", ...others] = words;
  return someInCommand(
    text,
    end,
    MAX_OPTIONS,
    (at) => matchesAt(VARIABLE_HERE, text, at) || hasWords(text, at, first, others),
  );
}

/** Whether a word starts at an offset, and others follow it. */
function hasWords(text: string, start: number, word: string, others: readonly string[]): boolean {
  const end = matchesAt(WORD_STARTS, text, start) ? endOfSpelling(text, start, word) : -1;
  if (end < 0 || !matchesAt(WORD_ENDS, text, end)) return false;
  const [next, ...rest] = others;
  return (
    next === undefined ||
    someInCommand(text, end, MAX_BETWEEN, (at) => at > end && hasWords(text, at, next, rest))
  );
}

/** Whether `test` returns true for an offset of a command after at most `distance` of its characters. */
function someInCommand(
  text: string,
  start: number,
  distance: number,
  test: (at: number) => boolean,
): boolean {
  const last = Math.min(start + distance, text.length);
  for (let at = start; at <= last; at++) {
    if (test(at)) return true;
    if ("|;&".includes(text[at] ?? "|")) return false;
  }
  return false;
}

/**
 * Whether a character after a name shows that it is not a command: `fetch:`, `http://`, `npm-run`, `git.io`, `x = y`, `git@host`;
 * `fetch(`, unless PowerShell may read it.
 */
function endsNoCommand(code: number, { anyCase }: GateWord): boolean {
  return (
    code === 58 ||
    code === 47 ||
    code === 45 ||
    code === 46 ||
    code === 61 ||
    code === 64 ||
    (code === 40 && anyCase !== true)
  );
}
