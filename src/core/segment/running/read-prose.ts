import { containsAny } from "../../scan.js";
import { lowerBound } from "../../text-search.js";
import { isCommandKey } from "../formats/key-meanings.js";
import { decodeEntities } from "../entities.js";
import { parseFlow } from "../formats/flow-collections.js";
import { readElement } from "../formats/html.js";
import { readBuildCommands } from "../formats/build-commands.js";
import { readOfficeFields } from "../formats/office-fields.js";
import { readVisualBasic } from "../formats/visual-basic.js";
import { inlinePieces, type InlinePiece } from "./inline-pieces.js";
import { onOneLine, readInlineCode } from "./inline-code.js";
import { firstLine, joinLines, linesOf, type Line, type TextRange } from "../../lex/lines.js";
import { looksLikeShell, soundsLikeProse, withoutQuotations } from "./command-or-prose.js";
import { shellRuns, type Run } from "./shell-lines.js";
import { historyLines, isRecord } from "./shell-history.js";
import { promptLength } from "../../lex/prompt.js";
import { readSession, windowsShell } from "./prompts.js";
import { LINK } from "../placeholders.js";
import { shownAs, type Snippet } from "../snippet.js";
import { withoutTexEscapes } from "./tex-code.js";
import type { Tools } from "../segment-tools.js";
import { callLanguage, isStatementLine } from "../unmarked/sniff-language.js";
import { powershellIn } from "../unmarked/powershell-expressions.js";

/**
 * Matches the beginning of JSON in a paragraph: an object, an array of objects, or a member of an object, at the beginning of the
 * paragraph, after a tag, as in a tool call, below a line that ends with a colon, or after a label ("Action Input: {…}").
 */
const OBJECT = new RegExp(
  "(?:^\\s*(?:<[\\w-]{1,80}>\\s*)?|:[ \\t]*\\r?\\n\\s*" +
    "|\\n[ \\t]*<[\\w-]{1,80}>\\s*|(?:^|\\n)[ \\t]*[A-Z][\\w -]{0,40}:[ \\t]+)" +
    '(?=(?:\\[\\s*)?\\{\\s*"[^"\\n]{1,200}"\\s*:|"([\\w:-]{1,80})"\\s*:\\s*["{[])',
);
/** Maximum number of characters of a line that are read to classify it. */
const LOOK = 400;
const MEMBERS_END = /[}\]"],?\s*(?:<\/[\w-]{1,80}>\s*)?$/;

/** Reads the JSON values in a text, and the text around them; reads nothing and returns false if there are none. */
function readObjects(
  tools: Tools,
  snippet: Snippet,
  readText: (tools: Tools, snippet: Snippet) => void,
): boolean {
  const { source, block } = snippet;
  let done = 0;
  // without recursion, since each line may contain an object
  for (
    let found = objectAfter(source.text, done);
    found !== null;
    found = objectAfter(source.text, done)
  ) {
    const { before, start, end } = found;
    if (before > done) readText(tools, { ...snippet, source: source.slice(done, before) });
    block.noteInlineCode(source, start, end);
    tools.readCode({ ...snippet, source: source.slice(start, end), kind: "inline", tag: "json" });
    done = end;
  }
  if (done > 0) readText(tools, { ...snippet, source: source.slice(done) });
  return done > 0;
}

/**
 * Returns the range of the next JSON value after an offset, and the offset at which its introduction begins (`before`); null if
 * there is none, or if a sentence continues after it.
 */
function objectAfter(
  whole: string,
  from: number,
): (TextRange & { readonly before: number }) | null {
  const text = whole.slice(from);
  const found = OBJECT.exec(text);
  if (found === null) return null;
  const [lead, key] = found;
  const start = found.index + lead.length;
  const end =
    key === undefined
      ? parseFlow(text, start, "json").end
      : isCommandKey(key)
        ? text.search(MEMBERS_END) + 1
        : 0;
  const after = firstLine(text.slice(end)).trim();
  if (end <= start || !(after === "" || after === "," || after.startsWith("</"))) return null;
  return { before: from + found.index, start: from + start, end: from + end };
}

/**
 * Reads the running text of a leaf block: runs of shell lines as one region each, comment lines as shown,
 * inline code, code elements, and commands in sentences.
 */
