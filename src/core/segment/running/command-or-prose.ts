import type { Vocabulary } from "../../query/vocabulary.js";
import { eachMatch, wordsIn } from "../../scan.js";
import { firstNonBlank, firstLine, linesOf, type Stretch } from "../../lex/lines.js";
import { promptLength } from "../../lex/prompt.js";
import { APOSTROPHE } from "./prompts.js";

/** What a word can be at the head of a command, by the captures whose words are it. */
const KINDS = {
  fetcher: ["source.fetcher"],
  interpreter: ["sink.interpreter", "sink.builtin"],
  print: ["flow.print"],
  carrier: ["flow.carrier"],
  wrapper: ["flow.wrapper"],
  launcher: ["flow.launcher"],
  decoder: ["source.payload"],
  known: ["word.command", "source.address", "sink.records", "inject.option", "flow.fifo"],
} as const;

/** As far as the loaded vocabulary tells. */
export type HeadKind = keyof typeof KINDS | null;

const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[];

const COMPOUNDS = ["for", "while", "until", "if", "case", "select", "function"];
const KEYWORDS = new Set([
  ...COMPOUNDS,
  ..."then else elif fi do done esac { } ( ) ! [ [[ ((".split(" "),
]);

/** Words that are ordinary in a sentence and hardly ever a word of a command line; an article between two options is a value. */
const SENTENCE = new RegExp(
  "(?:^|[\\s(])(?:(?:the|an|a)(?!\\s*[<>;|]|(?<=\\s[-/][\\w-]{1,40}\\s+\\w+)\\s+[-/]\\w)|to|and|you|your|yours|is|are|was|it|its|this|that|these|those" +
    "|with|of|or|will|would|can|could|should|must|as|by|into|we|our|us|they|them|their|has|have|be|been" +
    "|which|because|also|just|only|please|when|where|what|how|why|but|so|after|before|once|then|directly" +
    "|instead|does|works|installs|runs|downloads)(?=$|\\s|[,.;:!?)]+(?:\\s|$))",
);

/** An assignment, also to a member of an array. */
export const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[\w*\])?\+?=/;

/** A function's head; before it may stand the marks of a diff or a block quote, or tags. */
const DEFINITION = new RegExp(
  "^[ \\t>+]*(?:<[^<>\\n]{1,200}>){0,3}(?:function[ \\t]+([A-Za-z_][\\w-]*)(?:[ \\t]*\\(\\))?" +
    "|([A-Za-z_][\\w-]*)[ \\t]*\\(\\))[ \\t]*(?:\\{|$)",
  "gm",
);

const isForge = (word: string): boolean =>
  ["github:", "gitlab:", "git+"].some((mark) => word.includes(mark));

/** Looks words up in the vocabulary by what they do at the head of a command. */
export class Heads {
  constructor(
    readonly vocabulary: Vocabulary,
    private readonly functions: ReadonlySet<string> = new Set(),
  ) {}

  /** The same, and the shell functions that a text defines are known commands. */
  within(text: string): Heads {
    if (!text.includes("()") && !text.includes("function")) return this;
    return new Heads(
      this.vocabulary,
      new Set(Array.from(eachMatch(text, DEFINITION), (found) => found[1] ?? found[2] ?? "")),
    );
  }

  /** The kind of a command word, quotes and path left out; null for a word that names no known command. */
  kind(word: string): HeadKind {
    const name = baseName(word);
    const listed = kinds.find((kind) =>
      KINDS[kind].some((capture) => this.vocabulary.has(capture, name)),
    );
    return listed ?? (this.functions.has(name) ? "known" : null);
  }

  /** Whether a word runs the address among the words behind it. */
  runsAddress(word: string, behind: string): boolean {
    const { vocabulary } = this;
    const name = baseName(word);
    if (!vocabulary.has("source.address", name)) return false;
    const words = firstLine(behind).trim().split(" ");
    const [next = "", ...rest] = words;
    // a program whose capitals do not count is one of Windows: no sentence names an address directly behind it
    const operand = words.find((part) => !part.startsWith("/") || part.includes("://")) ?? "";
    if (!vocabulary.words("source.address").has(name))
      return operand.includes("://") && ["h", "/"].includes(operand.slice(0, 1));
    if (!vocabulary.has("source.address.subcommand", next) && !next.startsWith("-"))
      return isForge(next);
    return rest.some(
      (part) => isForge(part) || part.includes("://") || (part.includes("/") && part.includes("@")),
    );
  }

