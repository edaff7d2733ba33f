import { ShellScan } from "../../lex/shell-scan.js";
import {
  ASSIGNMENT,
  firstWord,
  soundsLikeProse,
  type HeadKind,
  type Heads,
} from "./command-or-prose.js";
import { APOSTROPHE } from "./prompts.js";

/** Options of interpreters that take the next word as their value. */
const VALUE_OPTION =
  /^(?:[-+][A-Za-z]*[mWXOor]|--(?:require|rcfile|init-file|import|loader)|-(?:[wW](?:in\w*)?|[eE](?:[pPcC]|[xX]\w+|nc\w*)))$/;
/** Words that continue a compound command, or a sentence. */
const MIDDLE = new Set([
  "then",
  "else",
  "elif",
  "do",
  "done",
  "fi",
  "esac",
  "in",
  "select",
  "case",
]);
/**
 * Words that are not operands: punctuation that does not close a comment, emphasis, `[1]`, `[^note]`, `:rocket:`, `@somebody`,
 * `~5`, quoted plain words.
 */
const NOT_OPERAND =
  /^(?:(?!--?$|\*\/)[^\w$<>"'`-]+$|[*_~]+[A-Za-z]|\[\d{1,3}(?!\w)|\[\^[\w-]|:[\w+-]+:?$|@\w|~\d|(["'])[A-Za-z ,.!?]*\1$)/;
const BLANKS = /(?:\s|\\\n)*/y;
const OPERATOR = /\|\||\|&|&&|[|;&]/y;
/** A redirection; `<--` and `<=` are arrows that point at the command before them. */
const REDIRECTION = /(?:\d*|&)(?:<<<|<<-?|<>|<&|>&|>>|>\||<(?![-=]+(?:\s|$))|>)/y;
const GROUP = /\{(?=\s)|(?:while|until|for|select|if)(?=\s)|[a-z_]\w*\(\)\s*\{/y;
const GROUP_END = /[;\s](\}|(?:done|fi)(?![\w-]))/g;

/** Characters of other scripts, and marks that are not part of commands. */
const FOREIGN = new RegExp(
  "\\[/[a-z]+\\]|\\[\\^?\\d{1,3}\\][.,:;!?]{0,3}$" +
    "|[\\u00b4\\u2018-\\u201f\\u2032-\\u2036\\u275b-\\u275e\\u00ab\\u00bb\\u2039\\u203a\\u2013\\u2014\\u2026" +
    "\\u2e80-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\uff00-\\uffef\\u0e00-\\u0eff\\u1780-\\u17ff]" +
    "|\\p{Extended_Pictographic}",
  "u",
);
/** Matches an option whose hyphen an editor replaced by a dash. */
const DASHED = /^[\u2013\u2014]\w/;

/** A word of a command in running text. */
interface CommandWord {
  /** The word as written, without what follows that does not belong to the command. */
  readonly raw: string;
  readonly end: number;
  /** Whether prose begins right after it: sentence punctuation, a closing mark, another script. */
  readonly last: boolean;
  /** Whether a quotation or a substitution is part of it. */
  readonly quoted: boolean;
}

/** Reads a command in running text up to where prose begins. */
export class CommandReader {
  private at = 0;
  private end = 0;
  /** Whether the current command reads the output of the one before it. */
  private piped = false;

  constructor(
    private readonly text: string,
    private readonly limit: number,
    private readonly heads: Heads,
  ) {}

  /** Returns the end of the command that starts at `start`. */
  read(start: number): number {
    this.at = start;
    this.end = start;
    while (this.stage() && this.operator());
    return this.end;
  }

  /** Reads one simple command or group. Returns false if prose begins in it, or if the text ends with it. */
  private stage(): boolean {
    this.skip(BLANKS);
    if (this.group()) return true;
    let kind: HeadKind | "start" = "start";
    let option = "";
    let operands = 0;
    let code = false;
    for (;;) {
      this.skip(BLANKS);
      if (this.at >= this.limit) return false;
      if ("|;&".includes(this.text[this.at] ?? "")) return true;
      if (this.redirection()) {
        if (".,:!?*_~\"']".includes(this.text[this.at] ?? " ")) return false;
        continue;
      }
      const word = this.text[this.at] === "(" ? null : this.word(this.at);
      if (word === null || word.raw === "" || (kind === "launcher" && code)) return false;
      if (!this.accepts(kind, word, option, operands)) return false;
      const isOption = word.raw.length > 1 && "-+".includes(word.raw.charAt(0));
      if (kind === "start" || kind === "wrapper") kind = this.nextKind(kind, word, isOption);
      else if (option === "") operands++;
      option = isOption ? word.raw : "";
      code ||= word.quoted;
      this.accept(word.end);
      if (word.last) return false;
    }
  }

  private nextKind(
    kind: HeadKind | "start",
    { raw, end }: CommandWord,
    isOption: boolean,
  ): HeadKind | "start" {
    if (isOption || ASSIGNMENT.test(raw)) return kind;
    if (this.heads.runsAddress(raw, this.text.slice(end, this.limit))) return "known";
    const own = this.heads.kind(raw);
    if (kind === "start") return own ?? "known";
    return own === "fetcher" || own === "interpreter" ? own : kind;
  }

  /** Whether a word belongs to a command of a kind. */
  private accepts(
    kind: HeadKind | "start",
    { raw, end, quoted }: CommandWord,
    option: string,
    operands: number,
  ): boolean {
    if ((raw === "=" || raw === "-") && this.text[end] === ">") return false;
    if (
      kind === "interpreter" &&
      option === "" &&
      (NOT_OPERAND.test(raw) || (this.piped && this.startsLine(raw)))
    )
      return false;
    if (kind === "start") return true;
    if (quoted || !/^[A-Za-z][\p{L}\p{M}'’-]*$/u.test(raw))
      return raw.charCodeAt(0) < 0x80 || DASHED.test(raw);
    if (kind === "interpreter") return VALUE_OPTION.test(option);
    if (kind === "fetcher" && option === "")
      return operands === 0 && this.follows(end, /^\s*[|>)-]/);
    return (
      !soundsLikeProse(raw) ||
      this.isValue(raw, end) ||
      (kind === "fetcher" && this.follows(end, /^\s+["']?(?:[a-z]+:\/\/|\$)/))
    );
  }

  /** Whether a word is an article between two options, `/tn a /tr …`, which is the value of the first option. */
  private isValue(raw: string, end: number): boolean {
    const before = this.text.slice(Math.max(0, this.at - 80), this.at);
    return (
      /^(?:an?|the)$/.test(raw) &&
      /\s[-/][\w-]+\s+$/.test(before) &&
      this.follows(end, /^\s+[-/]\w/)
    );
  }

  /**
   * Whether a word other than an option begins a line that no backslash continues. After a piped interpreter, such a word begins
   * a sentence.
   */
  private startsLine(raw: string): boolean {
    return !raw.startsWith("-") && /^[^\\]*\n/.test(this.text.slice(this.end, this.at));
  }

  private follows(at: number, pattern: RegExp): boolean {
    return pattern.test(this.text.slice(at, Math.min(at + 80, this.limit)));
  }

  /** Reads the operator between two commands; false if no command follows it. */
  private operator(): boolean {
    this.skip(BLANKS);
    const operator = this.skip(OPERATOR);
    this.skip(BLANKS);
    if (operator === "" || this.at >= this.limit) return false;
    const rest = this.text.slice(this.at, Math.min(this.limit, this.at + 80));
    const word = firstWord(rest);
    this.piped = operator === "|" || operator === "|&";
    return this.piped
      ? /^[\w./~"'\\$({[*-]/.test(rest)
      : !MIDDLE.has(word) && this.heads.startsCommand(word);
  }

  private redirection(): boolean {
    const start = this.at;
    const redirect = this.skip(REDIRECTION);
    if (redirect === "") return false;
    const isPlaceholder = redirect === "<" && this.word(start) !== null;
    const [blanks = "", group] =
      /^[ \t]*(?=([<>]?\()?)/.exec(this.text.slice(this.at, this.limit)) ?? [];
    const target = this.at + blanks.length;
    const open = target + (group?.length ?? 0) - 1;
    const end =
      group === undefined
        ? (this.word(target)?.end ?? -1)
        : ShellScan.closingOf(this.text, open, this.limit);
    this.at = start;
    return !isPlaceholder && this.accept(end);
  }

  /** Reads `( … )`, `{ …; }`, loops and conditionals as a whole. */
  private group(): boolean {
    if (this.text[this.at] === "(")
      return this.accept(ShellScan.closingOf(this.text, this.at, this.limit));
    GROUP.lastIndex = this.at;
    const opening = GROUP.exec(this.text)?.[0];
    if (opening === undefined) return false;
    const closer = opening.endsWith("{") ? "}" : opening === "if" ? "fi" : "done";
    GROUP_END.lastIndex = this.at;
    let found = GROUP_END.exec(this.text);
    while (found !== null && found[1] !== closer) found = GROUP_END.exec(this.text);
    return this.accept(
      found === null || GROUP_END.lastIndex > this.limit ? -1 : GROUP_END.lastIndex,
    );
  }

  private accept(end: number): boolean {
    if (end < 0) return false;
    this.at = this.end = end;
    return true;
  }

  /** Skips the match of a sticky pattern, within the limit, and returns it. */
  private skip(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at = Math.min(this.limit, this.at + found.length);
    return found;
  }

  /** Returns the word at `start`, which ends where prose begins; null if no word starts there. */
  private word(start: number): CommandWord | null {
    const { text, limit } = this;
    let end = start;
    let quoted = false;
    while (end < limit) {
      const char = text[end] ?? "";
      if (
        /[\s|;&)>]/.test(char) ||
        (char === "(" && end > start) ||
        (char === "<" && !isPlaceholder(text, end, limit))
      )
        break;
      const next = this.elementEnd(end);
      if (next < 0) return { raw: text.slice(start, end), end, last: true, quoted };
      if (next > end + 1 && char !== "\\") quoted = true;
      end = next;
    }
    return end === start ? null : this.trimmed(start, end, quoted);
  }

  /** Returns the end of the character, quotation, substitution or placeholder at `at`; -1 if prose begins instead. */
  private elementEnd(at: number): number {
    const { text, limit } = this;
    const char = text[at] ?? "";
    if (char === "\\") return text[at + 1] === "`" ? -1 : Math.min(limit, at + 2);
    if (char === "<") return text.indexOf(">", at) + 1;
    if (char === "'" && APOSTROPHE.test(text.slice(at - 1, at + 4))) return -1;
    if (text.startsWith("{{", at)) return text.indexOf("}}", at) + 2;
    const opens = ["'", '"', "`", "$(", "${"].some((mark) => text.startsWith(mark, at));
    return opens ? ShellScan.closingOf(text, at, limit) : at + 1;
  }

  /** Returns a word without sentence punctuation, closing marks and text of another script at its end. */
  private trimmed(start: number, end: number, quoted: boolean): CommandWord {
    const word = this.text.slice(start, end);
    if (/^(?:\.+|\u2026|-.?|--|\*|["']{2})$/.test(word))
      return { raw: word, end, last: false, quoted };
    const isContinued = this.follows(end, /^\s*(?:[|>]|\\\n)/);
    const foreign = quoted || DASHED.test(word) ? -1 : word.search(FOREIGN);
    // a URL may contain letters of another script if the command continues after it
    const isLetter = isContinued && word.includes("://") && word.charCodeAt(foreign) > 0x3040;
    let raw = foreign < 0 || isLetter ? word : word.slice(0, foreign);
    const closers = quoted
      ? /[.,:!?*_~\u2026\u0964\u2018\u2019\u201d\u00bb\u300d]+$/
      : /[.,:!?*_~\]}"'\u2026\u0964]+$/;
    // `{url}`, `[URL]`, `${x}`: the closing mark belongs to the word
    const isBalanced = /[{[][^{}[\]]*[}\]]+$/.test(raw);
    if (!isBalanced && !isContinued) raw = raw.replace(closers, "");
    return { raw, end: start + raw.length, last: raw.length < word.length, quoted };
  }
}

/** Whether a placeholder begins at `at`: `<url>`, `<https://…>`; `<(`, `<<`, `< file` are not placeholders. */
function isPlaceholder(text: string, at: number, limit: number): boolean {
  const near = text.slice(at, Math.min(limit, at + 200));
  return /^<[A-Za-z][^\s<>|;&()]*(?: [^\s<>|;&()]+){0,5}>/.test(near);
}
