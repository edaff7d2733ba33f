import { lineEnd } from "./lines.js";

/** A quotation, substitution or group that is open at the end of a line. */
type Frame = "'" | "$'" | '"' | "`" | "(" | "${";

interface HereDocument {
  readonly delimiter: string;
  readonly tabs: boolean;
}

const OPENERS = new Set(["if", "for", "while", "until", "case", "select", "{"]);
const CLOSERS = new Set(["fi", "done", "esac", "}"]);
/** Operators after which a command continues on the next line. */
const JOINING = new Set(["|", "||", "&&", "|&"]);
const PREFIXES = new Set(["then", "do", "else", "elif", "!", "time", "{", "try"]);
/** Maximum number of nested groups that are followed. */
const MAX_FRAMES = 150;
/** Matches the opening of a here-document; in arithmetic a number follows the same operator. */
const HERE_DOCUMENT = /<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([A-Za-z_.!@+/-][\w.!@+/-]*))/y;
const WORD = /[^\s;|&()<>"'`$\\]+/y;
/** Match the characters of a line that change nothing after the first word of a command, and in double quotes. */
const PLAIN = /[^\\`"$'()#|&;<\n]+/y;
const QUOTED = /[^\\`"$\n]+/y;

/** Matches the opening of a here-document, but not `<<<`, which begins a here-string. */
const OPENS_DOCUMENT = new RegExp(`(?<!<)${HERE_DOCUMENT.source}`);

/** Returns the delimiter of the here-document that a line opens; null if it opens none. */
export function hereDelimiter(line: string): string | null {
  if (!line.includes("<<")) return null;
  const [, , single, double, bare] = OPENS_DOCUMENT.exec(line) ?? [];
  return single ?? double ?? bare ?? null;
}

function closes(text: string, mark: string, from: number, limit: number): boolean {
  return text.slice(from, limit).includes(mark);
}

/**
 * Follows quotes, substitutions, here-documents and compound commands from line to line, to find out whether a command continues.
 * It is not a parser: it only decides whether the next line belongs to the same command.
 */
export class ShellScan {
  private readonly frames: Frame[] = [];
  private readonly pending: HereDocument[] = [];
  private compounds = 0;
  private dangling = false;
  private atCommand = true;
  /** The part of a function definition that is expected next: its name, or its body, which may begin on a later line. */
  private headed: "name" | "body" | null = null;

  /** Whether the next line belongs to the same command. */
  get open(): boolean {
    return this.dangling || this.frames.length > 0 || this.compounds > 0 || this.inHereDocument;
  }

  /** Whether the last line ends within a command, or before the body of a function. */
  get isJoined(): boolean {
    return this.dangling || this.headed === "body";
  }

  /** The number of open groups and compound commands; infinite if no statement begins on the next line. */
  get level(): number {
    const frame = this.frames[this.frames.length - 1];
    const isDeep = this.frames.length > MAX_FRAMES;
    const isWithin =
      this.isJoined ||
      this.inHereDocument ||
      isDeep ||
      (frame !== undefined && frame !== "(" && frame !== "`");
    return isWithin ? Infinity : this.compounds + this.frames.length;
  }

  /** Whether the next line is in a loop, a condition or a function, and may begin a statement. */
  get inCompound(): boolean {
    return this.compounds > 0 && !this.dangling && this.frames.length === 0 && !this.inHereDocument;
  }

  /** Whether the next lines are the body of a here-document. */
  get inHereDocument(): boolean {
    return this.pending.length > 0;
  }

  /** The opening mark of the quotation or here-document that contains the next line; null if the line consists of commands. */
  get text(): "'" | "$'" | '"' | "<<" | null {
    if (this.inHereDocument) return "<<";
    const frame = this.frames[this.frames.length - 1];
    return frame === "'" || frame === "$'" || frame === '"' ? frame : null;
  }

  /** Returns an independent copy. It may only be called where a statement may begin. */
  copy(): ShellScan {
    const copy = new ShellScan();
    copy.frames.push(...this.frames);
    copy.compounds = this.compounds;
    return copy;
  }

  /** Reads one line, `text.slice(start, end)`, without its line end. */
  line(text: string, start: number, end: number): void {
    const here = this.pending[0];
    if (here !== undefined) {
      const body = text.slice(start, end);
      if ((here.tabs ? body.replace(/^\t+/, "") : body).trimEnd() === here.delimiter)
        this.pending.shift();
      return;
    }
    this.dangling = false;
    this.headed = null;
    this.atCommand = true;
    let at = start;
    while (at < end) at = this.step(text, at, end);
  }

  /**
   * Returns the end of the quotation, substitution or group that begins at `at`; -1 if it does not end before `limit`. A
   * quotation mark in it that is not closed counts as an apostrophe.
   */
  static closingOf(text: string, at: number, limit: number): number {
    const scan = new ShellScan();
    let feed = -1;
    for (let next = at; next < limit; ) {
      if (feed < next) feed = Math.min(lineEnd(text, next), limit);
      const char = text[next] ?? "";
      const isQuote = (char === "'" || char === '"') && next > at && !scan.frames.includes(char);
      const isApostrophe = isQuote && !closes(text, char, next + 1, limit);
      if (isApostrophe || feed === next) next++;
      else next = scan.step(text, next, feed);
      if (scan.frames.length === 0) return next;
    }
    return -1;
  }

  private step(text: string, at: number, end: number): number {
    const frame = this.frames[this.frames.length - 1];
    const char = text[at] ?? "";
    if (frame === "'") return this.skipTo(text, "'", at, end);
    if (char === "\\") {
      if (at + 1 >= end) this.dangling = true;
      return this.pass(at + 2);
    }
    if (frame === "$'" && char === "'") return this.close(at + 1);
    if (frame === "$'") return at + 1;
    if (char === "`") return frame === "`" ? this.close(at + 1) : this.openFrame("`", at + 1);
    if (char === '"') return frame === '"' ? this.close(at + 1) : this.openFrame('"', at + 1);
    if (char === "$") return this.dollar(text, at, frame);
    if (frame === '"') return skip(QUOTED, text, at, end);
    if (frame === "${")
      return char === "}"
        ? this.close(at + 1)
        : char === "'"
          ? this.openFrame("'", at + 1)
          : at + 1;
    return this.code(text, at, end, char);
  }

  private code(text: string, at: number, end: number, char: string): number {
    switch (char) {
      case "'":
        return this.openFrame("'", at + 1);
      case "(":
        return this.openFrame("(", at + 1);
      case ")":
        if (this.frames[this.frames.length - 1] === "(") this.frames.pop();
        this.atCommand = true;
        if (text[at - 1] === "(" && text[at - 2] !== "=") this.headed = "body";
        return at + 1;
      case "#":
        return at === 0 || " \t\n;|&(".includes(text[at - 1] ?? " ") ? end : at + 1;
      case "|":
      case "&":
      case ";":
        return this.operator(text, at, end);
      case "<":
        return this.less(text, at, end);
      default:
        return this.word(text, at, end);
    }
  }

  private operator(text: string, at: number, end: number): number {
    let next = at + 1;
    while (next < end && "|&;".includes(text[next] ?? " ")) next++;
    this.atCommand = true;
    this.headed = null;
    const rest = text.slice(next, Math.min(end, next + 200)).trimStart();
    if (JOINING.has(text.slice(at, next)) && (rest === "" || rest.startsWith("#")))
      this.dangling = true;
    return next;
  }

  private less(text: string, at: number, end: number): number {
    if (text.startsWith("<<<", at)) return this.pass(at + 3);
    HERE_DOCUMENT.lastIndex = at;
    const found = HERE_DOCUMENT.exec(text);
    if (found === null || at + found[0].length > end) return this.pass(at + 1);
    this.pending.push({
      delimiter: found[2] ?? found[3] ?? found[4] ?? "",
      tabs: found[1] === "-",
    });
    return this.pass(at + found[0].length);
  }

  private word(text: string, at: number, end: number): number {
    if (!this.atCommand) return skip(PLAIN, text, at, end);
    WORD.lastIndex = at;
    const found = WORD.exec(text);
    if (found === null) return at + 1;
    const word = found[0];
    const next = Math.min(end, at + word.length);
    this.headed = this.headed === "name" ? "body" : word === "function" ? "name" : null;
    if (this.headed !== null) return next;
    if (OPENERS.has(word)) this.compounds++;
    else if (CLOSERS.has(word) && this.compounds > 0) this.compounds--;
    this.atCommand =
      PREFIXES.has(word) ||
      (OPENERS.has(word) && word !== "for" && word !== "case" && word !== "select");
    return next;
  }

  private dollar(text: string, at: number, frame: Frame | undefined): number {
    const next = text[at + 1];
    if (next === "(") return this.openFrame("(", at + 2);
    if (next === "{") return this.openFrame("${", at + 2);
    if (next === "'" && frame !== '"') return this.openFrame("$'", at + 2);
    return this.pass(at + 1);
  }

  private skipTo(text: string, quote: string, at: number, end: number): number {
    const close = text.indexOf(quote, at);
    if (close < 0 || close >= end) return end;
    return this.close(close + 1);
  }

  private openFrame(frame: Frame, next: number): number {
    this.headed = null;
    this.frames.push(frame);
    this.atCommand = frame === "(" || frame === "`";
    return next;
  }

  private close(next: number): number {
    this.frames.pop();
    return this.pass(next);
  }

  private pass(next: number): number {
    this.atCommand = false;
    return next;
  }
}

/** Returns the end of the characters at an offset that a sticky expression matches, at least one, and at most `end`. */
function skip(plain: RegExp, text: string, at: number, end: number): number {
  plain.lastIndex = at;
  return plain.test(text) ? Math.min(end, plain.lastIndex) : at + 1;
}