  /** True where a word can begin a command: a known name, an assignment, a path, a keyword, an expansion. */
  startsCommand(word: string): boolean {
    return (
      this.kind(word) !== null ||
      KEYWORDS.has(word) ||
      ASSIGNMENT.test(word) ||
      /^(?:\.{0,2}\/|~\/|"?\$|\()/.test(word)
    );
  }
}

/** The last component of a command word, with quotes and backslashes removed. */
export function baseName(word: string): string {
  const bare = word.replace(/["'\\]/g, "");
  return bare.includes("://") ? bare : bare.slice(bare.lastIndexOf("/") + 1);
}

const WORD_END = /[\s|;&()<>]/;

/** The word that a line begins with, up to a blank or an operator of the shell. */
export function firstWord(line: string): string {
  return line.split(WORD_END, 1)[0] ?? "";
}

/** True where a text, its quotations left out, reads like a sentence. */
export function soundsLikeProse(text: string): boolean {
  return SENTENCE.test(text);
}

/** A line without what is in quotation marks, substitutions' marks and a trailing comment. An escaped mark opens nothing. */
export function withoutQuotations(line: string): string {
  return line
    .replace(/\\.|"(?:[^"\\]|\\.)*"|'[^']*'/g, (match) => (match.startsWith("\\") ? match : '""'))
    .replace(/(?:^|\s)#.*$/, "");
}

/** Whether each line begins with a lower-case name, names nothing that fetches or executes, and reads like no sentence. */
export function isUnknownCommands(text: string, part: Stretch, heads: Heads): boolean {
  for (const line of linesOf(text, part.start, part.end)) {
    const content = text.slice(firstNonBlank(text, line), line.end).trimEnd();
    if (content === "") continue;
    if (
      !/^[a-z_][\w.+-]*(?:\s+\S.*)?$/.test(content) ||
      soundsLikeProse(withoutQuotations(content))
    )
      return false;
    if (APOSTROPHE.test(content) || /[A-Za-z)][.,:;!?]$/.test(content)) return false;
    if (
      content
        .split(WORD_END)
        .some((word) => ["fetcher", "interpreter"].includes(heads.kind(word) ?? ""))
    )
      return false;
  }
  return true;
}

/**
 * What no command begins with: a quotation, an object or a list of strings, emphasis, a call of a program or the end of one, what
 * a module exports, a field with blanks around its sign.
 */
const NO_COMMAND = new RegExp(
  "^(?:([\"'])(?:(?!\\1)[^\\s;|&()<>])*(?:[\\s;|&()<>]|$)|(?:\\*{2,3}|~~|\\*(?=/[a-z]))[\\w./]" +
    "|[[{][\"']|[a-z]+\\s+[\\w.]+\\((?!\\))|[\\w.$]+\\([^)]" +
    "|export (?:default|const|let|function|async|class)\\b|[\\w.-]+[ \\t]+[:+?]?=[ \\t]|\\)+[;,]?$)",
);

/** What only a shell's line begins with, or is. */
const SHELL_ONLY = new RegExp(
  "^(?:\\(\\(.*\\)\\)$" +
    // a here-document for any program; one, or a string, that nobody reads, the comment of many lines: `: <<'END'`, `<<END`, `: '`
    "|(?::[ \\t]*|[a-z][\\w.+/-]* (?:.* )?(?=<<-?[ \\t]*[\"']?[A-Z]))?<<-?[ \\t]*([\"']?)\\w+\\1$|:[ \\t]+[\"']$" +
    // the head of a function
    "|function\\s+[A-Za-z_][\\w-]*\\s*\\{|(?:function\\s+)?[A-Za-z_][\\w-]*\\s*\\(\\)\\s*(?:\\{|$)" +
    // a text that goes on below, put into a variable; `: "${V:=…}"`, `A["key"]="$(…)"`
    "|[A-Za-z_]\\w*\\+?=(?:\"[^\"]*|'[^']*)$|:[ \\t]+[\"']?\\$\\{\\w+:?[=?]" +
    "|[A-Za-z_]\\w*\\[[\"']?[\\w.-]{1,64}[\"']?\\]\\+?=(?:[\"']?\\$[({]|'[^']*'$)" +
    // a function of the script's own that reports: `error "…"`, `|| log_info "…"`; its text may go on below
    "|(?:[^\"']*(?:\\|\\||&&)\\s*)?(?:error|err|fail|die|abort|info|warn|warning|log|debug|msg|message" +
    "|notice|success|say|print\\w*|[a-z]+_\\w+)\\s+(?:([\"']).*\\2(?:\\s*(?:>&?\\d|&&|\\|\\||;).*)?|\"[^\"]*|'[^']*)$)",
);

/**
 * Plain words up to the first colon that a blank or the line end follows: "bash one-liner: …". None is quoted, an option or an
 * operator of the shell, begins a comment (`#2` is a number), or holds a stroke, an assignment or an expansion.
 */
const LABEL =
  /^(?:(?!#\D)[^\s"'`/=$|;&<>(){}:*-][^\s"'`/=$|;&<>{}:]*[^\S\n]+){0,9}(?!#\D)[^\s"'`/=$|;&<>(){}:*-][^\s"'`/=$|;&<>{}:]*:(?=\s|$)/;
/** A label is no longer than this. */
const LONGEST_LABEL = 160;

/** Whether a line begins with a label, even where its first word is a program's name. What a program prints may have one. */
export function beginsWithLabel(line: string, heads: Heads): boolean {
  const head = line.slice(0, LONGEST_LABEL);
  return LABEL.test(head) && heads.kind(firstWord(head)) !== "print";
}

/** True for a line that a person would take for a shell command, and not for a sentence about one; `running` for one of running text. */
export function looksLikeShell(text: string, line: Stretch, heads: Heads, running = true): boolean {
  const content = text.slice(firstNonBlank(text, line), line.end).trimEnd();
  if (content === "" || NO_COMMAND.test(content) || promptLength(content) > 0) return false;
  if (SHELL_ONLY.test(content)) return true;
  if (beginsWithLabel(content, heads)) return false;
  if (content.startsWith("(") || content.startsWith("{ "))
    return looksLikeGroup(content, heads, running);
  const word = firstWord(content) || content.slice(0, 1);
  if (!heads.startsCommand(word) && !takesOptions(content, heads, running)) return false;
  return !isSentence(content, word, heads, running);
}

function looksLikeGroup(content: string, heads: Heads, running: boolean): boolean {
  const word = firstWord(content.replace(/^[({\s]+/, ""));
  const begins = heads.kind(word) !== null || (!running && heads.startsCommand(word));
  // `(cd /opt; bash <(`, `(cd /opt &&`: goes on below
  const ends = /[)}]\s*(?:[|&;]|\d*[<>])|[)}]$|^[({]+\s*$|(?:[$<]\(|[|;\\]|&&)$/.test(content);
  // the parenthesis that closes the group is no mark of a sentence behind an interpreter
  return (
    begins && ends && !isSentence(content.replace(/\)(?=\s*[<>|&])/g, " "), word, heads, running)
  );
}

/** `useradd -s …`, `acme run <<EOF`, `acme # …`: a lower-case name, perhaps a sub-command, in code perhaps two, and a sign. */
function takesOptions(content: string, heads: Heads, running: boolean): boolean {
  const found =
    /^[a-z][\w.+-]*(?:\s+([a-z][\w-]*)(\s+[a-z][\w-]*)?)?\s+(?:-{1,2}[A-Za-z]|#\s|<<)/.exec(
      content,
    );
  return (
    found !== null &&
    !(running && found[2] !== undefined) &&
    (found[1] === undefined || heads.kind(found[1]) === null)
  );
}

/** `bash <(…): installs …`, `eval $(…)🚀`: a mark of the sentence behind a substitution. */
const STOP_BEHIND = /[<$]\([^()]*\)(?:[.,:!?](?=\s|$)|\p{Extended_Pictographic})/u;

/** `running`: in running text plain words behind a piped interpreter are prose; in a code block they are its operands. */
function isSentence(content: string, word: string, heads: Heads, running: boolean): boolean {
  if (heads.kind(word) === "print" || (!running && beginsAsCommand(content, heads))) return false;
  const bare = withoutQuotations(content);
  if (COMPOUNDS.includes(word))
    return (running || !NOT_FOREIGN.test(content)) && isSentenceLikeLoop(bare);
  return (
    soundsLikeProse(bare) ||
    (running && (STOP_BEHIND.test(content) || hasTrailingWords(bare, heads)))
  );
}

/** What only a loop or a condition of the shell has. */
const LOOP_SIGN = /[;[$]|\bin\b|\bdo$|\bthen$|\|\||&&|\bread\b|^while (?::|true)$/;

/** "For example …", "if the download …": a sentence that begins with a keyword of the shell. */
function isSentenceLikeLoop(bare: string): boolean {
  return (
    !LOOP_SIGN.test(bare) ||
    soundsLikeProse(bare.replace(/\b(?:then|do|in)\b|(?<=\sin\s|;;\s?)[^\s()]+\)/g, ""))
  );
}

/** A word as the shell splits them, quotations inside; escapes and open quotation marks as they stand. */
const SHELL_WORD = /(?:"[^"]*"|'[^']*'|[^\s;|&()<>{}])+/g;

/** What precedes a command besides wrappers: an assignment, a wrapper's option or its first operand. */
function isPrefix(word: string): boolean {
  return /^[-/\d]/.test(word) || ASSIGNMENT.test(word);
}

/** A line of a code block whose command, prefixes left out, is a fetcher or a launcher: no sentence begins so. */
function beginsAsCommand(content: string, heads: Heads): boolean {
  let isValue = false;
  for (const [word] of content.slice(0, 400).matchAll(SHELL_WORD)) {
    const kind = heads.kind(word);
    if (kind === "fetcher" || kind === "launcher") return true;
    if (kind !== "wrapper" && !isValue && !isPrefix(word)) return false;
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
    const words = wordsIn(stage);
    const at = words.findIndex(
      (each, index) => heads.kind(each) !== "wrapper" && !(index > 0 && isPrefix(each)),
    );
    const word = words[at] ?? "";
    const name = word.replace(/(?:\[\^?\d{1,3})?[^\w"'}`]+$/, "");
    if (
      heads.kind(name) === "interpreter" &&
      (name !== word || PROSE_WORD.test(words[at + 1] ?? ""))
    )
      return true;
  }
  return false;
}

/** A prompt, and variables for the command. */
const BEFORE_COMMAND = /^(?:[$%] )?(?:[A-Z_][A-Z\d_]*=[^\s"'`$]*\s+)*/;

/** Statements and fields that begin with the name of a command. */
const STATEMENT_LIKE =
  /^(?:exec|eval|print|return|type)\b|^\S+\s+[-+*/|&]?[=:]|^\w+\s+[\w-]+\s*:=|(?<!['"])[;{(,[]\s*$/;

/** What only lines of a shell begin with; make has its own calls. */
const NOT_FOREIGN = new RegExp(
  "^(?:(?:if|while|until)\\s+(?:(?:!\\s+)?\\[{1,2}\\s|[^\\n]*;\\s*(?:then|do)\\b)" +
    '|for\\s+\\w+\\s+in\\s[^\\n;]*;\\s*do\\b|eval\\s+["\']?[$`]|[A-Za-z_]\\w*=(?:"?\\$\\((?!shell\\b)|`))',
);

/** Whether a line of foreign code, looked at up to a bound, can only be a shell's. */
export function isShellLine(text: string, line: Stretch, heads: Heads): boolean {
  const content = text
    .slice(line.start, Math.min(line.end, line.start + 20_000))
    .replace(BEFORE_COMMAND, "");
  const word = firstWord(content);
  const isCommand =
    !word.includes("=") && content[word.length] !== "(" && heads.kind(word) !== null;
  const begins = NOT_FOREIGN.test(content) || (isCommand && !STATEMENT_LIKE.test(content));
  return begins && looksLikeShell(content, { start: 0, end: content.length }, heads, false);
}
