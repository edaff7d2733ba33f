import { withoutHereDocuments } from "../../lex/here-documents.js";
import { LANGUAGES, tagOfFirstLine } from "../../languages/index.js";
import type { Vocabulary } from "../../query/vocabulary.js";
import { STRING } from "../../scan.js";
import { isCommandKey } from "../formats/key-meanings.js";
import { type Heads } from "../running/command-or-prose.js";
import statements from "./statements.json" with { type: "json" };

/** Maximum number of characters of a text that are read. */
export const LOOK = 20_000;

/** Returns a pattern for a whole line that has one of the given forms. */
function lineOf(lines: readonly string[], before = "", after = ""): RegExp {
  return new RegExp(`^${before}(?:${lines.join("|")})${after}$`, "m");
}

const INDENT = String.raw`[^\S\n]*`;
/** Matches lines that identify Python. */
const PYTHON = lineOf(statements.python.anywhere, INDENT, "\\s*");
/** Matches lines that identify JavaScript. A named function without parameters does not, since it could also be one of a shell. */
const JAVASCRIPT = lineOf(statements.javascript.anywhere, INDENT);

/**
 * Returns the language of a whole text without a tag if its lines identify it; null otherwise. Here-documents are ignored, since
 * the programs that a script writes may be in another language.
 */
export function sniffProgram(text: string): "python" | "javascript" | null {
  const head = withoutHereDocuments(text.slice(0, LOOK));
  if (JAVASCRIPT.test(head)) return "javascript";
  return PYTHON.test(head) ? "python" : null;
}

/** First lines that prose does not begin with. */
const PYTHON_FIRST = lineOf(statements.python.first);
const SCRIPT_FIRST = lineOf(statements.javascript.first);

