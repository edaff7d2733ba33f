import { SourceBuilder, type Source } from "../../source.js";
import { withoutComments } from "../comments.js";
import { firstInk, linesOf } from "../lines.js";
import { rewritten } from "../rewritten.js";
import { promptLength } from "../running/prompts.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";

/** What may stand in front of the command of a line, which begins without blanks. */
const HEAD = new RegExp(
  "^(?:" +
    [
      "@",
      "\\(",
      "\\)?\\s{0,40}else(?=[\\s(])",
      "call\\s",
      'start\\s+(?:/\\w+\\s+)*(?:"[^"]*"\\s+)?(?:/\\w+\\s+)*',
      'if\\s+(?:/i\\s+)?(?:not\\s+)?(?:(?:exist|defined|errorlevel)\\s+(?:"[^"]*"|[^\\s"]+)|(?:"[^"]*"|[^\\s="]+)\\s*==\\s*(?:"[^"]*"|[^\\s"]+))(?=[\\s(])',
      "for\\s+(?:/\\w+\\s+)?%%?\\w\\s+in\\s+\\([^()]*\\)\\s+do\\s",
    ].join("|") +
    ")\\s*",
  "i",
);
/** So many of them. */
const MOST_HEADS = 8;

const COMMAND = /^cmd(?:\.exe)?\s+(?:\/[a-bd-jl-z]\s+)*\/[ck]\s+/i;
const POWERSHELL =
  /^(?:powershell|pwsh)(?:\.exe)?\s+(?:-\w+\s+){0,8}?(?:-ExecutionPolicy\s+\w+\s+)?(?:-\w+\s+){0,8}?-c(?:ommand)?\s+"(.*)"\s*$/i;

/** Batch files: each command line by itself. */
export function readBatch(tools: Tools, snippet: Snippet): void {
  const joined = withoutCarets(withoutComments(tools, snippet, "bat"));
  for (const line of linesOf(joined.text)) {
    const content = joined.text.slice(line.start, line.end);
    if (tools.out.mentions(content)) readCommand(tools, snippet, joined.slice(line.start + promptLength(content), line.end));
  }
}

function readCommand(tools: Tools, snippet: Snippet, line: Source): void {
  let command = line.slice(firstInk(line.text, { start: 0, end: line.text.length }), line.text.length);
  const loop = asLoop(command);
  if (loop !== null && tools.out.vocabulary.expressions("source.address").length > 0) {
    tools.out.add(snippet, "shell", loop);
    return;
  }
  for (let heads = 0; heads < MOST_HEADS; heads++) {
    const head = HEAD.exec(command.text)?.[0].length ?? 0;
    if (head === 0) break;
    command = command.slice(head, command.text.length);
  }
  command = withoutCmd(command);
  const script = POWERSHELL.exec(command.text)?.[1];
  if (script === undefined) tools.out.add(snippet, "shell", withQuotes(tools, command));
  else {
    const start = command.text.lastIndexOf(script);
    tools.readCode(tools, { ...snippet, source: command.slice(start, start + script.length), tag: "powershell" });
  }
}

const LOOP = /^@?for\s+\/f\s+(?:"[^"]*"\s+)?%%?(\w)\s+in\s+\(\s*(['`])/i;

/** `for /f %i in ('curl URL') do %i`: the lines that a command prints, one by one, as the shell says it; null for any other line. */
function asLoop(line: Source): Source | null {
  const head = LOOP.exec(line.text);
  const [opening = "", name = "", quote = ""] = head ?? [];
  const close = head === null ? -1 : line.text.indexOf(quote, opening.length);
  const body = close < 0 ? null : /^\s*\)\s+do\s+(?:\(\s*)?(?:@|call\s+)*/i.exec(line.text.slice(close + 1));
  if (body === null) return null;
  const start = close + 1 + body[0].length;
  const builder = new SourceBuilder(line)
    .put(`for ${name} in $(`, 0, opening.length)
    .copy(opening.length, close)
    .put("); do ", close, start);
  const variable = new RegExp(`%%?(?:~\\w*)?${name}(?!\\w)`, "g");
  builder.append(rewritten(line.slice(start, line.text.length), variable, () => `$${name}`));
  return builder.put("; done", line.text.length, line.text.length).build();
}

/** A command that runs by address is given operands that are no words of a shell: scripts, and paths with backslashes. They get quotes. */
function withQuotes(tools: Tools, command: Source): Source {
  const [head = "", name = ""] = /^"?([\w:\\.%-]+)"?[ \t]+/.exec(command.text) ?? [];
  if (!tools.out.vocabulary.has("source.address", name.slice(name.lastIndexOf("\\") + 1))) return command;
  const operand = /"?(?:javascript|vbscript|about):.*\S|\S*\\\S*/gi;
  const operands = rewritten(command.slice(head.length, command.text.length), operand, ([one]) => (one.includes("'") ? null : `'${one}'`));
  return new SourceBuilder(command).copy(0, head.length).append(operands).build();
}

/** `cmd /c "…"`: the first and the last quotation mark go, whatever stands between. */
function withoutCmd(command: Source): Source {
  const head = COMMAND.exec(command.text)?.[0].length ?? 0;
  if (head === 0) return command;
  const quoted = /^"(.*)"\s*$/.exec(command.text.slice(head))?.[1];
  return quoted === undefined ? command.slice(head, command.text.length) : command.slice(head + 1, head + 1 + quoted.length);
}

/** A caret at a line's end continues it; before another sign it stands for that sign. */
function withoutCarets(source: Source): Source {
  return rewritten(source, /\^(?:\n|([^\w\s]))/g, ([, sign]) => sign ?? " ");
}
