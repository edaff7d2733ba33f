/** Matches a placeholder in angle brackets in the position of a value: `(<payload>)`, `("x", <your-code>)`. */
const PLACEHOLDER = /(?<=[(,=][ \t]{0,8})<[A-Za-z][\w .-]*>(?=[ \t]*[),])/g;

/** Matches the beginning of an excerpt from the middle of a chain of calls: ` .run_commands("…")`. */
const IN_CHAIN = /^(\s*)[ \t](?=\.[A-Za-z_]\w*\()/;

/**
 * Completes an excerpt so that a grammar can parse it, without changing offsets: a name replaces each placeholder, and the missing
 * beginning of a chain of calls.
 */
export function completed(text: string): string {
  const filled = text.replace(PLACEHOLDER, (found) => "_".repeat(found.length));
  if (!IN_CHAIN.test(filled)) return filled;
  return filled
    .replace(IN_CHAIN, "$1_")
    .replace(/\r?\n(?=[ \t]*\.)/g, (end) => " ".repeat(end.length));
}
