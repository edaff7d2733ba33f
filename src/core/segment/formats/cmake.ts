import { SourceBuilder, type Source } from "../../source.js";
import { separateComments } from "../comments.js";
import { shownAs, type Snippet } from "../snippet.js";
import { marksOfTag } from "../../languages/index.js";
import type { Tools } from "../tools.js";
import { execForm, type ExecWord } from "./exec-form.js";
import { decodeEscapes } from "./strings.js";

const CALL = /\b(execute_process|add_custom_command|add_custom_target|ExternalProject_Add)\s*\(/gi;
const ARGUMENT = /\s*(?:"((?:[^"\\]|\\[\s\S])*)"|(?:[^\s()"\\]|\\.)+)/y;
/** The keywords that begin a command, and any keyword: it ends one. */
const BEGINS = /^(?:[A-Z]+_)?COMMAND$/;
const KEYWORD = /^[A-Z][A-Z_]{2,}$/;
const OPERATOR = /^(?:\|\|?|&&?|;)$/;

/** Words, and the operators between them as they stand. */
type CommandLine = readonly (ExecWord | string)[];

/** CMake: the commands that its calls run. */
export function readCmake(tools: Tools, snippet: Snippet): void {
  const { code, comments } = separateComments(snippet.source, marksOfTag("cmake"));
  for (const comment of comments) {
    const marks = /^#*\s*/.exec(comment.text)?.[0].length ?? 0;
    tools.out.addShown(snippet, comment.slice(marks, comment.text.length), shownAs("comment", "stands in a comment", comment, 0, comment.text.length));
  }
  for (const found of code.text.matchAll(CALL)) {
    const commands = commandsOf(argumentsAt(code, found.index + found[0].length));
    // The commands of a process are a pipeline without a shell, those of a rule lines for one.
    if (/^execute/i.test(found[0])) addLine(tools, snippet, code, commands.flatMap((words, at) => (at > 0 ? ["|", ...words] : words)));
    else for (const words of commands) addLine(tools, snippet, code, words.map((word) => (OPERATOR.test(code.text.slice(word.start, word.end)) ? word.content.text : word)));
  }
}

function argumentsAt(code: Source, at: number): ExecWord[] {
  const words: ExecWord[] = [];
  ARGUMENT.lastIndex = at;
  for (let found = ARGUMENT.exec(code.text); found !== null; found = ARGUMENT.exec(code.text)) {
    const end = ARGUMENT.lastIndex;
    const start = end - found[0].trimStart().length;
    const mark = found[1] === undefined ? 0 : 1;
    words.push({ content: decodeEscapes(code, start + mark, end - mark), start, end });
  }
  return words;
}

function commandsOf(words: readonly ExecWord[]): ExecWord[][] {
  const commands: ExecWord[][] = [];
  let current: ExecWord[] | null = null;
  for (const word of words) {
    if (BEGINS.test(word.content.text)) commands.push((current = []));
    else if (KEYWORD.test(word.content.text)) current = null;
    else current?.push(word);
  }
  return commands.filter((command) => command.length > 0);
}

function addLine(tools: Tools, snippet: Snippet, code: Source, line: CommandLine): void {
  const builder = new SourceBuilder(code);
  let words: ExecWord[] = [];
  let sign = "";
  let end: number | null = null;
  const flush = (): void => {
    const [first] = words;
    if (first === undefined) return;
    if (end !== null) builder.put(` ${sign} `, end, first.start);
    builder.append(execForm(code, words));
    end = words[words.length - 1]?.end ?? first.end;
    words = [];
  };
  for (const part of line) {
    if (typeof part !== "string") words.push(part);
    else {
      flush();
      sign = part;
    }
  }
  flush();
  tools.out.add(snippet, "shell", builder.build());
}
