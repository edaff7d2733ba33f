import { firstInk, linesOf, type Line, type Stretch } from "../lines.js";
import { promptLength } from "./prompts.js";
import { ShellScan } from "../../shell/lexer.js";
import { type Heads, opensQuotation, soundsLikeProse, withoutQuotations } from "./heads.js";

/** Consecutive lines of one kind. */
export interface Run {
  readonly kind: "shell" | "comment" | "text";
  readonly start: number;
  readonly end: number;
  /** False where the last command of a shell run still waits for more. */
  readonly closed: boolean;
}

/** True for a line that is a comment in running text and in most code: `#…`, `//…`, reStructuredText's `.. `. */
export function isCommentLine(text: string, line: Line): boolean {
  const at = firstInk(text, line);
  if (text.startsWith(".. ", at)) return !text.slice(at, line.end).includes("::");
  return text.startsWith("\\#", at) || (text[at] === "#" && !text.startsWith("#{", at)) || text.startsWith("//", at);
}

export interface RunOptions {
  /** Refuses lines that cannot begin a command although they look like it (inside inline code). */
  readonly eligible?: (line: Line) => boolean;
  /** The lines are those of a paragraph, not of a code block. */
  readonly running?: boolean;
  /** Asked every now and then; true ends the reading. */
  readonly stop?: () => boolean;
}

/** How many characters are read before it is asked again whether to stop. */
const STRIDE = 20_000;

/**
 * Splits a text into runs of lines that look like shell, comment lines, and other text, one when the next is asked for.
 * Unknown commands between shell lines belong to them.
 */
export function* shellRuns(text: string, heads: Heads, options: RunOptions = {}): Generator<Run> {
  let shell = null as Run | null;
  let gap = null as Run | null;
  for (const run of runsByLine(text, heads, options)) {
    const isShell = run.kind === "shell" && run.closed;
    if (shell !== null && isShell) {
      shell = { ...shell, end: run.end };
      gap = null;
    } else if (shell !== null && gap === null && run.kind === "text" && isUnknownCommands(text, run, heads)) gap = run;
    else {
      if (shell !== null) yield shell;
      if (gap !== null) yield gap;
      shell = gap = null;
      if (isShell) shell = run;
      else yield run;
    }
  }
  if (shell !== null) yield shell;
  if (gap !== null) yield gap;
}

/** Whether each line begins with a lower-case name, names nothing that fetches or executes, and reads like no sentence. */
export function isUnknownCommands(text: string, part: Stretch, heads: Heads): boolean {
  for (const line of linesOf(text, part.start, part.end)) {
    const ink = text.slice(firstInk(text, line), line.end).trimEnd();
    if (ink === "") continue;
    if (ink.length > 400 || !/^[a-z_][\w.+-]*(?:\s+\S.*)?$/.test(ink) || soundsLikeProse(withoutQuotations(ink))) return false;
    if (/[A-Za-z)][.,:;!?]$|['\u2019](?:t|s|re|ll|ve|m|d)\b/.test(ink)) return false;
    if (ink.split(/[\s|;&()<>]+/).some((word) => /^(?:fetcher|interpreter)$/.test(heads.kind(word) ?? ""))) return false;
  }
  return true;
}

function* runsByLine(text: string, heads: Heads, options: RunOptions): Generator<Run> {
  const { eligible = () => true, running = false, stop = () => false } = options;
  let run = null as { readonly kind: Run["kind"]; readonly start: number; end: number } | null;
  let scan = new ShellScan();
  let safe = -1;
  let next = STRIDE;
  for (const line of linesOf(text)) {
    if (line.start >= next) {
      if (stop()) return;
      next = line.start + STRIDE;
    }
    const going = run?.kind === "shell";
    let kind: Run["kind"] = "text";
    if (going && scan.open) kind = "shell";
    else if (run !== null && firstInk(text, line) === line.end && run.kind !== "comment") kind = run.kind;
    else if (isCommentLine(text, line)) kind = going && text[firstInk(text, line)] === "#" ? "shell" : "comment";
    else if ((going || !isCloser(text, line)) && eligible(line) && looksLikeShell(text, line, heads, running)) kind = "shell";
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
  if (isOpen) yield* splitOpen({ ...run, closed: true }, safe, scan.inCompound && isExcerpt(text, safe, run.end, heads, running));
  else yield { ...run, closed: true };
}

/** A line of closing parentheses begins nothing: the call it ends stands above it. */
function isCloser(text: string, line: Stretch): boolean {
  return /^\)+[;,]?$/.test(text.slice(firstInk(text, line), Math.min(line.end, line.start + 80)).trimEnd());
}

/** A case's pattern, perhaps with its commands, and the end of them. */
const CASE_PART = /^(?:\(?[^\s()|]+(?:[ \t]*\|[ \t]*[^\s()|]+)*\)(?:[ \t].*;;)?|;;&?)$/;

/**
 * Whether each line of a compound command that never ends reads as shell by itself: then its end was cut off, and no sentence
 * began like a loop.
 */
function isExcerpt(text: string, start: number, end: number, heads: Heads, running: boolean): boolean {
  const scan = new ShellScan();
  for (const line of linesOf(text, start, end)) {
    const ink = text.slice(firstInk(text, line), line.end).trimEnd();
    const quoted = scan.text !== null;
    scan.line(text, line.start, line.end);
    if (quoted || ink === "" || ink.startsWith("#") || CASE_PART.test(ink)) continue;
    if (!looksLikeShell(text, line, heads, running) && !isUnknownCommands(text, line, heads)) return false;
  }
  return true;
}

/** A run whose last command never ends: what stands before that command is a run of its own. */
function splitOpen(run: Run, safe: number, closed: boolean): Run[] {
  const tail: Run = { kind: "shell", start: safe, end: run.end, closed };
  return safe > run.start ? [{ ...run, end: safe, closed: true }, tail] : [tail];
}

/** A function of the script's own that reports: `error "…"`, `|| log_info "…"`; its text may go on below. */
const MESSAGE = new RegExp(
  "^(?:[^\"']*(?:\\|\\||&&)\\s*)?(?:error|err|fail|die|abort|info|warn|warning|log|debug|msg|message" +
    "|notice|success|say|print\\w*|[a-z]+_\\w+)\\s+(?:([\"']).*\\1(?:\\s*(?:>&?\\d|&&|\\|\\||;).*)?|\"[^\"]*|'[^']*)$",
);

/** A text that goes on below, put into a variable. */
const TEXT_OPENING = /^[A-Za-z_]\w*\+?=(?:"[^"]*|'[^']*)$/;

