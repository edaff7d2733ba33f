import { withoutHereDocuments } from "../../lex/here-documents.js";
import { LANGUAGES, tagOfFirstLine } from "../../languages/index.js";
import type { Vocabulary } from "../../query/vocabulary.js";
import { STRING } from "../../scan.js";
import { isCommandKey } from "../formats/keys.js";
import { type Heads } from "../running/command-or-prose.js";
import statements from "./statements.json" with { type: "json" };

/** How much of a text is looked at. */
export const LOOK = 20_000;

/** Forms of a statement, one of which is the whole line. */
function lineOf(lines: readonly string[], before = "", behind = ""): RegExp {
  return new RegExp(`^${before}(?:${lines.join("|")})${behind}$`, "m");
}

const INDENT = String.raw`[^\S\n]*`;
/** Lines that leave no doubt. */
const PYTHON = lineOf(statements.python.anywhere, INDENT, "\\s*");
/** The same; a named function without parameters may as well be a shell's. */
const JAVASCRIPT = lineOf(statements.javascript.anywhere, INDENT);

/**
 * The language of a whole text without a tag, where its lines leave no doubt; null otherwise. A program that a script writes
 * tells nothing of the script.
 */
export function sniffProgram(text: string): "python" | "javascript" | null {
  const head = withoutHereDocuments(text.slice(0, LOOK));
  if (JAVASCRIPT.test(head)) return "javascript";
  return PYTHON.test(head) ? "python" : null;
}

/** First lines that no prose begins with. */
const PYTHON_FIRST = lineOf(statements.python.first);
const SCRIPT_FIRST = lineOf(statements.javascript.first);

