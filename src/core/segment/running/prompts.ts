import type { Source } from "../../source.js";
import { firstInk, firstLine, linesOf, type Line, type Stretch } from "../lines.js";
import { ShellScan } from "../../shell/lexer.js";

/** In front of a prompt: the time, and the environment that is active. */
const LEAD = "(?:(?:\\[[\\d:]+\\]|\\d{1,2}(?::\\d\\d){1,2})[ \\t]+)?(?:\\([\\w.-]+\\)[ \\t]*)?";
/** What themes write behind the folder: the branch, the state of the work there, the exit status. */
const STATE = "(?:[ \\t]*(?:git:)?(?:\\([^()\\n]{1,60}\\)|\\[[^\\]\\n]{1,60}\\]|(?:in|on)[ \\t][\\w.~/-]{1,60}|[\\w./-]{1,60}[*+!?]))?";

/** Prompts of shells, with what stands in front of them; the match ends where the command begins. */
const PROMPT = new RegExp(
  `^[ \\t]*${LEAD}(?:` +
    [
      `[\\w.-]+@[\\w.-]+(?:[:| ][^\\s$#%>]*)?${STATE}[ \\t]*[$#%>](?=[ \\t]|$)`, // user@host:~$, user@host ~ %, user@host:~/src (main)$
      "[\\w.-]+@[\\w.-]+:~[$#]", // user@host:~$, with the command directly behind it
      "[\\w.-]+:(?:~|/(?!/))[\\w./~-]*[ \\t]?[$#](?=[ \\t]|$)", // host:~$, host:/etc#, host:~ #
      "[\\w.-]+:(?:~|[\\w./~-]+)[ \\t][a-z_][\\w.-]*[$#](?=[ \\t]|$)", // host:folder user$
      "[\\w.-]+[ \\t]~[\\w./-]*[ \\t]?[$%](?=[ \\t]|$)", // host ~ $
      "\\[[\\w.-]+@[\\w.-]+[ :][^\\]\\s]{1,80}\\][$#]", // [root@host ~]#, with the command directly behind it
      "(?:\\[(?! )[^\\][\\n]{1,80}|~)\\][ \\t]?[$#%](?=[ \\t]|$)", // [root@host ~]#, ~]#; no test of a script: [[ $x =~ ^[Yy]$ ]]
      "(?:ba|z|k|da|a)?sh-?\\d*(?:\\.\\d+)*[$#](?=[ \\t]|$)", // sh-5.1#, bash-3.2$
      "(?:~|/)[\\w./~-]*[ \\t]?(?:[$%]|(?<!(?:bin/[\\w.-]{1,40}|\\.(?:ba|z)?sh|\\.py)[ \\t])#)" + // / #, ~/src $; no program's path
        "(?=[ \\t]|$)",
      "~[\\w./-]*>(?=[ \\t]|$)", // ~/src>
      "[$%](?=[ \\t]|$)|\\$>|(?:root[ \\t]#|user[ \\t]\\$)(?=[ \\t])", // $, %, $>, root #
      "[a-z][a-z\\d-]{0,30}(?:\\$|(?<=[a-z\\d-]{3})[%#])(?=[ \\t])|[A-Z][a-z][a-z\\d-]{0,30}\\$(?=[ \\t])", // host$, host%, Linux$
      "[\\u2514\\u2570]\\u2500{1,3}(?:\\u257c[ \\t]?\\$|[ \\t]?(?:[$%\\u276f\\u27a4]|(?<! )#)" + // └─$, ╰─❯, └──╼ $
        "(?=[ \\t]|$))",
      "(?:[\\w~/. *@:+()-]{0,60}[ \\t])?[\\u276f\\u279c\\u03bb](?=[ \\t]|$)" + // ❯, ➜  ~
        "(?:[ \\t]+(?:~|[\\w.~/-]+)(?:[ \\t]+git:\\([^)\\n]*\\))?(?=[ \\t]{2}))?",
      "(?:PS[ \\t]+)?[A-Za-z]:\\\\[^>\\n]{0,120}>", // PS C:\\>, C:\\>
      "PS(?:[ \\t]+/[^>\\s]{0,120})?[ \\t]*>(?=[ \\t]|$)", // PS>, PS /home/me>
      "In[ \\t]\\[\\d*\\]:",
      ">>>(?=[ \\t]+\\S)", // alone on a line it may as well close a here-document of WDL
    ].join("|") +
    ")[ \\t]*",
);
const OH_MY_ZSH = /^[ \t]*(?:\([\w.-]+\)[ \t]*)?\u279c[ \t]+[~\w./-]+[ \t]+(?:git:\([^)\n]*\)[ \t]*)?(?:\u2717[ \t]*)?/;
const QUOTE_PROMPT = /^[ \t]*>[ \t]+/;
const CONTINUATION = /^[ \t]*(?:>>?|\.\.\.|(?:quote|dquote|pipe|heredoc|cmdsubst|bquote)>)(?:[ \t]|$)/;
/** A numbered line of a shell's history; a capital and plain words ("1  Open a terminal") begin a step that somebody wrote. */
const HISTORY = /^[ \t]*\d{1,6}(?:\*[ \t]+|[ \t]{2,})(?![ \t]|[A-Z][a-z]+ [a-z`])\S/;

/** The files in which shells keep what was typed: a line of its own for the time, or the time in front. */
const STAMPED_HISTORY = /^\s*(?:#\d{10}\s*\n|: \d{10}:\d+;)/;

/** A line of a log: the day and the time to the second, and no name of somebody who speaks behind it; a level is none. */
const STAMPED_LINE = new RegExp(
  "^[ \\t]*\\[?(?:\\d{4}-\\d\\d-\\d\\d[T ]" +
    "|[A-Z][a-z]{2} [ \\d]\\d )\\d\\d:\\d\\d:\\d\\d(?![\\d.,:Z+-]{0,16}\\]?[ \\t]{0,4}(?:<[^<>\\n]{1,40}>" +
    "|(?![A-Z]{3,8}:|(?:[Ii]nfo|[Ww]arn(?:ing)?|[Ee]rr(?:or)?|[Dd]ebug|[Tt]race|[Ff]atal|[Nn]otice" +
    "|[Cc]ritical):)[\\w.@-]{1,30}:|[A-Z][a-z]{1,20} [A-Z][a-z]{1,20}:)[ \\t])",
);

/** True where every one of several lines has its time: what was typed or done once, not what to type. */
export function isRecord(text: string): boolean {
  if (STAMPED_HISTORY.test(text)) return true;
  const isStamped = (line: string): boolean => line.trim() === "" || STAMPED_LINE.test(line);
  return STAMPED_LINE.test(text.trimStart()) && text.trim().includes("\n") && text.split("\n").every(isStamped);
}

/** The same for the numbered lines of a shell's history. */
export function isHistory(text: string): boolean {
  return isRecord(text) || text.split("\n").every((line) => line.trim() === "" || HISTORY.test(line));
}

/** The lines of a part of a text that a shell's history numbered: the number of the line before or behind follows on. */
export function* historyLines(text: string, part: Stretch): Generator<Line> {
  let before: { readonly line: Line; readonly number: number; readonly told: boolean } | null = null;
  for (const line of linesOf(text, part.start, part.end)) {
    const start = text.slice(line.start, Math.min(line.end, line.start + 40));
    const number: number = HISTORY.test(start) ? Number.parseInt(start, 10) : NaN;
    const told: boolean = before !== null && before.number + 1 === number;
    if (told && before?.told === false) yield before.line;
    if (told) yield line;
    before = { line, number, told };
  }
}

/** Length of the prompt a line begins with; 0 where there is none. */
export function promptLength(line: string): number {
  return (OH_MY_ZSH.exec(line) ?? PROMPT.exec(line))?.[0].length ?? 0;
}

/** A one-line source without its prompt. */
export function stripPrompt(source: Source): Source {
  const length = promptLength(source.text.slice(0, 200));
  return source.slice(length, source.text.length);
}

/** A console session taken apart. Stretchs are of the text given, line ends excluded. */
export interface Session {
  /** The typed lines in order, prompts left out. */
  readonly commands: readonly Stretch[];
  /** What was printed, and numbered history lines. */
  readonly output: readonly Stretch[];
}

/**
 * Takes a console session apart; null where no line carries a prompt. `quotePrompt` lets `> ` be a prompt
 * of its own (in a console block, or where a shell block begins with it).
 */
export function readSession(text: string, quotePrompt: boolean): Session | null {
  if (isScript(text)) return null;
  const commands: Stretch[] = [];
  const output: Stretch[] = [];
  let scan: ShellScan | null = null;
  for (const line of linesOf(text)) {
    const content = text.slice(line.start, Math.min(line.end, line.start + 400));
    const open = scan !== null && (scan.open || text[line.start - 2] === "^");
    let skip = open ? (CONTINUATION.exec(content)?.[0].length ?? 0) : promptLength(content);
    if (!open && skip === 0 && quotePrompt) skip = QUOTE_PROMPT.exec(content)?.[0].length ?? 0;
    if (!open && skip > 0) scan = new ShellScan();
    if (open || skip > 0) {
      const range = { start: line.start + skip, end: line.end };
      commands.push(range);
      scan?.line(text, range.start, range.end);
    } else if (firstInk(text, line) < line.end) output.push({ start: line.start, end: line.end });
  }
  return scan !== null || isHistory(text) ? { commands, output } : null;
}

/** The apostrophe of a sentence: "it's", "don't". */
export const APOSTROPHE = /[A-Za-z]['\u2019](?:s|t|re|ll|ve|m|d)(?![\w'])/;

/** True where every prompt stands in a quotation or a here-document that ends again: a script that prints examples. */
export function isScript(text: string): boolean {
  // a plain script need not be read for its quotation marks
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

/** The shell of Windows whose prompt a text begins with, by its tag; null for any other. */
export function windowsShell(text: string): "powershell" | "bat" | null {
  const prompt = text.slice(0, promptLength(firstLine(text).slice(0, 400))).trimEnd();
  if (!prompt.endsWith(">")) return null;
  return prompt.includes("PS ") || prompt.endsWith("PS>") ? "powershell" : prompt.includes(":\\") ? "bat" : null;
}

/** Whether any of the lines, all of the text's if none are given, begins with a prompt. */
export function hasPrompt(text: string, lines: Iterable<Line> = linesOf(text)): boolean {
  for (const line of lines) if (promptLength(text.slice(line.start, Math.min(line.end, line.start + 400))) > 0) return true;
  return false;
}
