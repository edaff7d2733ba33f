import type { Source } from "../../source.js";

/** Matches code in TeX, or a command that TeX passes to a shell: between two equal delimiters, or between braces. */
const CODE = new RegExp(
  "\\\\(?:(?:verb\\*?|lstinline(?:\\[[^\\]\\n]{0,80}\\])?" +
    "|mintinline(?:\\[[^\\]\\n]{0,80}\\])?\\{\\w{1,40}\\})(?:([^\\w\\s{*])([^\\n]{1,400}?)\\1" +
    "|\\{([^{}\\n]{1,400})\\})|(?:texttt|write18|ShellEscape)\\{((?:[^{}\\\\\\n]|\\\\[^\\n]|\\{[^{}\\n]{0,400}\\}){1,400})\\})",
  "y",
);

/** Returns the end of the TeX command for code at `at`, and the range of the code in it; null if there is none. */
export function texCodeAt(
  text: string,
  at: number,
): { readonly end: number; readonly inner: readonly [number, number] } | null {
  CODE.lastIndex = at;
  const found = CODE.exec(text);
  if (found === null) return null;
  const end = at + found[0].length;
  const length = (found[2] ?? found[3] ?? found[4] ?? "").length;
  return { end, inner: [end - 1 - length, end - 1] };
}

const ESCAPED =
  /\\(?:([$&%#_{}])|textbar(?![a-zA-Z])(?:\{\}|\s)?|textasciitilde(?![a-zA-Z])(?:\{\}|\s)?)/g;

/** Returns a source with TeX's escapes decoded. */
export function withoutTexEscapes(source: Source): Source {
  return source.rewritten(
    ESCAPED,
    ([all, char]) => char ?? (all.startsWith("\\textbar") ? "|" : "~"),
  );
}
