import { blanked } from "../../text-search.js";
import type { Family } from "../../languages/index.js";
import type { Source } from "../../source.js";
import { withoutHereDocuments } from "../../lex/here-documents.js";
import { isContinued, linesOf, lineStart, type Line } from "../../lex/lines.js";
import { isShellLine, type Heads } from "../running/command-or-prose.js";
import { shellRuns, type Run } from "../running/shell-lines.js";

/** Families in which a shell line is not valid code. */
export const STRICT: ReadonlySet<Family> = new Set([
  "python",
  "javascript",
  "json",
  "yaml",
  "toml",
  "dockerfile",
  "make",
  "systemd",
  "crontab",
]);

/** Strings over several lines, and text that could be mistaken for the beginning of one. */
const PYTHON_TEXTS = new RegExp(
  '"""[^]*?(?:"""|$(?![^]))|\'\'\'[^]*?(?:\'\'\'|$(?![^]))|"(?:\\\\[^]|[^"\\\\\\n])*"?|\'(?:\\\\[^]' +
    "|[^'\\\\\\n])*'?|#.*|^define\\b[^]*?(?:^endef\\b|$(?![^]))",
  "gm",
);
const SCRIPT_TEXTS = new RegExp(
  "`(?:\\\\[^]|[^`\\\\])*`?|\"(?:\\\\[^]|[^\"\\\\\\n])*\"?|'(?:\\\\[^]|[^'\\\\\\n])*'?|//.*" +
    "|/\\*[^]*?(?:\\*/|$(?![^]))|(?<=[=(,:[!&|?{;][ \\t]{0,3})/(?:\\\\.|[^/\\\\\\n])*",
  "gm",
);

/**
 * Returns the runs of shell lines among the lines of a strict language, as when two steps are shown in one block. Only unindented
 * lines count, and none inside a string, a comment or a file that is written.
 */
export function shellAmongCode(text: string, family: Family, heads: Heads): readonly Run[] {
  if (
    !STRICT.has(family) ||
    family === "yaml" ||
    ![...linesOf(text)].some((line) => isShellLine(text, line, heads))
  )
    return [];
  // The text of an HTML element is not code, and notebook cells and sessions are read by their marks.
  const isScript = family === "javascript" || family === "json";
  if (
    family === "javascript" ? /<\/|\/>|^\s*> /.test(text) : /^(?:%%|>>> |In \[\d*\]: )/m.test(text)
  )
    return [];
  const own = family === "dockerfile" ? withoutHereDocuments(text) : text;
  const code = own.replace(isScript ? SCRIPT_TEXTS : PYTHON_TEXTS, (found) =>
    found.includes("\n") ? blanked(found, "\0") : found,
  );
  const isContinuation = ({ start }: Line): boolean =>
    isContinued(code.slice(lineStart(code, start - 1), start));
  const eligible = (line: Line): boolean => isShellLine(code, line, heads) && !isContinuation(line);
  const typed = code.replace(/^[$%] /gm, "  ");
  return [...shellRuns(typed, heads, { eligible })].filter(
    (run) => run.kind === "shell" && run.closed,
  );
}

/** Returns a source with spaces for the lines of some runs. */
export function withoutRuns(source: Source, runs: readonly Run[]): Source {
  let { text } = source;
  for (const { start, end } of runs)
    text = text.slice(0, start) + blanked(text.slice(start, end)) + text.slice(end);
  return source.overlay(text);
}
