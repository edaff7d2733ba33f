import { SourceBuilder, type Source } from "../../source.js";
import { joinLines, linesOf, type Line } from "../lines.js";
import { hasPrompt } from "../running/prompts.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../tools.js";

/** What was typed into an interpreter, prompts left out, each at the beginning of its line; the other lines are read as printed. */
export function typedInto(tools: Tools, snippet: Snippet, prompt: RegExp): Source {
  const { source } = snippet;
  const program = new SourceBuilder(source);
  const printed: Line[] = [];
  for (const line of linesOf(source.text)) {
    const length = prompt.exec(source.text.slice(line.start, line.end))?.[0].length;
    if (length === undefined) printed.push(line);
    else program.copy(line.start + length, line.next);
  }
  readPrinted(tools, snippet, printed);
  return program.build();
}

/** What an interactive session printed, and the shell's own prompts around it. */
function readPrinted(tools: Tools, snippet: Snippet, lines: readonly Line[]): void {
  const { source } = snippet;
  if (hasPrompt(source.text, lines)) {
    tools.readCode(tools, { ...snippet, source: joinLines(source, lines), tag: "console" });
  } else for (const line of lines) tools.out.addOutput(snippet, line, "is a line of output in an interactive session");
}
