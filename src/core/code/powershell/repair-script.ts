import { blanked } from "../../text-search.js";
import { tokenize } from "../../lex/powershell-tokens.js";
import { repairedCode, repairedStatement, STRING, withPlainNumbers } from "./grammar-repairs.js";

/** Matches the prompt at the beginning of a line. */
const PROMPT = /^[ \t]*(?:[A-Za-z]:\\[^>\n]{0,120}|PS[ \t]?[^>\n]{0,120}|(?=>>))>>?/gm;
const BLOCK_COMMENT = /<#[^]*?(?:#>|$)/g;

const spaces = (found: string): string => " ".repeat(found.length);

/** Matches a placeholder where the grammar would begin a comment: `-OutFile #{path}`. */
const COMMENT_LIKE = /(?<![^\s;{}(|])#\{[\w.-]{1,80}\}/;

/** Whether the grammar may misread a script that it accepts: outside comments, a line begins with a prompt, or a placeholder is a word. */
export function isMisread(text: string): boolean {
  const isSuspect = (code: string): boolean => code.search(PROMPT) >= 0 || COMMENT_LIKE.test(code);
  return isSuspect(text) && isSuspect(text.replace(BLOCK_COMMENT, ""));
}

/**
 * Rewrites a script so that the grammar accepts it, without changing its length, because names and strings are read from the original
 * script.
 */
export function repaired(text: string): string {
  const plain = text
    .replace(PROMPT, spaces)
    .replace(/[\u201c-\u201e]/g, '"')
    .replace(/[\u2018\u2019]/g, "'");
  const code = rewrittenCode(plain, repairedCode);
  const unmatched = unmatchedBrackets(code);
  return unmatched.size === 0
    ? code
    : code.replace(/[(){}]/g, (bracket, at: number) => (unmatched.has(at) ? ";" : bracket));
}

/** Rewrites a statement that the grammar still rejects, with more repairs, without changing its length. */
export function repairedAgain(text: string): string {
  return rewrittenCode(text, repairedStatement);
}

/** Replaces parentheses with semicolons, so that their contents are parsed as separate statements. */
export function unbracketed(text: string): string {
  return rewritten(text, (part) => part.replace(/[()]/g, ";"));
}

/** Maximum nesting depth of `$(…)` in a string whose code is rewritten. */
const MAX_DEPTH = 3;

/**
 * Rewrites a string in double quotes so that the grammar accepts it. The grammar would end the string at `\"`, and begin a comment at
 * `#` after a variable or an escape. The code in `$(…)` is rewritten like any other code.
 */
function expandable(found: string, depth: number): string {
  const text = found.replace(/\\"(?!"[^]|$)/g, '`"').replace(/#/g, "_");
  return depth < MAX_DEPTH && text.includes("$(")
    ? subexpressions(text, (code) =>
        rewrittenCode(code.replace(/`"/g, ' "'), repairedCode, depth + 1),
      )
    : withPlainNumbers(text);
}

/** Replaces the code in each outermost `$(…)` of a string. */
function subexpressions(text: string, replace: (code: string) => string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0, open = 0, depth = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "`") at++;
    else if (depth === 0 && char === "$" && text[at + 1] === "(") {
      open = ++at + 1;
      depth = 1;
    } else if (depth > 0 && char === "(") depth++;
    else if (depth > 0 && char === ")" && --depth === 0) {
      parts.push(text.slice(from, open), replace(text.slice(open, at)));
      from = at;
    }
  }
  return parts.join("") + text.slice(from);
}

/**
 * Rewrites the code of a text without changing its length. Strings are masked while it is rewritten and restored afterwards; comments
 * are replaced with spaces.
 */
function rewrittenCode(text: string, replace: (code: string) => string, depth = 0): string {
  const strings: (readonly [number, string])[] = [];
  const hidden: string[] = [];
  let from = 0;
  for (const { kind, start, end } of tokenize(text)) {
    if (kind !== "string" && kind !== "comment") continue;
    const found = text.slice(start, end);
    hidden.push(text.slice(from, start));
    hidden.push(kind === "comment" ? blanked(found) : STRING.repeat(found.length));
    if (kind === "string")
      strings.push([start, found.startsWith('"') ? expandable(found, depth) : found]);
    from = end;
  }
  const code = replace(hidden.join("") + text.slice(from));
  const parts: string[] = [];
  from = 0;
  for (const [start, found] of strings) {
    // a repair replaced the string together with the code around it
    if (code[start] !== STRING) continue;
    const end = start + found.length;
    parts.push(
      code.slice(from, start),
      isLabel(code, end) ? labelled(found, code.slice(Math.max(0, start - 40), start)) : found,
    );
    from = end;
  }
  return parts.join("") + code.slice(from);
}

/** Rewrites the parts of a text outside strings and comments without changing its length. Comments are replaced with spaces. */
function rewritten(text: string, replace: (part: string, start: number) => string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { kind, start, end } of tokenize(text)) {
    if (kind !== "string" && kind !== "comment") continue;
    const found = text.slice(start, end);
    parts.push(replace(text.slice(from, start), from));
    parts.push(kind === "comment" ? blanked(found) : found);
    from = end;
  }
  return parts.join("") + replace(text.slice(from), from);
}

/** Whether the string that ends at an offset is the label of a `switch` case: a block follows. */
function isLabel(code: string, end: number): boolean {
  return /^[ \t]{0,8}\{/.test(code.slice(end, end + 9));
}

/**
 * Returns the double-quoted label of a case as a single-quoted string, which the grammar accepts; its value does not matter. A label that
 * contains quotes, escapes or variables is returned unchanged unless it follows a line break or a brace.
 */
function labelled(found: string, before: string): string {
  const isPlain = /^"[^"'`$]*"$/.test(found);
  if (!found.startsWith('"') || !(isPlain || /[\n{}]\s*$/.test(before))) return found;
  return `'${isPlain ? found.slice(1, -1) : "_".repeat(found.length - 2)}'`;
}

/** Returns the offsets of brackets that have no matching one. */
function unmatchedBrackets(text: string): ReadonlySet<number> {
  const unmatched = new Set<number>();
  const open: number[] = [];
  rewritten(text, (part, start) => {
    for (const { 0: bracket, index } of part.matchAll(/[(){}]/g)) {
      const last = open.at(-1);
      if (bracket === "(" || bracket === "{") open.push(start + index);
      else if (last !== undefined && text[last] === (bracket === ")" ? "(" : "{")) open.pop();
      else unmatched.add(start + index);
    }
    return part;
  });
  for (const at of open) unmatched.add(at);
  return unmatched;
}

/** Returns the ranges of the strings in a script. */
export function stringsOf(text: string): (readonly [number, number])[] {
  return Array.from(tokenize(text)).flatMap(({ kind, start, end }) =>
    kind === "string" ? [[start, end] as const] : [],
  );
}

/**
 * Yields the ranges of the statements of a script, including those in blocks. A closing parenthesis does not begin a statement, and the
 * braces of a hash table do not enclose statements.
 */
export function* pieces(text: string): Generator<readonly [number, number]> {
  let start: number | null = null;
  let last = 0;
  let tables = 0;
  for (const { kind, ...token } of tokenize(text)) {
    const character = kind === "end" ? text[token.start] : null;
    if (character === "{" && (tables > 0 || text[token.start - 1] === "@")) tables++;
    else if (character === "}" && tables > 0) tables--;
    else if (kind === "end" && tables === 0) {
      if (start !== null) yield [start, last];
      start = null;
      continue;
    }
    if (kind !== "blank" && (start !== null || text[token.start] !== ")")) {
      start ??= token.start;
      last = token.end;
    }
  }
  if (start !== null) yield [start, last];
}
