import { SourceBuilder, type Source } from "../../source.js";
import { joinLines, linesOf, type Line } from "../lines.js";
import { hasPrompt } from "../prompts.js";
import { shownAs, type Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";
import { readRules } from "./attributes.js";

const MAGIC_CELL = /^\s*%%(?:bash|sh|script\s+(?:ba|z)?sh|!)\b[^\n]*\n/;
const REPL = /^(?:>>>|\.\.\.|In \[\d*\]:|\s*\.\.\.:)(?: |$)/;

/** Python, with a notebook's shell cells, and interactive sessions; a notebook's shell lines are Python's to tell from its strings. */
export function readPython(tools: Tools, snippet: Snippet): void {
  const { out } = tools;
  const { source } = snippet;
  const cell = MAGIC_CELL.exec(source.text);
  if (cell !== null) return out.add(snippet, "shell", source.slice(cell[0].length, source.text.length));
  const program = new SourceBuilder(source);
  const printed: Line[] = [];
  const session = /^[^\S\n]*(?:>>> |In \[\d*\]: )/m.test(source.text);
  for (const line of linesOf(source.text)) {
    const text = source.text.slice(line.start, line.end);
    const prompt = session ? (REPL.exec(text)?.[0].length ?? -1) : 0;
    if (prompt < 0) printed.push(line);
    else program.copy(line.start + prompt, line.next);
  }
  readPrinted(tools, snippet, printed);
  if (/\b(?:genrule|run_shell)\(/.test(source.text)) readRules(tools, snippet);
  out.add(snippet, "python", program.build());
}

/** What an interactive session printed, and the shell's own prompts around it. */
function readPrinted(tools: Tools, snippet: Snippet, lines: readonly Line[]): void {
  const { source } = snippet;
  if (hasPrompt(source.text, lines)) {
    tools.readCode(tools, { ...snippet, source: joinLines(source, lines), tag: "console" });
  } else for (const line of lines) addOutput(tools, snippet, source, line);
}

function addOutput(tools: Tools, snippet: Snippet, source: Source, line: Line): void {
  tools.out.addShown(snippet, source.slice(line.start, line.end), shownAs("output", "is a line of output in an interactive session", source, line.start, line.end));
}
