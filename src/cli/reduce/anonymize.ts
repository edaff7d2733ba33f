import type { Condition } from "./shrink.js";

/** Data that may reveal the origin of a text, with its replacement; the number distinguishes several. */
const REPLACED: readonly (readonly [RegExp, (number: number) => string])[] = [
  [/[a-z][a-z+]{1,10}:\/\/[^\s"'`<>|;&)\\]+/gi, (number) => `https://x.example/${String(number)}`],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, (number) => `user${String(number)}@x.example`],
  [/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g, (number) => `192.0.2.${String(number % 250)}`],
  [/(?<![\w.-])(?:[\w-]+\.)+[a-z]{2,}(?=\/|:\d)/gi, (number) => `x${String(number)}.example`],
  [/(?<=\/(?:home|Users)\/)[\w.-]+/g, () => "user"],
  [/(?<=\\Users\\)[\w.-]+/gi, () => "user"],
  // names of files, variables and people; what the result depends on stays
  [/(?<![\w$./-])[A-Za-z_][\w-]*(?:\.[\w-]+)+(?![\w/-])/g, (number) => `file${String(number)}`],
  [/\b[A-Za-z_][\w-]{3,}\b/g, (number) => `a${String(number)}`],
];
/** More different names of a kind stay. */
const MOST_NAMES = 300;

/** Returns the text with addresses and names replaced, each only if the result stays the same. */
export function anonymize(text: string, condition: Condition): string {
  let replaced = text;
  for (const [pattern, standIn] of REPLACED) {
    const names = [...new Set(replaced.match(pattern) ?? [])].slice(0, MOST_NAMES);
    names.forEach((name, at) => {
      const instead = standIn(at + 1);
      if (name === instead) return;
      const tried = replaced.replace(pattern, (found) => (found === name ? instead : found));
      if (tried !== replaced && condition(tried)) replaced = tried;
    });
  }
  return replaced;
}
