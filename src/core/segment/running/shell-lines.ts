import { firstNonBlank, linesOf, type Line, type TextRange } from "../../lex/lines.js";
import { ShellScan } from "../../lex/shell-scan.js";
import { isUnknownCommands, looksLikeShell, type Heads } from "./command-or-prose.js";

/** Consecutive lines of one kind. */
export interface Run extends TextRange {
  readonly kind: "shell" | "comment" | "text";
  /** False if the last command of a shell run is not complete, unless the run is an excerpt of a script. */
  readonly closed: boolean;
}

/** Whether a line is a comment in running text and in most code: `#…`, `//…`, reStructuredText's `.. `. */
export function isCommentLine(text: string, line: Line): boolean {
  const at = firstNonBlank(text, line);
  if (text.startsWith(".. ", at)) return !text.slice(at, line.end).includes("::");
  return ["#", "\\#", "//"].some((mark) => text.startsWith(mark, at)) && !text.startsWith("#{", at);
}

export interface RunOptions {
  /** Returns false for a line that cannot begin a command although it looks like one. */
  readonly eligible?: (line: Line) => boolean;
  /** Whether the lines are in a paragraph, not in a code block. */
  readonly running?: boolean;
  /** Reading ends once this returns true. */
  readonly stop?: () => boolean;
}

/**
 * Yields the runs of a text: lines that look like shell, comment lines, and other text. Unknown commands between shell lines belong
 * to their run.
 */
export function* shellRuns(text: string, heads: Heads, options: RunOptions = {}): Generator<Run> {
  /** A run of shell, and perhaps unknown commands after it. */
  let pending: readonly Run[] = [];
  for (const run of runsByLine(text, heads, options)) {
    const isShell = run.kind === "shell" && run.closed;
    if (isShell) pending = [{ ...run, start: pending[0]?.start ?? run.start }];
    else if (pending.length === 1 && run.kind === "text" && isUnknownCommands(text, run, heads))
      pending = [...pending, run];
    else {
      yield* pending;
      yield run;
      pending = [];
    }
  }
  yield* pending;
}

function* runsByLine(text: string, heads: Heads, options: RunOptions): Generator<Run> {
  const { eligible = () => true, running = false, stop = () => false } = options;
  let run = null as { readonly kind: Run["kind"]; readonly start: number; end: number } | null;
  let scan = new ShellScan();
  let safe = -1;
  for (const line of linesOf(text)) {
    if (stop()) return;
    const going = run?.kind === "shell";
    let kind: Run["kind"] = "text";
    if (going && scan.open) kind = "shell";
    else if (run !== null && firstNonBlank(text, line) === line.end && run.kind !== "comment")
      kind = run.kind;
    else if (isCommentLine(text, line))
      kind = going && text[firstNonBlank(text, line)] === "#" ? "shell" : "comment";
    else if (eligible(line) && looksLikeShell(text, line, heads, running)) kind = "shell";
    if (run === null || run.kind !== kind || kind === "comment") {
      if (run !== null) yield { ...run, closed: true };
      run = { kind, start: line.start, end: line.end };
      scan = new ShellScan();
      safe = line.start;
    }
    run.end = line.end;
    if (kind !== "shell") continue;
    if (!scan.open) safe = line.start;
    scan.line(text, line.start, line.end);
  }
  if (run === null) return;
  const isOpen = run.kind === "shell" && scan.open;
  // if the last command never ends, the lines before it are a separate run
  if (isOpen && safe > run.start) yield { ...run, end: safe, closed: true };
  const closed = !isOpen || (scan.inCompound && isExcerpt(text, safe, run.end, heads, running));
  yield { kind: run.kind, start: isOpen ? safe : run.start, end: run.end, closed };
}

/** Matches a pattern of a `case` command, with or without the commands after it, or the `;;` that ends them. */
const CASE_PART = /^(?:\(?[^\s()|]+(?:[ \t]*\|[ \t]*[^\s()|]+)*\)(?:[ \t].*;;)?|;;&?)$/;

/**
 * Whether each line of an unfinished compound command also looks like shell by itself, so that it is an excerpt of a script and not
 * a sentence that begins like a loop.
 */
function isExcerpt(
  text: string,
  start: number,
  end: number,
  heads: Heads,
  running: boolean,
): boolean {
  const scan = new ShellScan();
  for (const line of linesOf(text, start, end)) {
    const textStart = text.slice(firstNonBlank(text, line), line.end).trimEnd();
    const quoted = scan.text !== null;
    scan.line(text, line.start, line.end);
    if (quoted || textStart === "" || textStart.startsWith("#") || CASE_PART.test(textStart))
      continue;
    if (!looksLikeShell(text, line, heads, running) && !isUnknownCommands(text, line, heads))
      return false;
  }
  return true;
}
