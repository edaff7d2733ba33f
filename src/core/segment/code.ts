import { familyOf, type Family } from "../languages/index.js";
import { cloudConfigs } from "./formats/cloud-config.js";
import type { Dismissal } from "../model.js";
import { withoutComments } from "./comments.js";
import { readComponent, readHtml } from "./formats/html.js";
import { joinLines, linesOf } from "./lines.js";
import { readMarkdown } from "./markdown/reader.js";
import { readSession } from "./running/prompts.js";
import { withoutRawStrings } from "./unmarked/raw-strings.js";
import { shellBeside, withoutRuns } from "./unmarked/beside.js";
import { shownAs, MAX_DEPTH, type Snippet } from "./snippet.js";
import { sniffInnerTag, sniffTag } from "./unmarked/evidence.js";
import { familyBehind, sniffFamily } from "./unmarked/guess.js";
import { readElementText, readPlain, readProse } from "./running/paragraph.js";
import type { Tools } from "./tools.js";
import { FORMATS } from "./formats/index.js";

/** Reads a block of code by its tag, or by its looks where it has none. */
export function readCode(tools: Tools, snippet: Snippet): void {
  const { text } = snippet.source;
  if (!tools.out.mentions(text)) return;
  const named = snippet.tag === null ? "text" : familyOf(snippet.tag);
  // Pipelines of Jenkins are shown in fences of JavaScript too, which has no such lines.
  const announced = named === "text" ? (sniffTag(text) ?? sniffInnerTag(text)) : named === "javascript" ? sniffInnerTag(text) : null;
  if (announced !== null) read(tools, { ...snippet, tag: announced }, familyOf(announced));
  else {
    const family = named === "text" ? sniffFamily(text, tools.heads) : familyBehind(named, text, tools.heads);
    const told = named !== "text" || (family !== "text" && family !== "other");
    read(tools, told ? snippet : { ...snippet, source: withoutRawStrings(snippet.source) }, family);
  }
}

function read(tools: Tools, whole: Snippet, family: Family): void {
  const snippet = readBeside(tools, whole, family);
  if (family === "shell" || family === "console") readShell(tools, snippet, family === "console");
  else if (family === "text") readPlain(tools, snippet);
  else if (family === "output") addWhole(tools, snippet, "output", "stands in a block of printed output");
  else if (family === "diagram") addWhole(tools, snippet, "displayed", "stands in a diagram");
  else if (family === "html") readPage(tools, snippet);
  else if (family === "component") readComponent(tools, snippet);
  else if (family === "markdown") readDocument(tools, snippet);
  else if (family === "tex") readProse(tools, { ...snippet, source: withoutComments(tools, snippet, "tex") });
  else if (family === "other") readOther(tools, snippet);
  else FORMATS[family](tools, snippet);
}

function addWhole({ out }: Tools, snippet: Snippet, reason: Dismissal["reason"], message: string): void {
  out.addShown(snippet, snippet.source, shownAs(reason, message, snippet.source, 0, 0));
}

function readPage(tools: Tools, snippet: Snippet): void {
  const { block, source } = snippet;
  readHtml(tools, { ...snippet, block: block.add("html", source.origin(0, source.text.length)) }, readElementText);
}

/** Reads the shell lines that stand among other code, and leaves that code. */
function readBeside(tools: Tools, snippet: Snippet, family: Family): Snippet {
  const { source } = snippet;
  const runs = shellBeside(source.text, family, tools.heads).filter((run) => tools.out.mentions(source.text.slice(run.start, run.end)));
  if (runs.length === 0) return snippet;
  for (const run of runs) readShell(tools, { ...snippet, source: source.slice(run.start, run.end) }, false);
  return { ...snippet, source: withoutRuns(source, runs) };
}

function readDocument(tools: Tools, snippet: Snippet): void {
  if (snippet.depth < MAX_DEPTH) readMarkdown(tools, { ...snippet, depth: snippet.depth + 1 });
  else readPlain(tools, snippet);
}

/** A shell script, or a console session where lines carry prompts. */
export function readShell(tools: Tools, snippet: Snippet, console: boolean): void {
  const { out } = tools;
  const { source } = snippet;
  const session = readSession(source.text, console || /^\s*>\s/.test(source.text));
  if (session === null) {
    out.add(snippet, "shell");
    readCommentLines(tools, snippet);
    return;
  }
  out.add(snippet, "shell", joinLines(source, session.commands));
  for (const line of session.output) {
    if (out.closed) return;
    out.addOutput(snippet, line, "is a line of output in a console session");
  }
}

function readCommentLines(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  for (const line of linesOf(source.text)) {
    if (!/^\s*#(?!!)/.test(source.text.slice(line.start, Math.min(line.end, line.start + 200)))) continue;
    if (tools.out.closed) return;
    tools.out.addComment(snippet, line);
  }
}

/** A language without a grammar here: its comments are shown, the rest is searched line by line and for calls. */
function readOther(tools: Tools, snippet: Snippet): void {
  for (const source of cloudConfigs(snippet.source)) FORMATS.yaml(tools, { ...snippet, source });
  const code = withoutComments(tools, snippet, snippet.tag ?? "");
  tools.out.add(snippet, "unknown", code);
}
