import { isNamingGrammar } from "../assets.js";
import { familyOf, languageOf, type Family } from "../languages/index.js";
import { embeddedConfigurations } from "./formats/cloud-config.js";
import type { Dismissal } from "../model.js";
import { matchesAt } from "../scan.js";
import { withoutComments } from "./without-comments.js";
import { readPuppet } from "./formats/bazel-and-puppet.js";
import { readBatch } from "./formats/batch-file.js";
import { readCrontab } from "./formats/crontab.js";
import { readDiff } from "./formats/diff.js";
import { readDockerfile } from "./formats/dockerfile.js";
import { readComponent, readHtml } from "./formats/html.js";
import { readJson } from "./formats/json.js";
import { joinedStrings, withoutDescriptions } from "./formats/joined-strings.js";
import { readMakefile } from "./formats/make.js";
import { markedCommands } from "./formats/marked-commands.js";
import { readPowershell } from "./formats/powershell.js";
import { readJavaScript, readPython } from "./formats/python-and-javascript.js";
import { scriptletsOf } from "./formats/scriptlets.js";
import { withShellSyntax } from "./formats/shell-dialects.js";
import { readToml } from "./formats/toml.js";
import { readIniFile } from "./formats/ini-files.js";
import { readOfficeFields } from "./formats/office-fields.js";
import { readVisualBasic } from "./formats/visual-basic.js";
import { readYaml } from "./formats/yaml.js";
import { firstNonBlank, firstLine, joinLines, linesOf } from "../lex/lines.js";
import { readMarkdown } from "./markdown/read-markdown.js";
import { hasPrompt, hasWindowsPrompt, readSession, windowsShell } from "./running/prompts.js";
import { shellAmongCode, withoutRuns } from "./unmarked/shell-among-code.js";
import { shownAs, type Snippet } from "./snippet.js";
import { withoutRawStrings } from "./unmarked/raw-strings.js";
import { sniffSigns } from "./unmarked/sniff-signs.js";
import { sniffInnerTag, sniffTag } from "./unmarked/sniff-language.js";
import { familyOfTagged, sniffFamily } from "./unmarked/sniff-family.js";
import { readElementText, readPlain, readProse } from "./running/read-prose.js";
import type { Tools } from "./segment-tools.js";

type Reader = (tools: Tools, snippet: Snippet) => void;

/** The reader of each family of languages. */
const READERS: Readonly<Record<Family, Reader>> = {
  shell: readShell,
  console: (tools, snippet) => {
    readShell(tools, snippet, true);
  },
  text: readPlain,
  output: shownWhole("output", "is in a block of printed output"),
  diagram: shownWhole("displayed", "is in a diagram"),
  patterns: shownWhole("displayed", "is in rules for searching texts"),
  html: readPage,
  component: readComponent,
  markdown: readDocument,
  tex: (tools, snippet) => {
    readProse(tools, { ...snippet, source: withoutComments(tools, snippet, "tex") });
  },
  other: readOther,
  python: readPython,
  javascript: readJavaScript,
  dockerfile: readDockerfile,
  yaml: readYaml,
  toml: readToml,
  json: readJson,
  make: readMakefile,
  systemd: (tools, snippet) => {
    readIniFile(tools, snippet, readPlain);
  },
  crontab: readCrontab,
  batch: orSession(readBatch),
  powershell: orSession(readPowershell),
  diff: readDiff,
  bazel: readPython,
  puppet: readPuppet,
};

/** Families for which an untagged block may still be a program of another language, which `sniffSigns` decides. */
const SIGNED: ReadonlySet<Family> = new Set([
  "text",
  "other",
  "powershell",
  "python",
  "javascript",
]);

/** Reads a code block by its tag, or by its content if it has none. */
export function readCode(tools: Tools, given: Snippet): void {
  const { text } = given.source;
  if (!tools.mentions(text, given.shown)) return;
  const named = given.tag === null ? "text" : familyOf(given.tag);
  // A fence tagged JavaScript or Java may contain Groovy, such as a Jenkins pipeline; neither has the lines that identify it.
  const announced =
    named === "text"
      ? (sniffTag(text) ?? sniffInnerTag(text))
      : named === "javascript" || given.tag === "java"
        ? sniffInnerTag(text)
        : null;
  if (announced !== null) return read(tools, { ...given, tag: announced }, familyOf(announced));
  const family =
    named === "text" ? sniffFamily(text, tools.heads) : familyOfTagged(named, text, tools.heads);
  const signed = named === "text" && SIGNED.has(family) ? sniffSigns(text) : null;
  if (signed !== null) return read(tools, { ...given, tag: signed }, familyOf(signed));
  const isUnknown = named === "text" && (family === "text" || family === "other");
  read(tools, isUnknown ? { ...given, source: withoutRawStrings(given.source) } : given, family);
}