export function readProse(tools: Tools, snippet: Snippet): void {
  const { text } = snippet.source;
  if (!tools.mentions(text, snippet.shown)) {
    tools.unread.push(() => {
      noteInlineCode(snippet);
    });
    return;
  }
  const pieces = noteInlineCode(snippet);
  readOfficeFields(tools, snippet);
  readBuildCommands(tools, snippet);
  readVisualBasic(tools, snippet);
  if (readObjects(tools, snippet, readProse)) return;
  if (isRecord(text)) {
    const shown = shownAs("output", "is a record of what was typed or done", snippet.source, 0, 0);
    return tools.addShown(snippet, snippet.source, shown);
  }
  const isSession = promptLength(text.slice(0, LOOK)) > 0;
  if (isSession && !pieces.some((piece) => piece.kind === "code" && !isTyped(tools, text, piece)))
    return readTypedLines(tools, snippet);
  const eligible = (line: Line): boolean => !hasMarkup(pieces, line);
  for (const run of shellRuns(text, tools.heads, {
    running: true,
    eligible,
    stop: () => tools.closed,
  })) {
    if (tools.closed) return;
    readRun(tools, snippet, run, pieces);
  }
}

/** Records the inline code of a text in its block, and returns the text's pieces. */
export function noteInlineCode({
  source,
  block,
}: Pick<Snippet, "source" | "block">): readonly InlinePiece[] {
  const pieces = inlinePieces(source.text);
  for (const piece of pieces)
    if (piece.kind === "code") block.noteInlineCode(source, piece.start, piece.end);
  return pieces;
}

/** Whether backticks are part of the command after a prompt: the whole line reads as a command. */
function isTyped(tools: Tools, text: string, { start }: InlinePiece): boolean {
  const ahead = Math.max(0, start - LOOK);
  const line = firstLine(
    text.slice(ahead + text.slice(ahead, start).lastIndexOf("\n") + 1, start + LOOK),
  );
  return looksLikeShell(line, { start: promptLength(line), end: line.length }, tools.heads);
}

/** Reads a console session without marks: the typed lines are one region, the others are output. */
function readTypedLines(tools: Tools, snippet: Snippet): void {
  const { source } = snippet;
  const { text } = source;
  const session = readSession(text, false);
  if (session === null) return;
  const windows = tools.knowsWindows ? windowsShell(text) : null;
  if (windows !== null)
    tools.readCode({
      ...snippet,
      kind: "indented",
      source: joinLines(source, session.commands),
      tag: windows,
    });
  else
    tools.add(
      snippet,
      "shell",
      joinLines(
        source,
        session.commands.map((line) => untilProse(tools, text, line)),
      ),
    );
  for (const line of session.output)
    tools.addShownRange(snippet, line, "output", "is a line of output in a console session");
}

/** Returns the range of the command in a typed line. The text after it is prose if it has no shell operator or is a sentence. */
function untilProse(tools: Tools, text: string, line: TextRange): TextRange {
  const [found] = tools.finder.find(text.slice(line.start, line.end));
  if (found?.start !== 0) return line;
  const rest = text.slice(line.start + found.end, line.end);
  const isCommand = containsAny(rest, "|&;<>") && !soundsLikeProse(withoutQuotations(rest));
  return isCommand ? line : { start: line.start, end: line.start + found.end };
}

/** Reads the text of an HTML element, which may be a sentence. */
export function readElementText(tools: Tools, snippet: Snippet): void {
  readPlain(tools, snippet, true);
}

/** Reads a text without code marks: a fence without a language, the text of `<pre>`. */
export function readPlain(tools: Tools, snippet: Snippet, running = false): void {
  const { text } = snippet.source;
  if (!tools.mentions(text, snippet.shown)) return;
  readOfficeFields(tools, snippet);
  readVisualBasic(tools, snippet);
  if (readObjects(tools, snippet, readPlain)) return;
  for (const run of shellRuns(text, tools.heads, { running, stop: () => tools.closed })) {
    if (run.kind === "text")
      for (const line of linesOf(text, run.start, run.end)) readPlainLine(tools, snippet, line);
    else readRun(tools, running ? snippet : { ...snippet, amongText: "lines" }, run, []);
  }
}

