/** Matches a string or a comment, or else, with its parts as groups, the offset of a string or an array in braces. */
const PARTS =
  /'(?:[^'\\]|\\[^])*'?|"(?:[^"\\]|\\[^])*"?|\/\*(?:[^*]|\*(?!\/))*|(?:\/\/|#(?!\[)).*|(\$\w{1,80}(?:\[[^[\]{}\n]{1,40}\])?)\{([^{}"'`;\n]{1,60})\}/g;

/** Returns a program with `$text{0}`, which the grammar rejects since PHP 8 does, written as `$text[0]`; the length stays the same. */
export function withBrackets(text: string): string {
  if (!/\$\w{1,80}(?:\[[^[\]{}\n]{1,40}\])?\{/.test(text)) return text;
  return text.replace(PARTS, (found, name?: string, offset?: string) =>
    name === undefined ? found : `${name}[${offset ?? ""}]`,
  );
}
