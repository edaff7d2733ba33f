import { tagOfFirstLine } from "../../languages/index.js";
import type { Source } from "../../source.js";
import { BuildVariables } from "./build-variables.js";
import { closingLine, firstNonBlank, linesOf } from "../../lex/lines.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";
import { execForm, execWords, type ExecWord } from "./exec-form.js";
import { parseFlow } from "./flow-collections.js";

/** Matches a backslash at the end of a continued line, with the comments and blank lines before the continuation. */
const CONTINUED = /\\[ \t]*\n(?:[ \t]*(?:#.*)?\n)*/g;
/** An instruction's name and its operands; comments and blank lines have no name. */
const INSTRUCTION = new RegExp(
  `([ \\t]*(?:ONBUILD[ \\t]+)?([A-Za-z]*)(?:[ \\t]+|(?=\\[))?)(?:.*${CONTINUED.source})*.*\\n?`,
  "iy",
);
const FLAGS = /(?:--[\w-]+(?:=(?:"[^"\n]*"|[^\s"]+))?[ \t]+)*/y;
/** Matches the opening of a here-document, but not `<< "some text"`, which a program inside an instruction may contain. */
const HERE_DOCUMENT = /<<-?[ \t]*(["']?)([A-Za-z_][\w.-]*)\1/g;
/** A here-document that is the whole command. */
const SCRIPT = /^<<-?[ \t]*(["']?)([\w.-]+)\1[ \t]*\n/;

/** The words of the last `ENTRYPOINT` and `CMD` of a build stage. */
type Stage = Map<string, readonly ExecWord[]>;

/** Reads a Dockerfile: the instructions that run a command, in shell form or exec form, and the descriptions in `LABEL`. */
export function readDockerfile(tools: Tools, given: Snippet): void {
  // a file's first line may declare the backtick as the escape character
  const hasBacktickEscape = /^\s*#\s*escape\s*=\s*`/i.test(given.source.text);
  const snippet = hasBacktickEscape
    ? { ...given, source: given.source.overlay(given.source.text.replace(/`(?=[ \t]*$)/gm, "\\")) }
    : given;
  const { text } = snippet.source;
  const stage: Stage = new Map();
  const variables = new BuildVariables();
  for (let at = 0; at < text.length; ) {
    INSTRUCTION.lastIndex = at;
    const [whole = "", before = "", word = ""] = INSTRUCTION.exec(text) ?? [];
    const name = word.toUpperCase();
    let next = at + whole.length;
    for (const line of linesOf(text, at, next))
      if (text[firstNonBlank(text, line)] === "#") tools.addComment(snippet, line);
    if (["RUN", "COPY", "ADD"].includes(name)) {
      for (const [, , mark = ""] of whole.matchAll(HERE_DOCUMENT))
        next = closingLine(text, next, mark).next;
    }
    const end = text[next - 1] === "\n" ? next - 1 : next;
    if (!variables.read(name, snippet.source.slice(at + before.length, end)))
      tools.limit(
        "size",
        "a Dockerfile sets more variables than the limit",
        snippet.source,
        at + before.length,
      );
    readInstruction(tools, snippet, name, at + before.length, end, variables);
    readStage(tools, snippet, name, at + before.length, end, stage);
    at = Math.max(next, at + 1);
  }
}

/** Reads `ENTRYPOINT` with `CMD`: the words of `CMD` are arguments of `ENTRYPOINT ["sh", "-c"]`, wherever both are in the stage. */
function readStage(
  tools: Tools,
  { source, ...snippet }: Snippet,
  name: string,
  start: number,
  end: number,
  stage: Stage,
): void {
  if (name === "FROM") stage.clear();
  if (name !== "ENTRYPOINT" && name !== "CMD") return;
  stage.set(name, arrayAt(source, start, end) ?? []);
  const words = [stage.get("ENTRYPOINT") ?? [], stage.get("CMD") ?? []];
  if (words.every((part) => part.length > 0))
    tools.add({ ...snippet, source }, "shell", execForm(source, words.flat()));
}

function readInstruction(
  tools: Tools,
  snippet: Snippet,
  name: string,
  start: number,
  end: number,
  variables: BuildVariables,
): void {
  const { text } = snippet.source;
  if (name === "RUN" && variables.areUsedIn(text.slice(start, end)))
    return readCommand(tools, snippet, start, end, variables);
  if (!tools.mentions(text.slice(start, end))) return;
  if (name === "LABEL")
    tools.addShownRange(snippet, { start, end }, "description", "is the value of a label");
  else if (["RUN", "CMD", "ENTRYPOINT", "SHELL"].includes(name))
    readCommand(tools, snippet, start, end);
  else if (name === "HEALTHCHECK")
    readCommand(
      tools,
      snippet,
      start + text.slice(start, end).search(/(?=\S)(?<=\bCMD\s+)|$/),
      end,
    );
}

function readCommand(
  tools: Tools,
  snippet: Snippet,
  from: number,
  end: number,
  variables?: BuildVariables,
): void {
  const { source } = snippet;
  FLAGS.lastIndex = from;
  const start = from + (FLAGS.exec(source.text)?.[0].length ?? 0);
  const words = arrayAt(source, start, end);
  if (words !== null) return tools.add(snippet, "shell", execForm(source, words));
  const command = source.slice(start, end).rewritten(CONTINUED, () => "\\\n");
  const here = SCRIPT.exec(command.text);
  if (here === null) return tools.add(snippet, "shell", variables?.before(command) ?? command);
  const script = command.slice(
    here[0].length,
    closingLine(command.text, here[0].length, here[2] ?? "").start,
  );
  // the first line of the script may name another interpreter
  const tag = tagOfFirstLine(script.text);
  if (tag === null) tools.add(snippet, "shell", script);
  else tools.readCode({ ...snippet, source: script, tag });
}

/** Returns the words of the exec form, `["sh", "-c", "…"]`; null for any other text. */
function arrayAt(source: Source, start: number, end: number): readonly ExecWord[] | null {
  if (source.text[start] !== "[") return null;
  const { items } = parseFlow(source.text.slice(0, end), start, "json");
  return items.length > 0 && items.every((item) => item.style === "double")
    ? execWords(source, items, "json")
    : null;
}