/** Matches a line that an image build prints for a step. */
const BUILD_STEP = /^\s*(?:Step \d+\/\d+ :|(?:=>|#\d+)(?: CACHED)? \[[^\]\n]{0,80}\d\/\d+\]) /;

/** Matches a line that a test run prints for a test, which may be named after a command. */
const TEST_RESULT =
  /^\s*(?:(?:[\u2713\u2714\u2717\u2718\u00d7\u276f]\s+)?(?:PASS|FAIL)(?:ED)?\s+\S+\.\w{1,5}(?:::|\s+>\s)|(?:not )?ok \d+\s|--- (?:PASS|FAIL): |[\u2713\u2714\u2717\u2718\u00d7\u276f]\s+\S+\.\w{1,5}\s+>\s)/;

function readPlainLine(tools: Tools, snippet: Snippet, line: Line): void {
  const { source } = snippet;
  const content = source.text.slice(line.start, line.end);
  if (BUILD_STEP.test(content) || TEST_RESULT.test(content))
    return tools.addShownRange(
      snippet,
      line,
      "output",
      "is a line that a build or a test run printed",
    );
  findCommands(tools, { ...snippet, amongText: "line" }, line.start, line.end);
}

/**
 * `system "…"`, `run = "…"`: a word of some language that passes the string after it to a shell; `app::exec "…"` is a function of
 * a shell script.
 */
const PASSES_TO_SHELL = new RegExp(
  "(?<![\\w-]|\\b[a-z]\\w{0,40}::)(?:(?:system|exec|popen|spawn|shell|sh|bat)[ \\t]*\\(?|(?:run|command" +
    "|script)[ \\t]*[=:]|(?:Pre|Post)-(?:Invoke|Install-Pkgs)[ \\t]*\\{?)[ \\t]*[rbuf]{0,2}[\"']$",
);

function readRun(tools: Tools, snippet: Snippet, run: Run, pieces: readonly InlinePiece[]): void {
  const { source } = snippet;
  if (run.kind === "comment") {
    tools.addComment(snippet, run, "is in a comment line");
  } else if (run.kind === "shell" && run.closed) {
    tools.add(snippet, "shell", decodeEntities(source.slice(run.start, run.end)));
  } else {
    let from = run.start;
    for (const line of historyLines(source.text, run)) {
      readPieces(tools, snippet, { start: from, end: line.start }, pieces);
      tools.addShownRange(snippet, line, "output", "is a numbered line of a shell's history");
      from = line.next;
    }
    readPieces(tools, snippet, { start: from, end: run.end }, pieces);
  }
}

function readPieces(
  tools: Tools,
  snippet: Snippet,
  run: TextRange,
  pieces: readonly InlinePiece[],
): void {
  let plain = run.start;
  for (let at = firstPiece(pieces, run.start); at < pieces.length; at++) {
    const piece = pieces[at];
    if (piece === undefined || piece.start >= run.end) break;
    if (piece.start < plain) continue;
    findCommands(tools, snippet, plain, piece.start);
    plain = piece.end;
    const inside = snippet.source.slice(...piece.inner);
    if (piece.kind === "code" && snippet.source.text[piece.start] === "\\")
      readInlineCode(tools, snippet, withoutTexEscapes(inside));
    else if (piece.kind === "code")
      readInlineCode(tools, snippet, inside, piece.inner[0] - piece.start);
    else if (piece.kind === "comment")
      tools.addShownRange(snippet, piece, "comment", "is in an HTML comment");
    else plain = readElement(tools, snippet, pieces, at);
  }
  if (plain < run.end) findCommands(tools, snippet, plain, run.end);
}

/** Returns the index of the first piece that ends after `offset`. */
function firstPiece(pieces: readonly InlinePiece[], offset: number): number {
  return lowerBound(pieces.length, (index) => (pieces[index]?.end ?? Infinity) > offset);
}

/** Whether a line contains HTML tags or comments; the pieces of such a line are read one by one. */
function hasMarkup(pieces: readonly InlinePiece[], line: Line): boolean {
  for (let at = firstPiece(pieces, line.start); at < pieces.length; at++) {
    const piece = pieces[at];
    if (piece === undefined || piece.start >= line.end) return false;
    if (piece.kind === "tag" || piece.kind === "comment") return true;
  }
  return false;
}

/** Adds the commands and calls in a range of running text as regions. */
export function findCommands(tools: Tools, snippet: Snippet, start: number, end: number): void {
  if (!tools.mentions(snippet.source.text.slice(start, end), snippet.shown)) return;
  const decoded = decodeEntities(snippet.source.slice(start, end));
  const source = decoded.overlay(decoded.text.replace(LINK, (link) => "x".repeat(link.length)));
  for (const found of tools.knowsWindows ? powershellIn(source.text) : [])
    tools.add(snippet, "powershell", source.slice(found.start, found.end));
  for (const found of tools.finder.find(source.text, () => tools.closed)) {
    const part = source.slice(found.start, found.end);
    const isPassedToShell = PASSES_TO_SHELL.test(
      source.text.slice(Math.max(0, found.start - 40), found.start),
    );
    const program =
      part.text.includes(";") && isStatementLine(part.text)
        ? callLanguage(part.text, tools.vocabulary)
        : null;
    if (found.isTruncated === true)
      tools.limit("size", "a command this long is read in part", source, found.start, found.end);
    if (found.reads === "call") tools.add(snippet, program ?? "unknown", part);
    else
      tools.add(
        isPassedToShell ? { ...snippet, amongText: "lines" } : snippet,
        "shell",
        onOneLine(part),
      );
  }
}