const TEXT_FIRST = /^\s*([\w.]+) \+?= [^"']*(?:"""[^"]*|'{3}[^']*)$/;

/** `NAME = """`: Python's text of several lines; behind the key of a command it may as well be TOML's. */
function opensText(first: string): boolean {
  const name = TEXT_FIRST.exec(first)?.[1];
  return name !== undefined && !isCommandKey(name);
}

/** A tag at the beginning of a line: a part cut out of the midst of a page holds some. */
export const TAG_LINE = new RegExp(
  "^[ \\t]*</?(?:article|aside|blockquote|body|code|details|div|dd|dl|dt|footer|form|h[1-6]|header|li|main|nav|ol|p|pre|section|summary" +
    "|table|tbody|td|th|tr|ul)(?:\\s[^<>]*)?>",
  "im",
);

/**
 * A heading, a quotation, a link or a component at the margin: documents with components in them begin with imports, as
 * programs do.
 */
export const HOLDS_COMPONENTS = /^(?:#{1,6}\s|>\s|!?\[[^\]\n]*\]\(|<[A-Z][\w.]*[\s/>])/m;

/**
 * The language that the first statement of a text announces, behind comments and a docstring, where no prose begins like
 * that; a docstring does so itself.
 */
export function announcedProgram(text: string): "python" | "javascript" | null {
  const first = firstStatement(text);
  // A template's directives look like decorators.
  if (first.startsWith("@") && TAG_LINE.test(text)) return null;
  if (PYTHON_FIRST.test(first) || opensText(first) || /^\s*(?:#.*\n\s*)*"""/.test(text))
    return "python";
  if (HOLDS_COMPONENTS.test(text)) return null;
  return SCRIPT_FIRST.test(first) ||
    ("[({;,=}".includes(first.slice(-1)) && sniffProgram(first) === "javascript")
    ? "javascript"
    : null;
}

/** A paragraph that begins as a sentence does and goes on with code marks, or is one to its stop. */
const SENTENCE = new RegExp(
  "\\n[ \\t]*\\n(?:(?:\\d{1,2}[.)] |[-*] |> ?)?[A-Z][a-z']*(?:[ ,][^\\n`]*)? `[^`\\n]+`" +
    "|[A-Z][a-z']*(?: [a-z][\\w',-]*){2,30}[.:!?][ \\t]*$)",
  "m",
);

/**
 * Whether a text that begins with code goes on in prose, as an answer to an error message does: what is in a string of
 * several lines does not count.
 */
export function turnsToProse(text: string): boolean {
  const found = SENTENCE.exec(text);
  const before = text.slice(0, found?.index);
  return found !== null && ['"""', "'''", "`"].every((mark) => before.split(mark).length % 2 === 1);
}

/** The lines of each language that no other has, with its name. */
const LINES = LANGUAGES.flatMap(({ name, lines }) => lines.map((line) => [name, line] as const));
/** What the first line of code may be, before what any line may be. */
const FIRST_LINES = [
  ...LANGUAGES.flatMap(({ name, opening }) => opening.map((line) => [name, line] as const)),
  ...LINES,
];

/** The tag of the language that some line of a block tells; null if none does. */
export function sniffInnerTag(text: string): string | null {
  const own = withoutHereDocuments(text.slice(0, LOOK));
  return LINES.find(([, line]) => line.test(own))?.[0] ?? null;
}

/** What precedes the first line of code: blank lines, comments and a docstring. */
const BEFORE_CODE = new RegExp(
  "^(?:[ \\t]*(?:#(?![![]|include\\b).*|//.*|--.*|;+.*|/\\*(?:[^*]|\\*(?!/))*\\*/[ \\t]*|\\(\\*(?:[^*]|\\*(?!\\)))*\\*\\)[ \\t]*" +
    '|"""(?:[^"]|"(?!""))*"""[ \\t]*)?\\n)*[ \\t]*(.*)',
);

/** The first line of a text that is neither blank nor a comment. */
export function firstStatement(text: string): string {
  return BEFORE_CODE.exec(text.slice(0, 4000))?.[1]?.trimEnd() ?? "";
}

/** The tag of the language that a text's first line of code announces; null if it announces none. */
export function sniffTag(text: string): string | null {
  const first = firstStatement(text);
  return (
    tagOfFirstLine(first) ?? FIRST_LINES.find(([, pattern]) => pattern.test(first))?.[0] ?? null
  );
}

const { keywords, forms } = statements.statement;
/** Lines that may be statements of a program, or the ends of some. */
const STATEMENT = lineOf([`(?:${keywords.replaceAll(" ", "|")})\\b.*`, ...forms], "\\s*");
const SCRIPT_SIGN = new RegExp(
  ";\\s*$|\\batob\\b|\\b(?:window|globalThis|document|console|process)\\.|\\(\\s*0\\s*,|\\?\\.|\\bnew\\s" +
    "|\\b(?:const|let|var|function)\\s|===|=>|`|\\$\\w|(?:^|[=(,\\s])/[^/\\s]+/[a-z]*\\.|\\{\\s*$",
  "m",
);
const PYTHON_SIGN = /\bsubprocess\.\w+\(|\bos\.(?:system|popen)\(/;

/** Whether a text calls something of Python's or of Node's that may run a shell. */
export function startsProcess(text: string): boolean {
  return PYTHON_SIGN.test(text) || /\b(?:exec|spawn)(?:Sync)?\(/.test(text);
}

/** Whether a text may decode something or run a shell: else it is of no interest what it is. */
export function mayExecute(text: string, { vocabulary }: Heads): boolean {
  return vocabulary.isNamedIn(text, "source.decoder") || startsProcess(text);
}

/** The language of lines that are all statements of a program: what has no sign of JavaScript is read as Python. */
export function sniffStatements(text: string): "python" | "javascript" | null {
  const lines = codeLines(text.slice(0, LOOK));
  if (lines.length === 0 || !areStatements(lines)) return null;
  return SCRIPT_SIGN.test(text) && !PYTHON_SIGN.test(text) ? "javascript" : "python";
}

/** A call and what is done with its result, or an import; no label or remark around it. */
const ONE_STATEMENT = new RegExp(
  "^(?:await |return )?(?:(?:(?:const|let|var) )?[\\w$.]+ ?= ?(?:await |new )*|(?:new )?)(?:/[^/\\s]+/[a-z]*)?[\\w$.]*(?:[([].*[)\\]])?$" +
    "|^(?:from [\\w.]+ )?import [\\w., ]+$",
);
/** Two words side by side, as in a sentence; a keyword of code is not a word. */
const SIDE_BY_SIDE =
  /\)\s+\(|(?<!\b(?:await|return|new|const|let|var|from|import|as))(?<=[A-Za-z'])\s+(?!(?:import|as)\b)[A-Za-z]/;

/** Whether one line holds statements of a program and nothing else: no two words of a sentence stand side by side in it. */
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

/** Whether all lines may be statements of a program, of which this may be a part only. */
export function holdsStatements(text: string): boolean {
  return areStatements(codeLines(text));
}

/** Lines that are neither blank nor comments. */
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
 * The lines that do not begin inside brackets: an argument on a line of its own is no statement. All, where brackets stay open.
 */
function withoutInsides(lines: readonly string[]): readonly string[] {
  let depth = 0;
  const outside = lines.filter((line) => {
    const inside = depth > 0;
    for (const [sign] of line.replace(STRING, "").matchAll(/[()[\]]/g))
      depth += sign === "(" || sign === "[" ? 1 : -1;
    return !inside;
  });
  return depth > 0 ? lines : outside;
}

/** How a one-line text is read that is a statement of a program rather than a command; null for a command. */
export function callLanguage(text: string, vocabulary: Vocabulary): "python" | "javascript" | null {
  const mayRun = vocabulary.isNamedIn(text, "source.decoder") || PYTHON_SIGN.test(text);
  return sniffProgram(text) ?? (mayRun ? sniffStatements(text) : null);
}