/** `: <<'END'`, `<<END`, `: '`: a here-document or a string that nobody reads, the comment of many lines. */
const COMMENT_OPENING = /^(?::[ \t]*)?<<-?[ \t]*(["']?)\w+\1$|^:[ \t]+["']$/;

/** `: "${V:=…}"`, `A["key"]="$(…)"`: shapes of no other language. */
const SHELL_ONLY = /^:[ \t]+["']?\$\{\w+:?[=?]|^[A-Za-z_]\w*\[["']?[\w.-]{1,64}["']?\]\+?=(?:["']?\$[({]|'[^']*'$)/;

/** `**`, `~~` or `*` before a path: emphasis, and no entry of a crontab. */
const EMPHASIS = /^(?:\*{2,3}|~~|\*(?=\/[a-z]))[\w./]/;

/** A call, or what a module exports: of a program. */
const PROGRAM_LINE = /^[a-z]+\s+[\w.]+\((?!\))|^[\w.$]+\([^)]|^export (?:default|const|let|function|async|class)\b/;

/** True for a line that a person would take for a shell command, and not for a sentence about one. */
export function looksLikeShell(text: string, line: Stretch, heads: Heads, running = true): boolean {
  const ink = text.slice(firstInk(text, line), line.end).trimEnd();
  if (ink.length === 0) return false;
  const word = /^[^\s;|&()<>]+/.exec(ink)?.[0] ?? ink[0] ?? "";
  if (opensQuotation(word) || EMPHASIS.test(ink) || PROGRAM_LINE.test(ink) || promptLength(ink) > 0) return false;
  // `command = …`: no shell writes blanks around the sign
  if (/^[\w.-]+[ \t]+[:+?]?=[ \t]/.test(ink)) return false;
  if (/^\(\(.*\)\)$/.test(ink) || COMMENT_OPENING.test(ink)) return true;
  if (ink.startsWith("(") || ink.startsWith("{ ")) return looksLikeGroup(ink, heads, running);
  if (/^(?:function\s+[A-Za-z_][\w-]*\s*\{|(?:function\s+)?[A-Za-z_][\w-]*\s*\(\)\s*(?:\{|$))/.test(ink)) return true;
  if (MESSAGE.test(ink) || TEXT_OPENING.test(ink) || SHELL_ONLY.test(ink)) return true;
  if (/^[A-Za-z_]\w*\+?=(?!=)\S*/.test(word)) {
    return (!running && /^\w+\+?=["']?(?:\$\(|`)/.test(ink)) || !soundsLikeProse(withoutQuotations(ink));
  }
  if (!heads.startsCommand(word) && !takesOptions(ink, heads, running)) return false;
  return !isSentence(ink, word, heads, running);
}

/** A line of a group that goes on below: `(cd /opt; bash <(`, `(cd /opt &&`. */
const GOES_ON = /(?:[$<]\(|[|;\\]|&&)$/;

function looksLikeGroup(ink: string, heads: Heads, running: boolean): boolean {
  const word = /^[({\s]+([^\s;|&()<>]+)/.exec(ink)?.[1] ?? "";
  const begins = heads.kind(word) !== null || (!running && heads.startsCommand(word));
  const ends = /[)}]\s*(?:[|&;]|\d*[<>])|[)}]$|^[({]+\s*$/.test(ink) || (!running && GOES_ON.test(ink));
  // the parenthesis that closes the group is no mark of a sentence behind an interpreter
  return begins && ends && !isSentence(ink.replace(/\)(?=\s*[<>|&])/g, " "), word, heads, running);
}

/** `useradd -s …`, `kubectl apply -f …`: a lower-case name, perhaps a sub-command, outside of sentences perhaps two, and an option. */
function takesOptions(ink: string, heads: Heads, running: boolean): boolean {
  const found = /^[a-z][\w.+-]*(?:\s+([a-z][\w-]*)(\s+[a-z][\w-]*)?)?\s+-{1,2}[A-Za-z]/.exec(ink);
  return found !== null && !(running && found[2] !== undefined) && (found[1] === undefined || heads.kind(found[1]) === null);
}

/** `bash <(…): installs …`, `eval $(…)🚀`: a mark of the sentence behind a substitution. */
const STOP_BEHIND = /[<$]\([^()]*\)(?:[.,:!?](?=\s|$)|\p{Extended_Pictographic})/u;

/** `running`: in running text plain words behind a piped interpreter are prose; in a code block they are its operands. */
function isSentence(ink: string, word: string, heads: Heads, running: boolean): boolean {
  const kind = heads.kind(word);
  if (kind === "print" || (!running && beginsAsCommand(ink, heads))) return false;
  const bare = withoutQuotations(ink);
  if (/^(?:for|while|until|if|case|select|function)$/.test(word)) return isSentenceLikeLoop(bare, running);
  if (soundsLikeProse(bare)) return true;
  return running && (STOP_BEHIND.test(ink) || hasTrailingWords(bare, heads));
}

/** What only a loop or a condition of the shell has. */
const LOOP_SIGN = /[;[$]|\bin\b|\bdo$|\bthen$|\|\||&&|\bread\b|^while (?::|true)$/;

/** "For example …", "if the download …": a sentence that begins with a keyword of the shell. */
function isSentenceLikeLoop(bare: string, running: boolean): boolean {
  if (!LOOP_SIGN.test(bare)) return true;
  const plain = bare.replace(/\b(?:then|do|in)\b|(?<=\sin\s|;;\s?)[^\s()]+\)/g, "");
  return (running || !/;\s*(?:do|then)\b/.test(bare)) && soundsLikeProse(plain);
}

/** A word as the shell splits them, quotations inside; escapes and open quotation marks as they stand. */
const SHELL_WORD = /(?:"[^"]*"|'[^']*'|[^\s;|&()<>{}])+/g;
/** What stands before a command besides wrappers: an assignment, a wrapper's option or its first operand. */
const PREFIX = /^(?:[-/\d]|[A-Za-z_]\w*\+?=)/;

/** A line of a code block whose command, prefixes left out, is a fetcher, a launcher or a spelled-out name: no sentence begins so. */
function beginsAsCommand(ink: string, heads: Heads): boolean {
  let isValue = false;
  for (const [word] of ink.slice(0, 400).matchAll(SHELL_WORD)) {
    const kind = heads.kind(word);
    if (kind === "fetcher" || kind === "launcher" || /^\$["']/.test(word)) return true;
    if (kind !== "wrapper" && !isValue && !PREFIX.test(word)) return false;
    isValue = word.startsWith("-");
  }
  return false;
}

/** A plain word, a reference, a picture, a person, an arrow, or mere punctuation that is no option, redirection or comment. */
const PROSE_WORD = new RegExp(
  "^(?:[A-Za-z]{2,}[,.]?$|\\(|\\[\\^?\\d{1,3}\\]|:[\\w+-]+:$|@[A-Za-z]|<[-=]+$|[^\\x00-\\x7f](?!\\w)|[-=]>" +
    "|(?!--?$)[^\\w\\s\"'$<>{}()`&#-]+$)",
);

/** `… | sh installs it quickly`: plain words behind a piped interpreter are prose (decisions on running text). */
function hasTrailingWords(bare: string, heads: Heads): boolean {
  for (const stage of bare.split(/\|{1,2}|&&|;/).slice(1)) {
    const words = stage.trim().split(/\s+/);
    let at = 0;
    while (at < words.length && (heads.kind(words[at] ?? "") === "wrapper" || (at > 0 && PREFIX.test(words[at] ?? "")))) at++;
    const word = words[at] ?? "";
    const name = word.replace(/(?:\[\^?\d{1,3})?[^\w"'}`]+$/, "");
    if (heads.kind(name) === "interpreter" && (name !== word || PROSE_WORD.test(words[at + 1] ?? ""))) return true;
  }
  return false;
}
