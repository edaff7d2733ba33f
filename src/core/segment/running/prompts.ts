import { promptLength } from "../../lex/prompt.js";
import { firstNonBlank, firstLine, linesOf, type Line, type TextRange } from "../../lex/lines.js";
import { ShellScan } from "../../lex/shell-scan.js";
import { isHistory } from "./shell-history.js";

const QUOTE_PROMPT = /^[ \t]*>[ \t]+/;
const CONTINUATION =
  /^[ \t]*(?:>>?|\.\.\.|(?:quote|dquote|pipe|heredoc|cmdsubst|bquote)>)(?:[ \t]|$)/;

/** The lines of a console session, as ranges of the text without line ends. */
export interface Session {
  /** The typed lines in order, without prompts. */
  readonly commands: readonly TextRange[];
  /** The output, and numbered history lines. */
  readonly output: readonly TextRange[];
}

/**
 * Divides a console session into typed lines and output; null if no line has a prompt, or if the text is a script that prints
 * examples. If `quotePrompt` is true, `> ` is a prompt (in a console block, or if a shell block begins with it).
 */
export function readSession(text: string, quotePrompt: boolean): Session | null {
  if (isScript(text)) return null;
  const commands: TextRange[] = [];
  const output: TextRange[] = [];
  let scan: ShellScan | null = null;
  // whether the lines that continue the current command have prompts; the first one decides, since `> file` may be a redirection
  let isPrompted: boolean | null = null;
  for (const line of linesOf(text)) {
    const content = text.slice(line.start, Math.min(line.end, line.start + 400));
    const open = scan !== null && (scan.open || text[line.start - 2] === "^");
    const continued: RegExpExecArray | null =
      open && isPrompted !== false ? CONTINUATION.exec(content) : null;
    isPrompted = open ? (isPrompted ?? continued !== null) : null;
    let skip = open ? (continued?.[0].length ?? 0) : promptLength(content);
    if (!open && skip === 0 && quotePrompt) skip = QUOTE_PROMPT.exec(content)?.[0].length ?? 0;
    if (!open && skip > 0) scan = new ShellScan();
    if (open || skip > 0) {
      const range = { start: line.start + skip, end: line.end };
      commands.push(range);
      scan?.line(text, range.start, range.end);
    } else if (firstNonBlank(text, line) < line.end)
      output.push({ start: line.start, end: line.end });
  }
  return scan !== null || isHistory(text) ? { commands, output } : null;
}

/** Matches an apostrophe in a word of a sentence: "it's", "don't". */
export const APOSTROPHE = /[A-Za-z]['\u2019](?:s|t|re|ll|ve|m|d)(?![\w'])/;

/** Whether a text has prompts, all of them in quotations or here-documents that end: a script that prints examples. */
export function isScript(text: string): boolean {
  // a text without prompts need not be scanned for quotation marks
  if (!hasPrompt(text)) return false;
  const scan = new ShellScan();
  let isQuoted = false;
  for (const line of linesOf(text)) {
    const content = text.slice(line.start, Math.min(line.end, line.start + 400));
    const before = scan.text;
    if (promptLength(content) > 0) {
      if (before === null) return false;
      isQuoted = true;
    }
    scan.line(text, line.start, line.end);
    if (before === null && scan.text === "'" && APOSTROPHE.test(content)) return false;
  }
  return isQuoted && scan.text === null;
}

/** Returns the tag of the Windows shell whose prompt a text begins with; null if it begins with no such prompt. */
export function windowsShell(text: string): "powershell" | "bat" | null {
  const prompt = text.slice(0, promptLength(firstLine(text).slice(0, 400))).trimEnd();
  if (!prompt.endsWith(">")) return null;
  return prompt.includes("PS ") || prompt.endsWith("PS>")
    ? "powershell"
    : prompt.includes(":\\")
      ? "bat"
      : null;
}

/** Whether a line outside the help comments of PowerShell, which show sessions, begins with the prompt of a Windows shell. */
export function hasWindowsPrompt(text: string): boolean {
  let isComment = false;
  for (const line of linesOf(text)) {
    const content = text.slice(line.start, line.end);
    if (!isComment && windowsShell(content) !== null) return true;
    const [opens, closes] = [content.lastIndexOf("<#"), content.lastIndexOf("#>")];
    if (opens !== closes) isComment = opens > closes;
  }
  return false;
}

/** Whether any of the lines begins with a prompt; by default all lines of the text. */
export function hasPrompt(text: string, lines: Iterable<Line> = linesOf(text)): boolean {
  for (const line of lines)
    if (promptLength(text.slice(line.start, Math.min(line.end, line.start + 400))) > 0) return true;
  return false;
}
