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

/** Reads a batch file: each command line separately. */
export function readBatch(tools: Tools, snippet: Snippet): void {
  const joined = withoutComments(tools, snippet, "bat").rewritten(/\^\n/g, () => " ");
  const variables = new BatchVariables(tools, joined.text.length);
  for (const line of linesOf(joined.text)) {
    const content = joined.text.slice(line.start, line.end);
    const command = variables.expanded(joined.slice(line.start + promptLength(content), line.end));
    if (tools.mentions(command.text)) readLine(tools, snippet, command, 0);
  }
}

/** Reads a line without the text before its first command: each of its commands is read separately, with the commands it pipes into. */
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
        withSmallNames(tools, withVariables(withApostrophes(withoutCarets(first, "\\")))),
      ),
    );
  else tools.readCode({ ...snippet, source: script, tag: "powershell" });
  if (depth < MAX_DEPTH) for (const other of others) readLine(tools, snippet, other, depth + 1);
  else if (others.length > 0 || inner !== null)
    tools.limit("depth", "command lines in command lines are nested too deeply", line);
}

/** Returns the commands of a line, split at the operators outside quotations and blocks. */
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

/** Returns the code that is passed to `powershell`; null if there is none, or if it is in a pipe. */
function scriptOf(command: Source, tools: Tools): Source | null {
  if (Array.from(command.text.matchAll(PIECE)).some(([piece]) => piece === "|")) return null;
  const code = powershellArgument(command, (words) => tools.powershellCode(words));
  return code === null ? null : (unquoted(code) ?? withoutCarets(code, ""));
}

/** The name of each command of a pipe, which is case-insensitive on Windows. */
const NAMES = /(?=[a-z])(?<=^\s*|\|\s*)[\w.:\\-]*(?![\w.:\\=-])/gi;

function withSmallNames(tools: Tools, command: Source): Source {
  return tools.knowsWindows ? command.rewritten(NAMES, ([name]) => name.toLowerCase()) : command;
}

/** Doubled apostrophes inside a PowerShell string, which are one apostrophe; an empty string is between blanks or parentheses. */
const DOUBLED = /(?<![\s(,=']|^)''(?!')|(?<!')''(?![\s),;'"]|$)/g;

/** `schtasks /tr "powershell -c 'iex (irm ''URL'')'"`: converts the apostrophes to the shell's quoting. */
function withApostrophes(command: Source): Source {
  return /\b(?:powershell|pwsh)\b/i.test(command.text)
    ? command.rewritten(DOUBLED, () => "'\\''")
    : command;
}

/** `powershell "$x = irm URL; iex $x" | find "a"`: escapes the variables of PowerShell, which the shell would expand. */
function withVariables(command: Source): Source {
  if (!/\b(?:powershell|pwsh)\b/i.test(command.text)) return command;
  let isInside = false;
  return command.rewritten(/\\["$]|"|\$(?=[\w{(?:])/g, ([mark]) => {
    if (mark === '"') isInside = !isInside;
    return mark === "$" && isInside ? "\\$" : null;
  });
}

const LOOP = /^\s*@?for\s+\/f\s+(?:"[^"]*"\s+)?%%?(\w)\s+in\s+\(\s*(['`])/i;

/** `for /f %i in ('curl URL') do %i`: returns the loop over the lines that a command prints in shell syntax; null for any other line. */
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

/** Adds quotes to a script that is passed to a command which runs an address, since it is not a shell word. */
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
