import { closingParen, DASHED, readWord, type CommandWord } from "./command-words.js";
import { soundsLikeProse, type HeadKind, type Heads } from "./heads.js";

/** Options of interpreters that take the next word as their value. */
const VALUE_OPTION = /^(?:[-+][A-Za-z]*[mWXOor]|--(?:require|rcfile|init-file|import|loader))$/;
/** Words that go on with a compound command, or with a sentence. */
const MIDDLE = /^(?:then|else|elif|do|done|fi|esac|in|select|case)$/;
/** `<--`, `<=`: points at the command in front of it. */
const ARROW = /^<[-=]+(?:\s|$)/;
/** `[1]`, `[^note]`, `:rocket:`, `@somebody`, `~5`. */
const REFERENCE = /^(?:\[\d{1,3}(?!\w)|\[\^[\w-]|:[\w+-]+:?$|@[A-Za-z]|~\d)/;
const BLANKS = /(?:\s|\\\r?\n)*/y;

/** Reads a command in running text up to where prose begins. */
export class CommandReader {
  private at = 0;
  private end = 0;
  /** Whether the command being read takes what the one before it prints. */
  private piped = false;

  constructor(
    private readonly text: string,
    private readonly limit: number,
    private readonly heads: Heads,
  ) {}

  /** The end of the command that starts at `start`. */
  read(start: number): number {
    this.at = start;
    this.end = start;
    while (this.stage() && this.operator());
    return this.end;
  }

  /** Reads one simple command or group; false where prose begins in it. */
  private stage(): boolean {
    this.skipBlanks();
    if (this.group()) return true;
    let kind: HeadKind | "start" = "start";
    let option = "";
    let operands = 0;
    let code = false;
    for (;;) {
      this.skipBlanks();
      if (this.at >= this.limit) return false;
      if (/[|;&]/.test(this.text[this.at] ?? "")) return true;
      if (this.redirection()) {
        if (/[.,:!?*_~"'\]]/.test(this.text[this.at] ?? "")) return false;
        continue;
      }
      if (this.text[this.at] === "(" && kind !== "start") return false;
      const word = readWord(this.text, this.at, this.limit);
      if (word === null) return false;
      const raw = this.text.slice(word.start, word.end);
      if (kind === "launcher" && code && /^[A-Za-z]/.test(raw)) return false;
      if (word.end === word.start || !this.accepts(kind, raw, word, option, operands)) return false;
      const isOption = /^[-+]./.test(raw);
      if (kind === "start" || kind === "wrapper" || kind === "launcher") kind = this.nextKind(kind, raw, isOption);
      else if (!isOption && option === "") operands++;
      option = isOption && !/^--?$/.test(raw) ? raw : "";
      code ||= word.quoted;
      this.at = this.end = word.end;
      if (word.last) return false;
    }
  }

  private nextKind(kind: HeadKind | "start", raw: string, isOption: boolean): HeadKind | "start" {
    if (isOption || /^[A-Za-z_]\w*\+?=/.test(raw)) return kind;
    const own = this.heads.kind(raw);
    if (kind === "start") return own ?? "known";
    return own === "fetcher" || own === "interpreter" || own === "wrapper" ? own : kind;
  }

  private accepts(kind: HeadKind | "start", raw: string, word: CommandWord, option: string, operands: number): boolean {
    if ((raw === "=" || raw === "-") && this.text[word.end] === ">") return false;
    if (kind === "interpreter" && option === "" && (isRemark(raw) || (this.piped && this.startsLine(raw, word.start)))) return false;
    const plain = !word.quoted && /^[A-Za-z][A-Za-z'’-]*$/.test(raw);
    if (!plain || kind === "start") return !(kind !== "start" && /^[^\x00-\x7f]/.test(raw) && !DASHED.test(raw));
    if (kind === "interpreter") return VALUE_OPTION.test(option);
    if (kind === "fetcher" && option === "") return operands === 0 && this.pipeFollows(word.end);
    if (kind === "fetcher") return !soundsLikeProse(raw) || this.pipeFollows(word.end) || this.addressFollows(word.end);
    return !soundsLikeProse(raw);
  }

  /** Behind a piped interpreter a new line begins another sentence, unless it goes on with options or the line was continued. */
  private startsLine(raw: string, start: number): boolean {
    return !raw.startsWith("-") && /^[^\\]*\n/.test(this.text.slice(this.end, start));
  }

  private addressFollows(at: number): boolean {
    return /^\s+["']?(?:[a-z]+:\/\/|\$)/.test(this.text.slice(at, Math.min(at + 80, this.limit)));
  }

  private pipeFollows(at: number): boolean {
    return /^\s*(?:[|>)]|-)/.test(this.text.slice(at, Math.min(this.limit, at + 12)));
  }

  /** Reads the operator between two commands; false where no command follows it. */
  private operator(): boolean {
    this.skipBlanks();
    const found = /^(?:\|\||\|&|&&|\||;|&)/.exec(this.text.slice(this.at, this.at + 2))?.[0];
    if (found === undefined) return false;
    this.at += found.length;
    this.skipBlanks();
    if (this.at >= this.limit) return false;
    const rest = this.text.slice(this.at, Math.min(this.limit, this.at + 80));
    const word = /^[^\s|;&<>)]+/.exec(rest)?.[0] ?? "";
    this.piped = /^\|&?$/.test(found);
    return this.piped ? /^[\w./~"'\\$({[*-]/.test(rest) : !MIDDLE.test(word) && this.heads.startsCommand(word);
  }

  private redirection(): boolean {
    const found = /^(?:\d*|&)(?:<<<|<<-?|<>|<&|>&|>>|>\||<|>)/.exec(this.text.slice(this.at, this.at + 6))?.[0];
    if (found === undefined || ARROW.test(this.text.slice(this.at, this.at + 6))) return false;
    if (found === "<" && readWord(this.text, this.at, this.limit) !== null) return false;
    let at = this.at + found.length;
    if (this.text[at] === "(") return this.accept(closingParen(this.text, at + 1, this.limit));
    while (at < this.limit && /[ \t]/.test(this.text[at] ?? "")) at++;
    if (/^[<>]\(/.test(this.text.slice(at, at + 2))) return this.accept(closingParen(this.text, at + 2, this.limit));
    const target = readWord(this.text, at, this.limit);
    return target !== null && this.accept(target.end);
  }

  /** `( … )`, `{ …; }`, loops and conditionals are read as a whole. */
  private group(): boolean {
    const rest = this.text.slice(this.at, this.at + 12);
    if (rest.startsWith("(")) return this.accept(closingParen(this.text, this.at + 1, this.limit));
    if (/^\{\s/.test(rest)) return this.accept(this.after(/[;\s]\}/g));
    if (/^(?:while|until|for|select)\s/.test(rest)) return this.accept(this.after(/[;\s]done(?![\w-])/g));
    if (/^if\s/.test(rest)) return this.accept(this.after(/[;\s]fi(?![\w-])/g));
    const definition = /^[a-z_]\w*\(\)\s*\{/.exec(this.text.slice(this.at, this.at + 60));
    return definition !== null && this.accept(this.after(/[;\s]\}/g));
  }

  private after(pattern: RegExp): number {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    return found === null || pattern.lastIndex > this.limit ? -1 : pattern.lastIndex;
  }

  private accept(end: number): boolean {
    if (end < 0) return false;
    this.at = this.end = end;
    return true;
  }

  private skipBlanks(): void {
    BLANKS.lastIndex = this.at;
    this.at = Math.min(this.limit, this.at + (BLANKS.exec(this.text)?.[0].length ?? 0));
  }
}

/** Behind an interpreter: a reference, a picture, a person, or plain words in quotation marks. */
function isRemark(raw: string): boolean {
  return REFERENCE.test(raw) || /^(["'])[A-Za-z ,.!?]*\1$/.test(raw);
}
