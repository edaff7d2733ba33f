import { matchesAt } from "../scan.js";
import type { Code, GateWord } from "./gate-words.js";
import { endOfSpelling } from "./word-spellings.js";

/** A gate word with the longest name in it: `restmethod` of `invoke-restmethod`. */
export interface Key {
  readonly name: string;
  readonly of: GateWord;
  /** The characters before and after the name in the word; empty at the word's start or end. */
  readonly before: string;
  readonly behind: string;
  /** Tests for text that must also be present. */
  beside?: readonly ((text: string) => boolean)[];
  /** Matches text that must follow it, or a variable that may contain that text. */
  needed?: RegExp;
  /** Matches the same text anywhere near it, for a program whose arguments are in a separate list. */
  listed?: RegExp;
}

/** A variable, which may have any value; not a prompt. */
export const VARIABLE = '\\$[\\w{("@*]|%[A-Za-z_]\\w*%';

/** Maximum distance of a name from what it requires, in UTF-16 code units. */
const MAX_NEAR = 160;
/** Maximum length of the rest of a command line, with its options, that is searched for what its program requires. */
const MAX_LINE = 8000;
/** Maximum distance between two names of a program of which only the second is tested in this way. */
const MAX_BETWEEN = 600;

/** The text between a name and what it requires: the rest of its line, or of its paragraph. */
const near = `(?:[^\\n]|\\n(?!\\s*(?:\\n|[#*|-]))){0,${MAX_NEAR}}?`;

/** Matches the URL of a Markdown link: the text after `](` is not an argument. */
export const LINK_TARGET = "<?(?:[a-z][\\w+.-]*:|[./#]|[\\w./-]+\\.md\\b)";

/**
 * Match after a name that is called, passed, assigned to, or aliased; not before a link or a closing tag. The grammars take characters
 * without width for spaces.
 */
const used = [
  `[\\s\u200b\u2060]*(?:[(\`=;:}/\\\\,]|\\](?!\\(${LINK_TARGET})|<(?!/)|\\[(?![^\\]\\n]{1,200}\\]\\(${LINK_TARGET})|[?!]?\\.?\\()`,
  "\\.(?:call|apply|bind)\\b|\\s*as\\s|[\"'][)\\]]",
];
/** Matches after the name in a call without parentheses, which many languages have. */
const bare =
  "[ \\t]+(?:[\"'$@%:]|[\\w.]+(?:\\(|::|->|[ \\t]*(?:[\\n\\r,;#}]|$)|[ \\t]+(?:if|unless|rescue)\\b))";
const called = new RegExp([...used, bare].join("|"), "y");
/** In JavaScript, only `import "…"` has no parentheses. */
const calledInJavaScript = new RegExp([...used, "[ \\t]+[\"']"].join("|"), "y");

/** Matches the text before a method definition: spaces, not directly after the dot of a property or the end of a comment mark. */
const DEFINES = /(?:^|[^\s./])\s+$/;

/** Matches a word before a name, as in a sentence; in code, an operator or a keyword is between two names. */
const AFTER_WORD = /[a-z\d`'’][)*_]?\s+$/i;
const KEYWORD =
  /(?<![\w-])(?:and|as|async|await|case|const|def|default|del|delete|else|except|export|extends|finally|for|from|global|if|import|in|instanceof|is|lambda|let|new|nonlocal|not|of|or|raise|return|throw|typeof|var|void|with|yield)\s+$/;

/** A property that is assigned to. */
const assigned = /\s*(?:["'`\]]\]?\s*)?(?:\+|\?\?|\|\|)?[=:](?!=)/y;

/** Returns the key of a word; null for a word without a name, and for a prefix of names. */
export function keyOf(of: GateWord): Key | null {
  if (of.isBeginning === true) return null;
  const names = of.word.replace(/\.exe$/, "").match(/\w+/g);
  if (names === null) return null;
  const name = names.reduce((longest, each) => (each.length > longest.length ? each : longest));
  const at = of.word.indexOf(name);
  return { name, of, before: of.word[at - 1] ?? "", behind: of.word[at + name.length] ?? "" };
}

/** Whether a name is used as its word requires: a function is called, a property assigned to, a command followed by what it needs. */
export function isUsed(key: Key, text: string, start: number, end: number): boolean {
  const { executesIn, isAssigned, behind, valueIn } = key.of;
  if (isAssigned === true) {
    const before = text.slice(Math.max(0, start - 8), start).trimEnd();
    return ".\"'`".includes(before.slice(-1)) && matchesAt(assigned, text, end);
  }
  const isFunction = executesIn !== undefined || (valueIn !== undefined && !SHELLS.has(valueIn));
  if (isFunction && key.of.isCommand !== true) return isCalled(key, text, start, end);
  if (behind === undefined) return true;
  const needed = (): string => `(?:${VARIABLE}|${behind.join("|")})`;
  key.needed ??= new RegExp(near + needed(), "y");
  if (matchesAt(key.needed, text, end) || matchesAt(namedArgument, text, end)) return true;
  key.listed ??= new RegExp(needed());
  if (isLast(key, text, end) && key.listed.test(lineFrom(text, end))) return true;
  if (!COMMAND_KEY.test(text.slice(Math.max(0, start - 24), start))) return false;
  return key.listed.test(
    text.slice(Math.max(0, start - MAX_LIST_DISTANCE), end + MAX_LIST_DISTANCE),
  );
}

