import type { Source } from "../source.js";

/** Matches what may precede the first command of a line: up to eight signs and words such as `@` or `if exist FILE`. */
const HEADS = new RegExp(
  "^(?:\\s*(?:" +
    [
      "@",
      "\\(",
      "\\)?\\s{0,40}else(?=[\\s(])",
      "call\\s",
      'start\\s+(?:/\\w+\\s+)*(?:"[^"]*"\\s+)?(?:/\\w+\\s+)*',
      'if\\s+(?:/i\\s+)?(?:not\\s+)?(?:(?:exist|defined|errorlevel)\\s+(?:"[^"]*"|[^\\s"]+)|(?:"[^"]*"|[^\\s="]+)\\s*==\\s*(?:"[^"]*"|[^\\s"]+))(?=[\\s(])',
      "for\\s+(?:/\\w+\\s+)?%%?\\w\\s+in\\s+\\([^()]*\\)\\s+do\\s",
    ].join("|") +
    ")){0,8}\\s*",
  "i",
);
const CMD =
  /^(?:"(?:[^"]*[\\/])?|(?:[^"\s]*[\\/])?)cmd(?:\.exe)?"?\s+(?:\/[a-bd-jl-z]\S*\s+)*\/[ck]\s+/i;
const POWERSHELL = /^(?:"(?:[^"]*[\\/])?|(?:[^"\s]*[\\/])?)(?:powershell|pwsh)(?:\.exe)?"?(?=\s)/i;
/** Maximum nesting depth of command lines that are read (`cmd /c "…"`). */
export const MAX_DEPTH = 8;

/** Matches a quotation, an escaped character, a backslash, whitespace, or an operator; `2>&1` contains none. */
export const PIECE = /"[^"]*"?|\^[^]|\\|\s+|\|\|?|(?<![<>])&|[()]/g;

/** Returns the index of the argument at which the code of a `powershell` command begins; null if it has none. */
export type CodeAt = (words: readonly string[]) => number | null;

/** Returns the number of characters before the first command of a line. */
export function headLength(text: string): number {
  return HEADS.exec(text)?.[0].length ?? 0;
}

/** Returns the code of `cmd /c "…"` without its first and last quotation marks, whatever is between; null for any other command. */
export function withoutCmd(command: Source): Source | null {
  const head = CMD.exec(command.text)?.[0].length ?? 0;
  const code = command.slice(head);
  return head === 0 ? null : (unquoted(code) ?? code);
}

/** Returns the content of a text in quotation marks, with each `\"` and `""` replaced by `"`; null for any other text. */
export function unquoted(source: Source): Source | null {
  const { length } = source.text.trimEnd();
  const isQuoted = length > 1 && [0, length - 1].every((at) => source.text[at] === '"');
  return isQuoted ? source.slice(1, length - 1).rewritten(/\\"|""/g, () => '"') : null;
}

/** Replaces the caret of an escaped character outside quotation marks by `mark`, and inserts `mark` before each backslash. */
export function withoutCarets(source: Source, mark: string): Source {
  return source.rewritten(PIECE, ([piece]) =>
    piece.startsWith("^") ? mark + piece.slice(1) : piece === "\\" ? mark + piece : null,
  );
}

/** Returns the code in the arguments of `powershell`, as written, up to the end of its command; null if there is none. */
export function powershellArgument(command: Source, codeAt: CodeAt): Source | null {
  const head = POWERSHELL.exec(command.text)?.[0].length ?? 0;
  if (head === 0) return null;
  const starts = [...command.text.matchAll(PIECE)].flatMap(({ 0: piece, index }) =>
    index >= head && piece.trim() === "" ? [index + piece.length] : [],
  );
  const words = starts.map((start, at) =>
    command.text
      .slice(start, starts[at + 1])
      .trimEnd()
      .replace(/\^(?=\w)/g, ""),
  );
  const start = starts[codeAt(words) ?? -1];
  return start === undefined ? null : command.slice(start);
}

/**
 * Returns PowerShell code without quotation marks in a line such as `cmd /c start powershell -c iex (irm URL)`, up to the end of
 * the line; null for any other line.
 * @param isWhole whether the text is one command line, even with line ends, because a program starts it
 */
export function unquotedPowershell(line: Source, codeAt: CodeAt, isWhole = false): Source | null {
  let command = line;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    command = command.slice(headLength(command.text));
    const inner = withoutCmd(command);
    if (inner === null) break;
    command = inner;
  }
  if (!isWhole && /\n\s*\S/.test(command.text)) return null;
  const code = powershellArgument(command, codeAt);
  return code === null || /^["']/.test(code.text) ? null : withoutCarets(code, "");
}

/**
 * Matches what precedes PowerShell code that begins with an assignment: `powershell -w h | $x = irm URL; iex $x`, typed by a keyboard
 * emulator with `STRING`. Only cmd passes it on; any other shell would expand the variable.
 */
const BEFORE_ASSIGNMENT =
  /^[ \t]*(?:[a-z]{1,20}[ \t]+)?(?:powershell|pwsh)(?:\.exe)?[ \t][^\n"'$|;&]{0,200}?(?=\$\w+[ \t]*=[^=\n])/gim;

/** Returns a text in which only the code is left of each line that cmd passes to PowerShell; offsets do not change. */
export function withoutCmdHeads(text: string): string {
  return text.includes("$")
    ? text.replace(BEFORE_ASSIGNMENT, (head) => " ".repeat(head.length))
    : text;
}

/** Matches the full path of a Windows program as the first word of a command. */
const WINDOWS_PROGRAM =
  /(?=[a-z]:)(?<=^[ \t]*|[|&;({][ \t]*)[a-z]:(?:\\[\w.~-]{1,80}){0,15}\\[\w.-]{1,80}\.exe(?=\s|$)/gim;

/** Returns a source in which full paths of Windows programs have slashes, because a shell removes backslashes. */
export function withWindowsPaths(source: Source): Source {
  return source.text.includes(":\\")
    ? source.overlay(source.text.replace(WINDOWS_PROGRAM, (path) => path.replaceAll("\\", "/")))
    : source;
}
