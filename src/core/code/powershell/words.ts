import type { Quoted } from "./quotes.js";
import type { Node, Text } from "./syntax.js";

const CONTROLS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "0": "" };
const ESCAPE = "\u001b";

/** The character that a backtick and the letter behind it stand for in a word: one that no name holds, or the letter itself. */
export function tickedInWord(letter: string): string {
  return /[0abefnrtuv]/.test(letter) ? (CONTROLS[letter] ?? ESCAPE) : letter;
}

/** The same in a string. */
function tickedInString(letter: string): string {
  return CONTROLS[letter] ?? letter;
}

/** A word without its backticks. */
export function unticked(word: string): string {
  return word.includes("`") ? word.replace(/`(\S)/g, (_tick, letter: string) => tickedInWord(letter)) : word;
}

/** What stands between quotes, its escapes decoded; `\"` is one that was written for the program that is called. */
function unescaped(inside: string, expandable: boolean): string {
  if (!expandable) return inside.replaceAll("''", "'");
  return inside.replace(/`([\s\S])|""|\\"/g, (_escape, letter?: string) => (letter === undefined ? '"' : tickedInString(letter)));
}

/** A string with the values that it takes in. */
export function textOf(written: string, { start, end, quote, inner: [from, to], here }: Quoted, parts: readonly Node[]): Text {
  const inside = written.slice(from, to);
  const text = here ? inside : unescaped(inside, quote === '"');
  return { kind: "text", start, end, quoted: true, text, inner: { start: from, end: to }, exact: text === inside, parts };
}

/** `x` of `$x`, `${x}`, `$script:x`, in small letters. */
export function variableName(written: string): string {
  return written.replace(/^[$@]\{?/, "").replace(/\}$/, "").replace(/^(?:script|global|local|private|using):/i, "").toLowerCase();
}

/** What a node that names something stands for, as patterns compare it: `[System.Convert]` is `convert`. */
export function nameValue({ text }: { readonly text: string }): string {
  return unticked(text).replace(/^\[|\]$|["']/g, "").toLowerCase().replace(/^system\./, "");
}