/** Whether a program is not named again near a place: only the last of several names is tested, so that the work is bounded. */
function isLast({ name }: Key, text: string, end: number): boolean {
  return !text.slice(end, end + MAX_BETWEEN).includes(name);
}

/** Returns the rest of a command line, with the lines that continue it. */
function lineFrom(text: string, start: number): string {
  const rest = text.slice(start, start + MAX_LINE);
  const end = rest.search(/(?<!\\)\n/);
  return end < 0 ? rest : rest.slice(0, end);
}

/** Matches the text after a program in a list of arguments if one of these is a name: `["mshta", *addresses]`, `spawn("npx", [tool])`. */
const namedArgument =
  /(?:\.exe)?["'`](?:\s{0,40}[,\]](?:\s{0,40}[[+]){0,2}\s{0,40}["'`][^"'`\n]{0,80}["'`]){0,8}\s{0,40}[,\]](?:\s{0,40}[[+]){0,2}\s{0,40}(?:\*|\.{3})?[A-Za-z_]/y;

/** Matches a key for a program whose arguments are in a separate list: `command: npx`, with `args:` before or after it. */
const COMMAND_KEY = /\b(?:command|cmd|program|exec|entrypoint)["']?[ \t]*[:=][ \t]*["']?$/i;
/** Maximum distance of such a list from its program, in UTF-16 code units. */
const MAX_LIST_DISTANCE = 500;

const QUOTES = "\"'";
const SHELLS: ReadonlySet<Code> = new Set(["shell", "powershell", "command"]);

/** Match after a part of a path: what uses the value that it names, and what is before the next part. */
const OWNS = /\s*(?:\(|\??\.?\[|["'][)\];]|,\s*["'])|\s+(?:as|import|from)\b/y;
const MEMBER = /\s*(?:\?\.|\.|::|->)\s*/y;

/** The word before a module or class whose methods another class gets. */
const MIXED_IN = /\b(?:include|prepend|extends?) +$/;

/**
 * Whether a name is used: `name(…)`, `x.name`, `y = name`, `map(x, name)`. A part of a path that is not the last one must have the
 * next part after it.
 */
function isCalled(key: Key, text: string, start: number, end: number): boolean {
  if (text[end] === "-" || isInlineCode(text, start, end)) return false;
  const before = text.slice(Math.max(0, start - 2), start).trimEnd();
  const { next } = key.of;
  if (before.endsWith("=")) return true;
  if (MIXED_IN.test(text.slice(Math.max(0, start - 12), start))) return true;
  if (next !== undefined) return isOwner(text, end, next);
  // `$f = 'system'; $f(…)`: a name by which a text may be called
  const { executesIn, valueIn, isProperty } = key.of;
  const code = executesIn ?? valueIn;
  // `constructor(…)` in a class is a definition
  if (
    isProperty === true &&
    text[end] === "(" &&
    DEFINES.test(text.slice(Math.max(0, start - 40), start))
  )
    return false;
  const mayBeText = executesIn === "names" || valueIn !== undefined;
  const isText = mayBeText && QUOTES.includes(text[start - 1] ?? " ");
  return (
    (isText && text[end] === text[start - 1]) ||
    ".(".includes(text[start - 1] ?? " ") ||
    ((before.endsWith(",") || before.endsWith(":")) && text[end] === ")") ||
    (matchesAt(code === "javascript" ? calledInJavaScript : called, text, end) &&
      !((code === "javascript" || code === "python") && isInSentence(text, start, end)))
  );
}

/** Whether a name is a word of a sentence, with a comma, semicolon or colon after it. */
function isInSentence(text: string, start: number, end: number): boolean {
  if (!",;:".includes(text[end] ?? " ")) return false;
  const before = text.slice(Math.max(0, start - 20), start);
  return AFTER_WORD.test(before) && !KEYWORD.test(before);
}

/** Whether a name is inline code, which only mentions it, and not a string in backticks that is an index or argument: "x[`name`]". */
function isInlineCode(text: string, start: number, end: number): boolean {
  if (text[start - 1] !== "`" || text[end] !== "`" || text[end + 1] === ")") return false;
  return !(
    text[end + 1] === "]" && /[\w)\]]\s*\[$/.test(text.slice(Math.max(0, start - 10), start - 1))
  );
}

/** Whether a part of a path is followed by what uses it: `name.next`, `name(…)`, `name as x`, `import name from`, `"name")`. */
function isOwner(text: string, end: number, next: string): boolean {
  return (
    matchesAt(OWNS, text, end) ||
    (matchesAt(MEMBER, text, end) && endOfSpelling(text, MEMBER.lastIndex, next) >= 0)
  );
}
