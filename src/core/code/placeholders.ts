/** `(<payload>)`, `("x", <your-code>)`: a word in angle brackets where a value belongs. */
const PLACEHOLDER = /(?<=[(,=][ \t]{0,8})<[A-Za-z][\w .-]*>(?=[ \t]*[),])/g;

/** Replaces placeholders by names of the same length, so that what stands around them can be parsed. */
export function fillPlaceholders(text: string): string {
  if (!text.includes("<")) return text;
  return text.replace(PLACEHOLDER, (match) => `_${match.slice(1, -1).replace(/\W/g, "_")}_`);
}

/** ` .run_commands("…")`: an excerpt that begins in the middle of a chain of calls. */
const IN_CHAIN = /^(\s*)[ \t](?=\.[A-Za-z_]\w*\()/;

/** Puts a name of the same length before the first call of such an excerpt, and its lines behind each other, so that it can be parsed. */
export function completeChain(text: string): string {
  if (!IN_CHAIN.test(text)) return text;
  return text.replace(IN_CHAIN, "$1_").replace(/\r?\n(?=[ \t]*\.)/g, (end) => " ".repeat(end.length));
}
