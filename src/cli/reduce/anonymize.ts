import type { Condition } from "./shrink.js";

/** Expressions for data that may reveal the origin of a text, with replacements; the number distinguishes replacements. */
const REPLACED: readonly (readonly [RegExp, (number: number) => string])[] = [
  [/[a-z][a-z+]{1,10}:\/\/[^\s"'`<>|;&)\\]+/gi, (number) => `https://x.example/${String(number)}`],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, (number) => `user${String(number)}@x.example`],
  [/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g, (number) => `192.0.2.${String(number % 250)}`],
  [/(?<![\w.-])(?:[\w-]+\.)+[a-z]{2,}(?=\/|:\d)/gi, (number) => `x${String(number)}.example`],
  [/(?<=\/(?:home|Users)\/)[\w.-]+/g, () => "user"],
  [/(?<=\\Users\\)[\w.-]+/gi, () => "user"],
  // names of files, variables and people
  [/(?<![\w$./-])[A-Za-z_][\w-]*(?:\.[\w-]+)+(?![\w/-])/g, (number) => `file${String(number)}`],
  [/\b[A-Za-z_][\w-]{3,}\b/g, (number) => `a${String(number)}`],
];
/** Maximum number of different names that are replaced for each expression. */
const MAX_NAMES = 300;

/** Returns the text with URLs, hosts and names replaced; each is replaced only if the condition remains true. */
export function anonymize(text: string, condition: Condition): string {
  let replaced = text;
  for (const [pattern, replacementOf] of REPLACED) {
    const names = [...new Set(replaced.match(pattern) ?? [])].slice(0, MAX_NAMES);
    names.forEach((name, at) => {
      const replacement = replacementOf(at + 1);
      if (name === replacement) return;
      const tried = replaced.replace(pattern, (found) => (found === name ? replacement : found));
      if (tried !== replaced && condition(tried)) replaced = tried;
    });
  }
  return replaced;
}