/** Reads a block of a known family; shell lines among its code are separate regions. */
function read(tools: Tools, snippet: Snippet, family: Family): void {
  const { source } = snippet;
  if (family !== "text") readOfficeFields(tools, snippet);
  const runs = shellAmongCode(source.text, family, tools.heads).filter((run) =>
    tools.mentions(source.text.slice(run.start, run.end)),
  );
  for (const run of runs)
    readShell(tools, { ...snippet, source: source.slice(run.start, run.end) });
  READERS[family](tools, { ...snippet, source: withoutRuns(source, runs) });
}

function shownWhole(reason: Dismissal["reason"], message: string): Reader {
  return (tools, snippet) => {
    tools.addShown(snippet, snippet.source, shownAs(reason, message, snippet.source, 0, 0));
  };
}

/** Reads a page, and the code in it, such as PHP, as one program. */
function readPage(tools: Tools, snippet: Snippet): void {
  const scriptlets = scriptletsOf(snippet.source, snippet.tag);
  if (scriptlets === null) return readMarkup(tools, snippet);
  const { program, tag, rest } = scriptlets;
  if (tools.mentions(program.text))
    read(tools, { ...snippet, tag, source: program }, familyOf(tag));
  readMarkup(tools, { ...snippet, source: rest });
}

function readMarkup(tools: Tools, snippet: Snippet): void {
  const { block, source } = snippet;
  readHtml(
    tools,
    { ...snippet, block: block.add("html", source.origin(0, source.text.length)) },
    readElementText,
  );
}

function readDocument(tools: Tools, snippet: Snippet): void {
  if (tools.isWithin(snippet)) readMarkdown(tools, { ...snippet, depth: snippet.depth + 1 });
  else readPlain(tools, snippet);
}

/** Reads a shell script, or a console session if lines have prompts. */
function readShell(tools: Tools, snippet: Snippet, console = false): void {
  const { source, tag } = snippet;
  const lines = typed(tools, snippet, console || source.text.trimStart().startsWith("> "));
  if (lines === null) {
    tools.add(snippet, "shell", withShellSyntax(source, tag));
    return readCommentLines(tools, snippet);
  }
  const windows = tools.knowsWindows ? windowsShell(source.text.trimStart()) : null;
  if (windows === null) tools.add(lines, "shell");
  else read(tools, { ...lines, tag: windows }, familyOf(windows));
}

/** Returns the typed lines of a console session and adds its output as shown; null if no line has a prompt. */
function typed(tools: Tools, snippet: Snippet, quotePrompt: boolean): Snippet | null {
  const session = readSession(snippet.source.text, quotePrompt);
  for (const line of session?.output ?? []) {
    if (!tools.closed)
      tools.addShownRange(snippet, line, "output", "is a line of output in a console session");
  }
  return session && { ...snippet, source: joinLines(snippet.source, session.commands) };
}

/** Returns a reader that passes `reader` a script, or the typed lines of a session, which may begin with a banner. */
function orSession(reader: Reader): Reader {
  return (tools, snippet) => {
    const { text } = snippet.source;
    const lines =
      hasPrompt(firstLine(text.trimStart())) || hasWindowsPrompt(text)
        ? typed(tools, snippet, false)
        : null;
    reader(tools, lines ?? snippet);
  };
}

function readCommentLines(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  for (const line of linesOf(source.text)) {
    if (tools.closed) return;
    const textStart = firstNonBlank(source.text, line);
    if (source.text[textStart] === "#" && source.text[textStart + 1] !== "!")
      tools.addComment(snippet, line);
  }
}

/**
 * Whether a language has a grammar and strings in apostrophes over several lines. What looks like a comment in one may contain the end of
 * the string, so the grammar gets the whole text.
 */
function hasLongStrings(tag: string | null): boolean {
  const language = languageOf(tag);
  return (
    isNamingGrammar(language?.name ?? "") &&
    language?.syntax?.strings.some(
      ({ multiline, open }) => multiline && matchesAt(open, "'", 0),
    ) === true
  );
}

/** Reads a language without a reader: comments are shown, and the rest is a console session or a region of unknown language. */
function readOther(tools: Tools, snippet: Snippet): void {
  for (const { source, format } of embeddedConfigurations(snippet.source)) {
    if (format === "yaml") readYaml(tools, { ...snippet, source });
    else if (languageOf(snippet.tag)?.name === "hcl") readJson(tools, { ...snippet, source });
  }
  const uncommented = withoutComments(tools, snippet, snippet.tag ?? "");
  const code = withoutDescriptions(uncommented, snippet.tag);
  if (hasPrompt(firstLine(code.text.trimStart()))) readShell(tools, { ...snippet, source: code });
  else tools.add(snippet, "unknown", hasLongStrings(snippet.tag) ? snippet.source : code);
  for (const source of markedCommands(code, languageOf(snippet.tag)?.commands ?? []))
    tools.add(snippet, "shell", source);
  for (const source of joinedStrings(code, snippet.tag)) tools.add(snippet, "shell", source);
  readVisualBasic(tools, { ...snippet, source: code });
}
