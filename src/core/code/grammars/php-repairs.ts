/** Matches `$text{0}` or `$list["x"]{0}`, with the variable and the offset as groups. */
const OFFSET = /(\$\w{1,80}(?:\[[^[\]{}\n]{1,40}\])?)\{([^{}"'`;\n]{1,60})\}/;

/** Matches such an offset, or a string or a comment, in which there is none. */
const PARTS = new RegExp(
  [
    String.raw`'(?:[^'\\]|\\[^])*'?|"(?:[^"\\]|\\[^])*"?|/\*(?:[^*]|\*(?!/))*|(?://|#(?!\[)).*`,
    OFFSET.source,
  ].join("|"),
  "g",
);

/** Returns a program with `$text{0}`, which the grammar rejects since PHP 8 does, written as `$text[0]`; the length stays the same. */
export function withBrackets(text: string): string {
  if (!OFFSET.test(text)) return text;
  return text.replace(PARTS, (found, name?: string, offset?: string) =>
    name === undefined ? found : `${name}[${offset ?? ""}]`,
  );
}
