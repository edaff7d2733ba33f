import { SourceBuilder, type Source } from "../../source.js";
import { tagOfFirstLine } from "../../languages/index.js";
import { firstInk, linesOf, type Line } from "../lines.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";
import { execForm, type ExecWord } from "./exec-form.js";
import { parseFlow, scalarSource } from "./flow.js";

const INSTRUCTION = /^[ \t]*(?:ONBUILD[ \t]+)?([A-Za-z]+)(?:[ \t]+|(?=\[))/i;
const STAGE = /^[ \t]*(ENTRYPOINT|CMD|FROM)[ \t]*/i;
const FLAGS = /^(?:--[\w-]+(?:=(?:"[^"\n]*"|[^\s"]+))?[ \t]+)+/;
const HERE_DOCUMENT = /<<-?[ \t]*(["']?)([A-Za-z_][\w.-]*)\1/g;

/** Dockerfiles: the instructions that run something, in both forms, and what only describes. */
export function readDockerfile(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  const lines = [...linesOf(source.text)];
  const stage: Stage = new Map();
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    if (isComment(source.text, line)) {
      tools.out.addComment(snippet, line);
      at++;
      continue;
    }
    const next = instructionEnd(tools, snippet, lines, at);
    const instruction = lines.slice(at, next);
    readInstruction(tools, snippet, instruction);
    readStage(tools, snippet, instruction, stage);
    at = next;
  }
}

/** The words of the last `ENTRYPOINT` and `CMD` of a build stage. */
type Stage = Map<string, readonly ExecWord[]>;

/** `ENTRYPOINT ["sh", "-c"]` takes the words of `CMD` as its arguments, wherever in the stage both stand. */
function readStage(tools: Tools, snippet: Snippet, lines: readonly Line[], stage: Stage): void {
  const { source } = snippet;
  const [first] = lines;
  const last = lines[lines.length - 1];
  const head = first && STAGE.exec(source.text.slice(first.start, first.end));
  if (!head || first === undefined || last === undefined) return;
  const name = (head[1] ?? "").toUpperCase();
  if (name === "FROM") return stage.clear();
  stage.set(name, execWords(source, first.start + head[0].length, last.end) ?? []);
  const entry = stage.get("ENTRYPOINT") ?? [];
  const command = stage.get("CMD") ?? [];
  if (entry.length > 0 && command.length > 0) tools.out.add(snippet, "shell", execForm(source, [...entry, ...command]));
}

/** The index of the first line behind an instruction: continuations, comments between them, here-documents. */
function instructionEnd(tools: Tools, snippet: Snippet, lines: readonly Line[], at: number): number {
  const { text } = snippet.source;
  let next = at;
  for (; next < lines.length; next++) {
    const line = lines[next];
    if (line === undefined) break;
    if (next > at && isComment(text, line)) {
      tools.out.addComment(snippet, line);
      continue;
    }
    if (next > at && firstInk(text, line) === line.end) continue;
    if (!continues(text, text.slice(line.start, line.end))) {
      next++;
      break;
    }
  }
  const first = lines[at];
  const last = lines[next - 1];
  if (first === undefined || last === undefined) return at + 1;
  const head = text.slice(first.start, last.end);
  if (!/^\s*(?:ONBUILD\s+)?(?:RUN|COPY|ADD)\b/i.test(head)) return next;
  for (const found of head.matchAll(HERE_DOCUMENT)) {
    const close = lines.findIndex((line, index) => index >= next && text.slice(line.start, line.end).trim() === found[2]);
    next = close < 0 ? lines.length : close + 1;
  }
  return next;
}

function readInstruction(tools: Tools, snippet: Snippet, lines: readonly Line[]): void {
  const { source } = snippet;
  const first = lines[0];
  const last = lines[lines.length - 1];
  if (first === undefined || last === undefined || !tools.out.mentions(source.text.slice(first.start, last.end))) return;
  const head = INSTRUCTION.exec(source.text.slice(first.start, first.end));
  const name = (head?.[1] ?? "").toUpperCase();
  const start = first.start + (head?.[0].length ?? 0);
  if (name === "LABEL") {
    tools.out.addStretch(snippet, { start, end: last.end }, "description", "is the value of a label");
  } else if (name === "RUN" || name === "CMD" || name === "ENTRYPOINT" || name === "SHELL") readCommand(tools, snippet, start, lines);
  else if (name === "HEALTHCHECK") {
    const command = /^[\s\S]*?\bCMD\s+/.exec(source.text.slice(start, last.end));
    if (command !== null) readCommand(tools, snippet, start + command[0].length, lines);
  }
}

function readCommand(tools: Tools, snippet: Snippet, from: number, lines: readonly Line[]): void {
  const { source } = snippet;
  const last = lines[lines.length - 1];
  if (last === undefined) return;
  const start = from + (FLAGS.exec(source.text.slice(from, last.end))?.[0].length ?? 0);
  const words = execWords(source, start, last.end);
  if (words !== null) return tools.out.add(snippet, "shell", execForm(source, words));
  const command = commandText(source, start, lines);
  const here = /^<<-?[ \t]*(["']?)([\w.-]+)\1[ \t]*\n/.exec(command.text);
  if (here === null) return tools.out.add(snippet, "shell", command);
  const body = command.slice(here[0].length, command.text.length);
  const closing = [...linesOf(body.text)].find((line) => body.text.slice(line.start, line.end).trim() === here[2]);
  const script = body.slice(0, closing?.start ?? body.text.length);
  // a here-document that is the whole command is a script; its first line may name another interpreter
  const tag = tagOfFirstLine(script.text);
  if (tag === null) tools.out.add(snippet, "shell", script);
  else tools.readCode(tools, { ...snippet, source: script, tag });
}

/** The words of the exec form, `["sh", "-c", "…"]`; null where it is none. */
function execWords(source: Source, start: number, end: number): readonly ExecWord[] | null {
  if (source.text[start] !== "[") return null;
  const array = parseFlow(source.text.slice(0, end), start, "json");
  const words = array.items.map((item) => ({ content: scalarSource(source, item, "json"), start: item.start, end: item.end }));
  return words.length > 0 && array.items.every((item) => item.style === "double") ? words : null;
}

/** The shell text of an instruction: comment lines and blank lines between continuations left out. */
function commandText(source: Source, start: number, lines: readonly Line[]): Source {
  const { text } = source;
  const builder = new SourceBuilder(source);
  let goesOn = true;
  lines.forEach((line, index) => {
    if (goesOn && index > 0 && (isComment(text, line) || firstInk(text, line) === line.end)) return;
    const from = Math.max(start, line.start);
    const content = text.slice(from, line.end);
    goesOn = continues(text, content);
    const last = from + content.trimEnd().length - 1;
    if (!goesOn) builder.copy(from, index === lines.length - 1 ? line.end : line.next);
    else builder.copy(from, last).put("\\", last, last + 1).put("\n", line.end, line.next);
  });
  return builder.build();
}

/** A backslash continues a line, or the backtick where the file's first line names it. */
function continues(text: string, line: string): boolean {
  return line.trimEnd().endsWith(/^\s*#\s*escape\s*=\s*`/i.test(text) ? "`" : "\\");
}

function isComment(text: string, line: Line): boolean {
  return text[firstInk(text, line)] === "#";
}
