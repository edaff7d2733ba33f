import { SourceBuilder, type Source } from "../../source.js";
import { joinLines, linesOf, type Line } from "../../lex/lines.js";
import { readClipboard } from "./clipboard.js";
import { hasPrompt } from "../running/prompts.js";
import type { Snippet } from "../snippet.js";
import type { Tools } from "../segment-tools.js";
import { readRules } from "./bazel-and-puppet.js";

/** Matches a prompt of a Python interpreter at the beginning of a line. */
export const PYTHON_SESSION = /^[^\S\n]*(?:>>> |In \[\d*\]: )/m;
const PYTHON_PROMPT = /^(?:>>>|\.\.\.|In \[\d*\]:|\s*\.\.\.:)(?: |$)/;
const NODE_SESSION = /^\s*>(?: |$)/;
const NODE_PROMPT = /^[ \t]*(?:>|\.\.\.)(?: |$)/;

/**
 * Reads Python, including a notebook's shell cells, and interactive sessions; the Python reader distinguishes a notebook's shell
 * lines from strings.
 */
export function readPython(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  const program = PYTHON_SESSION.test(source.text)
    ? typedInto(tools, snippet, PYTHON_PROMPT)
    : source;
  if (/\b(?:genrule|run_shell)\(/.test(source.text)) readRules(tools, snippet);
  tools.add(snippet, "python", program);
}

/** Reads a JavaScript program, or an interactive session if the text begins with a prompt, as no program does. */
export function readJavaScript(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  readClipboard(tools, snippet);
  tools.add(
    snippet,
    "javascript",
    NODE_SESSION.test(source.text) ? typedInto(tools, snippet, NODE_PROMPT) : source,
  );
}

/** Returns what was typed into an interpreter, without prompts; the other lines are read as output. */
function typedInto(tools: Tools, snippet: Snippet, prompt: RegExp): Source {
  const { source } = snippet;
  const program = new SourceBuilder(source);
  const printed: Line[] = [];
  for (const line of linesOf(source.text)) {
    const length = prompt.exec(source.text.slice(line.start, line.end))?.[0].length;
    if (length === undefined) printed.push(line);
    else program.copy(line.start + length, line.next);
  }
  // the session may be part of a shell session, whose prompts are then on the other lines
  if (hasPrompt(source.text, printed))
    tools.readCode({ ...snippet, source: joinLines(source, printed), tag: "console" });
  else
    for (const line of printed)
      tools.addShownRange(snippet, line, "output", "is a line of output in an interactive session");
  return program.build();
}