const TEXT_FIRST = /^\s*([\w.]+) \+?= [^"']*(?:"""[^"]*|'{3}[^']*)$/;

/** Whether a line opens a Python string of several lines, `NAME = """`; after the key of a command, it could also be TOML. */
function opensText(first: string): boolean {
  const name = TEXT_FIRST.exec(first)?.[1];
  return name !== undefined && !isCommandKey(name);
}

/** A tag at the beginning of a line, as in a part of an HTML page. */
export const TAG_LINE = new RegExp(
  "^[ \\t]*</?(?:article|aside|blockquote|body|code|details|div|dd|dl|dt|footer|form|h[1-6]|header|li|main|nav|ol|p|pre|section|summary" +
    "|table|tbody|td|th|tr|ul)(?:\\s[^<>]*)?>",
  "im",
);

/** A line that begins with a heading, quotation, link or component: documents with components (MDX) begin with imports, like programs. */
export const HAS_COMPONENTS = /^(?:#{1,6}\s|>\s|!?\[[^\]\n]*\]\(|<[A-Z][\w.]*[\s/>])/m;

/**
 * Returns the language that the first statement of a text, after comments and a docstring, identifies; null if prose could begin
 * like that. A docstring alone identifies Python.
 */
export function announcedProgram(text: string): "python" | "javascript" | null {
  const first = firstStatement(text);
  // A template's directives look like decorators.
  if (first.startsWith("@") && TAG_LINE.test(text)) return null;
  if (PYTHON_FIRST.test(first) || opensText(first) || /^\s*(?:#.*\n\s*)*"""/.test(text))
    return "python";
  if (HAS_COMPONENTS.test(text)) return null;
  return SCRIPT_FIRST.test(first) ||
    ("[({;,=}".includes(first.slice(-1)) && sniffProgram(first) === "javascript")
    ? "javascript"
    : null;
}

/** A paragraph that begins like a sentence and contains code marks, or is a whole sentence. */
const SENTENCE = new RegExp(
  "\\n[ \\t]*\\n(?:(?:\\d{1,2}[.)] |[-*] |> ?)?[A-Z][a-z']*(?:[ ,][^\\n`]*)? `[^`\\n]+`" +
    "|[A-Z][a-z']*(?: [a-z][\\w',-]*){2,30}[.:!?][ \\t]*$)",
  "m",
);

/** Whether a text that begins with code continues in prose, like an answer to an error message; strings of several lines do not count. */
export function turnsToProse(text: string): boolean {
  const found = SENTENCE.exec(text);
  const before = text.slice(0, found?.index);
  return found !== null && ['"""', "'''", "`"].every((mark) => before.split(mark).length % 2 === 1);
}

/** Patterns for lines that only one language has, with the name of that language. */
const LINES = LANGUAGES.flatMap(({ name, lines }) => lines.map((line) => [name, line] as const));
/** The patterns for the first line of code, before those for any line. */
const FIRST_LINES = [
  ...LANGUAGES.flatMap(({ name, opening }) => opening.map((line) => [name, line] as const)),
  ...LINES,
];

/** Returns the tag of the language that a line of a block identifies; null if none does. */
export function sniffInnerTag(text: string): string | null {
  const own = withoutHereDocuments(text.slice(0, LOOK));
  return LINES.find(([, line]) => line.test(own))?.[0] ?? null;
}

/** The text before the first line of code: blank lines, comments and a docstring. */
const BEFORE_CODE = new RegExp(
  "^(?:[ \\t]*(?:#(?![![]|include\\b).*|//.*|--.*|;+.*|/\\*(?:[^*]|\\*(?!/))*\\*/[ \\t]*|\\(\\*(?:[^*]|\\*(?!\\)))*\\*\\)[ \\t]*" +
    '|"""(?:[^"]|"(?!""))*"""[ \\t]*)?\\n)*[ \\t]*(.*)',
);

/** Returns the first line of a text that is neither blank nor a comment. */
export function firstStatement(text: string): string {
  return BEFORE_CODE.exec(text.slice(0, 4000))?.[1]?.trimEnd() ?? "";
}

/** Returns the tag of the language that a text's first line of code identifies; null if it identifies none. */
export function sniffTag(text: string): string | null {
  const first = firstStatement(text);
  return (
    tagOfFirstLine(first) ?? FIRST_LINES.find(([, pattern]) => pattern.test(first))?.[0] ?? null
  );
}

const { keywords, forms } = statements.statement;
/** Lines that may be statements of a program, or ends of statements. */
const STATEMENT = lineOf([`(?:${keywords.replaceAll(" ", "|")})\\b.*`, ...forms], "\\s*");
const SCRIPT_PART = new RegExp(
  ";\\s*$|\\batob\\b|\\b(?:window|globalThis|document|console|process)\\.|\\(\\s*0\\s*,|\\?\\.|\\bnew\\s" +
    "|\\b(?:const|let|var|function)\\s|===|=>|`|\\$\\w|(?:^|[=(,\\s])/[^/\\s]+/[a-z]*\\.|\\{\\s*$",
  "m",
);
const PYTHON_CALL = /\bsubprocess\.\w+\(|\bos\.(?:system|popen)\(/;

/** Whether a text calls a function of Python or Node that may run a shell. */
export function startsProcess(text: string): boolean {
  return PYTHON_CALL.test(text) || /\b(?:exec|spawn)(?:Sync)?\(/.test(text);
}

/** Whether a text may decode something or run a shell; otherwise its language is irrelevant. */
export function mayExecute(text: string, { vocabulary }: Heads): boolean {
  return vocabulary.isNamedIn(text, "source.decoder") || startsProcess(text);
}

/** Returns the language of a text whose lines are all statements: Python if nothing indicates JavaScript. Null for any other text. */
export function sniffStatements(text: string): "python" | "javascript" | null {
  const lines = codeLines(text.slice(0, LOOK));
  if (lines.length === 0 || !areStatements(lines)) return null;
  return SCRIPT_PART.test(text) && !PYTHON_CALL.test(text) ? "javascript" : "python";
}

/** Matches a statement that is a call, perhaps with an assignment of its result, or an import. */
const ONE_STATEMENT = new RegExp(
  "^(?:await |return )?(?:(?:(?:const|let|var) )?[\\w$.]+ ?= ?(?:await |new )*|(?:new )?)(?:/[^/\\s]+/[a-z]*)?[\\w$.]*(?:[([].*[)\\]])?$" +
    "|^(?:from [\\w.]+ )?import [\\w., ]+$",
);
/** Two adjacent words, as in a sentence; a keyword of code is not a word. */
const SIDE_BY_SIDE =
  /\)\s+\(|(?<!\b(?:await|return|new|const|let|var|from|import|as))(?<=[A-Za-z'])\s+(?!(?:import|as)\b)[A-Za-z]/;

/** Whether a line consists of statements of a program: no two words of a sentence are adjacent in it. */
export function isStatementLine(line: string): boolean {
  const parts = line
    .replace(STRING, '""')
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return (
    parts.length > 0 && parts.every((part) => ONE_STATEMENT.test(part) && !SIDE_BY_SIDE.test(part))
  );
}

/** Whether all lines may be statements of a program, or of a part of one. */
export function hasStatements(text: string): boolean {
  return areStatements(codeLines(text));
}

/** Returns the lines that are neither blank nor comments. */
function codeLines(text: string): readonly string[] {
  return text
    .split("\n")
    .filter(
      (line) =>
        line.trim() !== "" && !["#", "//"].some((mark) => line.trimStart().startsWith(mark)),
    );
}

function areStatements(lines: readonly string[]): boolean {
  return withoutInsides(lines).every((line) => STATEMENT.test(line));
}

/**
 * Returns the lines that do not begin inside brackets, since an argument on a separate line is not a statement; all lines if a
 * bracket is never closed.
 */
function withoutInsides(lines: readonly string[]): readonly string[] {
  let depth = 0;
  const outside = lines.filter((line) => {
    const inside = depth > 0;
    for (const [bracket] of line.replace(STRING, "").matchAll(/[()[\]]/g))
      depth += bracket === "(" || bracket === "[" ? 1 : -1;
    return !inside;
  });
  return depth > 0 ? lines : outside;
}

/** Returns the language of a one-line text that is a statement of a program; null for a command. */
export function callLanguage(text: string, vocabulary: Vocabulary): "python" | "javascript" | null {
  const mayRun = vocabulary.isNamedIn(text, "source.decoder") || PYTHON_CALL.test(text);
  return sniffProgram(text) ?? (mayRun ? sniffStatements(text) : null);
}
