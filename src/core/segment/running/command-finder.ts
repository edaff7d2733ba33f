import type { Vocabulary } from "../../query/vocabulary.js";
import { containsAny } from "../../scan.js";
import { ShellScan } from "../../lex/shell-scan.js";
import { CommandReader } from "./command-reader.js";
import { lineEnd, type TextRange } from "../../lex/lines.js";
import { beginsWithLabel, Heads, soundsLikeProse } from "./command-or-prose.js";

/** A range of running text that may be a shell command, or a call in another language. */
export interface Candidate extends TextRange {
  readonly reads: "command" | "call";
  /** Whether it was truncated at the limit of the search. */
  readonly isTruncated?: boolean;
}

/**
 * The text before a call that belongs to it: assignments, the object of a method, a name or pattern that is assigned, and the
 * head of `(0, eval)(…)`.
 */
const OBJECT = new RegExp(
  "(?:(?:(?:const|let|var) )?[\\w$.]+ ?= ?[^;\\n]*;\\s*)*" +
    "(?:\\(\\s*0\\s*,\\s*|(?:/[^/\\s]+/[a-z]*|[A-Za-z_$][\\w$]*)" +
    "(?:\\([^()\\n]{0,80}\\)|\\[[^\\]\\n]{0,80}\\]|\\??\\.[A-Za-z_$][\\w$]*)*\\??\\.|)$",
);
/** Matches the part of a URL before a word in it. */
const IN_URL = /:\/\/[^\s"'`()<>]*$/;

/** Matches a command at the end of a text whose last option may take the next word as its value, or else only the end of the text. */
const OUTER = new RegExp(
  "(?:^|(?<=[\\s`\"'(*]))[a-z][\\w./+-]*(?:\\s+-{1,2}[A-Za-z][\\w=./:,-]*" +
    "(?:\\s+[\\w./~$][\\w./:@$=-]*)??)*\\s+-{1,2}[A-Za-z][\\w=./:,-]*\\s+$|$",
);
/** Number of characters before a word that are searched for the opening parenthesis of a call or for an option. */
const LOOK_BACK = 200;
/**
 * Maximum length of a command, and the reduced maximum after more than `WORK_PER_CHARACTER` characters were searched for each
 * character of the text.
 */
const MAX_COMMAND_LENGTH = 20_000;
const REDUCED_COMMAND_LENGTH = 400;
const WORK_PER_CHARACTER = 64;

/** A command name with quotes or backslashes around or inside it: `"x"`, `x""y`, `\x`. */
const QUOTED_NAME =
  "(?<=^|[\\s(|;&])(?=[\\w./~-]*[\"'\\\\])[\\w./~-]*(?:(?:\"[\\w./~-]*\"|'[\\w./~-]*'|\\\\\\w)[\\w./~-]*){1,20}(?=\\s)";

/** Returns a pattern for a fetcher's command in braces, `{x,-o,URL} |`. Braces with only names are alternatives and do not match. */
function bracedName(vocabulary: Vocabulary): string {
  const names = vocabulary.expressions("source.fetcher").join("|") || "(?!)";
  return `(?<![\\w$}])(?!\\{[A-Za-z,]+\\})\\{(?:${names})(?:,[^\\s{},|]+)+\\}(?=\\s*\\|)`;
}

/** Patterns for the text after the first word of a command, by the kind of that word. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  fetcher: /^(?:\s+\S|\$\{?IFS)/,
  interpreter: /^\s+(?:[-+"'$<`]|\/dev\/)/,
  print: /^\s+(?:["'$<`-]|[^\n]*[|$])/,
  carrier: /^\s+[-<]/,
  launcher: /["']/,
  decoder: /^\s+-[^\n]*\|/,
  // a loop or a condition
  other: /;\s*(?:do|then)\s/,
};

/** Finds the commands in the text of a paragraph. */
export class CommandFinder {
  private readonly heads: Heads;
  private readonly anchors: RegExp;

  constructor(private readonly vocabulary: Vocabulary) {
    this.heads = new Heads(vocabulary);
    const captures =
      "source.fetcher source.address source.payload sink.interpreter sink.builtin sink.execute flow.print flow.carrier flow.launcher".split(
        " ",
      );
    const words = captures.flatMap((capture) => vocabulary.expressions(capture));
    const names = [...new Set(words)].map((word) => (word === "\\." ? '\\.(?=\\s+[<"$`/])' : word));
    this.anchors = new RegExp(
      [
        `(?<![A-Za-z0-9@%+$-]|[A-Za-z0-9]_{1,8})(?:${names.join("|") || "(?!)"})(?![\\w-]|\\.\\w)`,
        "(?<![\\w$-])[A-Za-z_]\\w*=[\"']?(?:\\$\\(|`)",
        "(?<![\\w-])(?:for|while|until|if)(?=\\s)",
        "(?<![\\w-])[a-z_]\\w*\\(\\)\\s*\\{",
        bracedName(vocabulary),
        QUOTED_NAME,
      ].join("|"),
      "g",
    );
  }

  /** Yields the commands of a text in order, without overlaps. Each is found when it is requested; none once `stop` returns true. */
  *find(text: string, stop: () => boolean = () => false): Generator<Candidate> {
    const { anchors } = this;
    let floor = 0;
    let work = 0;
    for (let at = 0; at < text.length && !stop(); ) {
      // the pattern is shared: a search between two results changes its `lastIndex`
      anchors.lastIndex = at;
      const hit = anchors.exec(text);
      if (hit === null) return;
      const limit = Math.min(
        text.length,
        hit.index +
          (work > WORK_PER_CHARACTER * text.length ? REDUCED_COMMAND_LENGTH : MAX_COMMAND_LENGTH),
      );
      work += limit - hit.index;
      const candidate = this.at(text, hit.index, hit.index + hit[0].length, floor, limit);
      at = hit.index + Math.max(hit[0].length, 1);
      if (candidate === null) continue;
      floor = candidate.end;
      at = Math.max(at, floor);
      yield candidate.end >= limit && limit < text.length
        ? { ...candidate, isTruncated: true }
        : candidate;
    }
  }

  private at(
    text: string,
    wordStart: number,
    wordEnd: number,
    floor: number,
    to: number,
  ): Candidate | null {
    const word = text.slice(wordStart, wordEnd);
    const call = this.callAt(text, word, wordStart, wordEnd, floor, to);
    if (call !== null) return call;
    if (text[wordStart - 1] === ".") return null;
    const windows = windowsPathStart(text, wordStart, wordEnd, floor);
    const start = containsAny(word, "\"'\\")
      ? wordStart
      : windows >= 0
        ? windows
        : pathStart(text, wordStart, floor);
    const after = windows >= 0 && text[wordEnd] === '"' ? wordEnd + 1 : wordEnd;
    if (start < 0 || !this.hasShape(text, word, after, to)) return null;
    if (beginsWithLabel(text.slice(start, to), this.heads)) return null;
    const limit = quotedLimit(text, start, to);
    const group = this.groupAround(text, start, floor, limit);
    const from = group ?? this.outerCommand(text, start, floor);
    const end = new CommandReader(text, limit, this.heads).read(from);
    return end > start ? { start: from, end, reads: "command" } : null;
  }

  /** Whether a word may be a command according to the text after it, and not only a word of a sentence. */
  private hasShape(text: string, word: string, wordEnd: number, to: number): boolean {
    const rest = text.slice(wordEnd, Math.min(to, wordEnd + LOOK_BACK));
    if (containsAny(word, "=({") || this.heads.runsAddress(word, rest)) return true;
    const kind = this.heads.kind(word);
    const isProse =
      (kind === "print" || kind === "launcher") &&
      soundsLikeProse(rest.slice(0, rest.search(/["'$`|\n]|$/)));
    return !isProse && (SHAPES[kind ?? "other"] ?? SHAPES["other"])?.test(rest) === true;
  }

  /** Returns a call, from its name to its closing parenthesis: `eval(…)`, `os.system("…")`; null if there is none. */
  private callAt(
    text: string,
    word: string,
    wordStart: number,
    wordEnd: number,
    floor: number,
    to: number,
  ): Candidate | null {
    const rest = text.slice(wordEnd, Math.min(to, wordEnd + 40));
    const before = text.slice(Math.max(floor, wordStart - LOOK_BACK), wordStart);
    const executes = this.vocabulary.has("sink.execute", word) && !IN_URL.test(before);
    // Python 2's statement has no parenthesis
    if (executes && /^(?:\s{0,2}(?:\)\s*)?(?:\?\.)?\s*|\s+[\w.]+)\(/.test(rest))
      return this.codeCall(text, wordStart, wordEnd, floor, to);
    const open = /([A-Za-z_$][\w$.]*)\(\s*\[?\s*[rbuf]{0,2}["'`][^()\n]*$/.exec(before);
    if (open === null) return null;
    const start = wordStart - before.length + open.index;
    const end = ShellScan.closingOf(text, start + (open[1] ?? "").length, to);
    return end < 0 ? null : { start, end, reads: "call" };
  }

  private codeCall(
    text: string,
    wordStart: number,
    wordEnd: number,
    floor: number,
    to: number,
  ): Candidate {
    const before = text.slice(Math.max(floor, wordStart - LOOK_BACK), wordStart);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    const start = wordStart - line.length + line.search(OBJECT);
    const close = ShellScan.closingOf(text, text.indexOf("(", wordEnd), to);
    return { start, end: close < 0 ? Math.min(lineEnd(text, wordEnd), to) : close, reads: "call" };
  }

  /** Returns the start of a group `(…)` or `{ …; }` around the command if a pipe follows its closing mark; null otherwise. */
  private groupAround(text: string, start: number, floor: number, to: number): number | null {
    const at = text.slice(floor, start).trimEnd().length - 1 + floor;
    if (at < floor || /[$<>=\w]/.test(text[at - 1] ?? " ")) return null;
    const brace = text[at] === "{" && at < start - 1 ? text.indexOf("}", start) + 1 : -1;
    const close = text[at] === "(" ? ShellScan.closingOf(text, at, to) : brace;
    return close > 0 &&
      text
        .slice(close, close + 4)
        .trimStart()
        .startsWith("|")
      ? at
      : null;
  }

  /** Returns the start of the command whose last option takes the word as its value; `start` if there is none. */
  private outerCommand(text: string, start: number, floor: number): number {
    const before = text.slice(Math.max(floor, start - LOOK_BACK), start);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    return start - line.length + line.search(OUTER);
  }
}

/** Returns where the path of a command word starts (`/bin/` of `/bin/name`); -1 if the word is part of another one. */
function pathStart(text: string, at: number, floor: number): number {
  let start = at;
  const first = Math.max(floor, at - LOOK_BACK);
  while (start > first && /[\w./~\\+:@%-]/.test(text[start - 1] ?? "")) start--;
  const before = text.slice(start, at);
  if (/^[*_~]+$/.test(before)) return at;
  if (before === "" || before === "\\" || /^(?:~|\.{1,2})?\/(?:[\w.+-]+\/)*$/.test(before))
    return start;
  return /[:.]$/.test(before) && !before.includes("/") ? at : -1;
}

/** `"C:\Program Files\x\`: a drive, a variable or a share, and folders. */
const WINDOWS_PATH =
  /(?:"(?=[^"\n]*$)|(?<![^\s(`]))(?:[A-Za-z]:|%\w{1,40}%|\\\\[\w.-]+)\\[^"\n]{0,200}$/;

/** Returns where the Windows path before a command word starts, with the quote around both; -1 if there is none. */
function windowsPathStart(text: string, at: number, end: number, floor: number): number {
  if (text[at - 1] !== "\\") return -1;
  const from = Math.max(floor, at - LOOK_BACK);
  const found = WINDOWS_PATH.exec(text.slice(from, at));
  const isQuoted = found?.[0].startsWith('"') === true;
  if (found === null || isQuoted !== (text[end] === '"')) return -1;
  return isQuoted || !/\s/.test(found[0]) ? from + found.index : -1;
}

/**
 * Returns the offset of the closing mark of a command in quotation marks, or in the marks of verbatim or highlighted text (`=…=`,
 * `==…==`); `to` if the command is not in such marks.
 */
function quotedLimit(text: string, start: number, to: number): number {
  const opening = /(?:^|[^\w=$])(["']|``|={1,2})$/.exec(
    text.slice(Math.max(0, start - 3), start),
  )?.[1];
  if (opening === undefined) return to;
  const mark = opening === "``" ? "''" : opening;
  for (let at = text.indexOf(mark, start); at >= 0 && at < to; at = text.indexOf(mark, at + 1)) {
    const after = at + mark.length;
    if (
      (text[at - 1] ?? " ").trim() !== "" &&
      /^(?:[\s.,;:!?)\]*_]|$)/.test(text.slice(after, after + 1))
    )
      return at;
  }
  return to;
}
