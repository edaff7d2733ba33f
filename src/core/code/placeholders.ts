/** `(<payload>)`, `("x", <your-code>)`: a word in angle brackets where a value belongs. */
const PLACEHOLDER = /(?<=[(,=][ \t]{0,8})<[A-Za-z][\w .-]*>(?=[ \t]*[),])/g;

/** Replaces placeholders by names of the same length, so that what stands around them can be parsed. */
export function fillPlaceholders(text: string): string {
  if (!text.includes("<")) return text;
  return text.replace(PLACEHOLDER, (match) => `_${match.slice(1, -1).replace(/\W/g, "_")}_`);
}
