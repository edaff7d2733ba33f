import type { Family } from "../../languages/index.js";
import type { Source } from "../../source.js";
import { withoutHereDocuments } from "../../here-documents.js";
import { linesOf, type Line, type Stretch } from "../lines.js";
import { looksLikeShell, shellRuns, type Run } from "../running/shell-lines.js";
import type { Heads } from "../running/heads.js";

/** Families in which a line of shell is no line at all. */
export const STRICT: ReadonlySet<Family> = new Set([
  "python", "javascript", "json", "yaml", "toml", "dockerfile", "make", "systemd", "crontab",
]);

/** How much of a line is looked at. */
const LOOK = 20_000;

/** Statements and fields that begin with the name of a command. */
const STATEMENT_LIKE = /^(?:exec|eval|print|return|type)\b|^\S+\s+[-+*/|&]?[=:]|^\w+\s+[\w-]+\s*:=|(?<!['"])[;{(,[]\s*$/;

/** What only a shell's line begins with; make has calls of its own. */
const SHELL_ONLY = new RegExp(
  "^(?:(?:if|while|until)\\s+(?:(?:!\\s+)?\\[{1,2}\\s|[^\\n]*;\\s*(?:then|do)\\b)" +
    "|for\\s+\\w+\\s+in\\s[^\\n;]*;\\s*do\\b|eval\\s+[\"']?[$`]|[A-Za-z_]\\w*=(?:\"?\\$\\((?!shell\\b)|`))",
);

/** A function of a shell, which is a method in other places. */
const FUNCTION = /^[A-Za-z_][\w-]*\(\)[ \t]*\{/;

/** A prompt, and variables for the command. */
const PREFIX = /^(?:[$%] )?(?:[A-Z_][A-Z\d_]*=[^\s"'`$]*\s+)*/;

/** Whether a line of foreign code can only be a shell's. */
export function isShellLine(text: string, line: Stretch, heads: Heads): boolean {
  const content = text.slice(line.start, Math.min(line.end, line.start + LOOK)).replace(PREFIX, "");
  const word = /^[^\s;|&()<>]+/.exec(content)?.[0] ?? "";
  const isCommand = !word.includes("=") && content[word.length] !== "(" && heads.kind(word) !== null;
  const begins = SHELL_ONLY.test(content) || (isCommand && !STATEMENT_LIKE.test(content));
  return begins && looksLikeShell(content, { start: 0, end: content.length }, heads, false);
}

/** Texts that run over line ends, and what could be taken for the beginning of one. */
const PYTHON_TEXTS = new RegExp(
  "\"\"\"[^]*?(?:\"\"\"|$(?![^]))|'''[^]*?(?:'''|$(?![^]))|\"(?:\\\\[^]|[^\"\\\\\\n])*\"?|'(?:\\\\[^]" +
    "|[^'\\\\\\n])*'?|#.*|^define\\b[^]*?(?:^endef\\b|$(?![^]))",
  "gm",
);
const SCRIPT_TEXTS = new RegExp(
  "`(?:\\\\[^]|[^`\\\\])*`?|\"(?:\\\\[^]|[^\"\\\\\\n])*\"?|'(?:\\\\[^]|[^'\\\\\\n])*'?|//.*" +
    "|/\\*[^]*?(?:\\*/|$(?![^]))|(?<=[=(,:[!&|?{;][ \\t]{0,3})/(?:\\\\.|[^/\\\\\\n])*",
  "gm",
);

/**
 * The runs of shell lines that stand among the lines of a strict language, as where two steps are shown in one block.
 * Only lines at the margin count, and none inside a string, a comment or a file that is written.
 */
export function shellBeside(text: string, family: Family, heads: Heads): readonly Run[] {
  if (!STRICT.has(family) || family === "yaml" || !hasShellLine(text, heads)) return [];
  // The text of an element is text, and cells and sessions are read by their marks.
  const isScript = family === "javascript" || family === "json";
  if (family === "javascript" ? /<\/|\/>|^\s*> /.test(text) : /^(?:%%|>>> |In \[\d*\]: )/m.test(text)) return [];
  const own = family === "dockerfile" ? withoutHereDocuments(text) : text;
  const texts = isScript ? SCRIPT_TEXTS : PYTHON_TEXTS;
  const code = own.replace(texts, (found) => (found.includes("\n") ? found.replace(/[^\n]/g, "\0") : found));
  const begins = (line: Line): boolean => isShellLine(code, line, heads) || (!isScript && FUNCTION.test(code.slice(line.start, line.end)));
  const eligible = (line: Line): boolean => begins(line) && !isContinued(code, line.start);
  const typed = code.replace(/^[$%] /gm, "  ");
  return [...shellRuns(typed, heads, { eligible })].filter((run) => run.kind === "shell" && run.closed);
}

function hasShellLine(text: string, heads: Heads): boolean {
  for (const line of linesOf(text)) if (/[^\s#]/.test(text[line.start] ?? "#") && isShellLine(text, line, heads)) return true;
  return false;
}

/** Whether the line at `at` goes on with the one before it; comments may stand between the two. */
function isContinued(text: string, at: number): boolean {
  let end = at;
  while (end > 0) {
    const start = text.lastIndexOf("\n", end - 2) + 1;
    const line = text.slice(start, end).trim();
    if (!line.startsWith("#")) return line.endsWith("\\");
    end = start;
  }
  return false;
}

/** A source with some of its lines left blank. */
export function withoutRuns(source: Source, runs: readonly Run[]): Source {
  let text = "";
  let done = 0;
  for (const run of runs) {
    text += source.text.slice(done, run.start) + source.text.slice(run.start, run.end).replace(/[^\n]/g, " ");
    done = run.end;
  }
  return source.overlay(text + source.text.slice(done));
}
