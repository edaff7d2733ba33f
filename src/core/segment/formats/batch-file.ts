import { SourceBuilder, type Source } from "../../source.js";
import { withoutComments } from "../without-comments.js";
import { linesOf } from "../../lex/lines.js";
import { promptLength } from "../../lex/prompt.js";
import {
  MAX_DEPTH,
  headLength,
  PIECE,
  powershellArgument,
  unquoted,
  withoutCarets,
  withoutCmd,
} from "../../lex/windows-line.js";
import { BatchVariables } from "./batch-variables.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";

/** Reads a batch file; each command line is read separately. */
export function readBatch(tools: Tools, snippet: Snippet): void {
  const joined = withoutComments(tools, snippet, "bat").rewritten(CONTINUED, () => " ");
  const variables = new BatchVariables(tools, joined.text.length);
  for (const line of linesOf(joined.text)) {
    const content = joined.text.slice(line.start, line.end);
    const command = variables.expanded(joined.slice(line.start + promptLength(content), line.end));
    if (tools.mentions(command.text)) readLine(tools, snippet, command, 0);
  }
}

/** Reads a line from its first command on; each of its pipelines is a separate region. */
function readLine(tools: Tools, snippet: Snippet, line: Source, depth: number): void {
  const loop = tools.knowsWindows ? asLoop(withoutCarets(line, "")) : null;
  if (loop !== null) return tools.add(snippet, "shell", loop);
  const [first = line, ...others] = commandsOf(line.slice(headLength(line.text)));
  const inner = withoutCmd(first);
  const script = scriptOf(first, tools);
  if (inner !== null && depth < MAX_DEPTH) readLine(tools, snippet, inner, depth + 1);
  else if (script === null)
    tools.add(
      snippet,
      "shell",
      withQuotes(
        tools,
        withLowerCaseNames(tools, withVariables(withApostrophes(withoutCarets(first, "\\")))),
      ),
    );
  else tools.readCode({ ...snippet, source: script, tag: "powershell" });
  if (depth < MAX_DEPTH) for (const other of others) readLine(tools, snippet, other, depth + 1);
  else if (others.length > 0 || inner !== null)
    tools.limit("depth", "command lines are nested too deeply", line);
}

/** Returns the pipelines of a line, which is split at operators outside quotes and parentheses. */
function commandsOf(line: Source): Source[] {
  const commands: Source[] = [];
  let start = 0;
  let depth = 0;
  for (const { 0: piece, index } of line.text.matchAll(PIECE)) {
    if (piece === "(") depth++;
    else if (piece === ")" && depth > 0) depth--;
    else if (depth === 0 && ["&", "||", ")"].includes(piece)) {
      commands.push(line.slice(start, index));
      start = index + piece.length;
    }
  }
  return [...commands, line.slice(start)];
}

/** Returns the code that is passed to `powershell`; null if there is none, or if the command is part of a pipeline. */
function scriptOf(command: Source, tools: Tools): Source | null {
  if (Array.from(command.text.matchAll(PIECE)).some(([piece]) => piece === "|")) return null;
  const code = powershellArgument(command, (words) => tools.powershellCode(words));
  return code === null ? null : (unquoted(code) ?? withoutCarets(code, ""));
}

/** Matches a caret at the end of a line that continues on the next one; of two carets, the first escapes the second. */
const CONTINUED = /(?=\^\n)(?<=(?<!\^)(?:\^\^)*)\^\n/g;

/** Matches the name of each command of a pipeline, which is case-insensitive on Windows. */
const NAMES = /(?=[a-z])(?<=^\s*|\|\s*)[\w.:\\-]*(?![\w.:\\=-])/gi;

function withLowerCaseNames(tools: Tools, command: Source): Source {
  return tools.knowsWindows ? command.rewritten(NAMES, ([name]) => name.toLowerCase()) : command;
}

/** Matches `''` where it is an escaped apostrophe of a PowerShell string, but not where it is an empty string. */
const DOUBLED = /(?<![\s(,=']|^)''(?!')|(?<!')''(?![\s),;'"]|$)/g;

/** Converts the doubled apostrophes of PowerShell code to shell quoting: `schtasks /tr "powershell -c 'iex (irm ''URL'')'"`. */
function withApostrophes(command: Source): Source {
  return /\b(?:powershell|pwsh)\b/i.test(command.text)
    ? command.rewritten(DOUBLED, () => "'\\''")
    : command;
}

/** Escapes PowerShell's variables in double quotes, which a shell would expand: `powershell "$x = irm URL; iex $x" | find "a"`. */
function withVariables(command: Source): Source {
  if (!/\b(?:powershell|pwsh)\b/i.test(command.text)) return command;
  let isInside = false;
  return command.rewritten(/\\["$]|"|\$(?=[\w{(?:])/g, ([mark]) => {
    if (mark === '"') isInside = !isInside;
    return mark === "$" && isInside ? "\\$" : null;
  });
}

const LOOP = /^\s*@?for\s+\/f\s+(?:"[^"]*"\s+)?%%?(\w)\s+in\s+\(\s*(['`])/i;

/** Returns the loop `for /f %i in ('curl URL') do %i` in shell syntax; null for any other line. */
function asLoop(line: Source): Source | null {
  const head = LOOP.exec(line.text);
  const [opening = "", name = "", quote = ""] = head ?? [];
  const close = head === null ? -1 : line.text.indexOf(quote, opening.length);
  const body =
    close < 0 ? null : /^\s*\)\s+do\s+(?:\(\s*)?(?:@|call\s+)*/i.exec(line.text.slice(close + 1));
  if (body === null) return null;
  const start = close + 1 + body[0].length;
  const list = new SourceBuilder(line)
    .replace(`for ${name} in $(`, 0, opening.length)
    .copy(opening.length, close);
  const variable = new RegExp(`%%?(?:~\\w*)?${name}(?!\\w)`, "g");
  const done = line.slice(start).rewritten(variable, () => `$${name}`);
  return list
    .replace("); do ", close, start)
    .append(done)
    .replace("; done", line.text.length, line.text.length)
    .build();
}

/** Adds quotes around URLs such as `javascript:…` after a command such as `mshta`, since they contain spaces and parentheses. */
function withQuotes(tools: Tools, command: Source): Source {
  const [head = "", name = ""] = /^"?([\w:\\.%-]+)"?[ \t]+/.exec(command.text) ?? [];
  if (!tools.vocabulary.has("source.address", name.slice(name.lastIndexOf("\\") + 1)))
    return command;
  const operand = /"?(?:javascript|vbscript|about):.*\S/gi;
  const operands = command
    .slice(head.length)
    .rewritten(operand, ([one]) => (one.includes("'") ? null : `'${one}'`));
  return new SourceBuilder(command).copy(0, head.length).append(operands).build();
}
