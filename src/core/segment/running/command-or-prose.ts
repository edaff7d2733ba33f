import { oncePer } from "../../once.js";
import { cachedByWord, type Vocabulary } from "../../query/vocabulary.js";
import { eachMatch, wordsIn } from "../../scan.js";
import { firstNonBlank, firstLine, linesOf, type TextRange } from "../../lex/lines.js";
import { promptLength } from "../../lex/prompt.js";
import { APOSTROPHE } from "./prompts.js";

/** The kinds of first words of a command, with the captures that name them. */
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

/** The kind of a command's name in the loaded vocabulary; null if it is unknown. */
export type HeadKind = keyof typeof KINDS | null;

const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[];

/** Returns the function that looks up the kind of a name in a vocabulary. */
const kindsIn = oncePer((vocabulary: Vocabulary) =>
  cachedByWord(
    (name): HeadKind =>
      kinds.find((kind) => KINDS[kind].some((capture) => vocabulary.has(capture, name))) ?? null,
  ),
);

const COMPOUNDS = ["for", "while", "until", "if", "case", "select", "function"];
const KEYWORDS = new Set([
  ...COMPOUNDS,
  ..."then else elif fi do done esac { } ( ) ! [ [[ ((".split(" "),
]);

/** Matches words that are common in sentences and rare in command lines, except an article between two options, which is a value. */
const SENTENCE = new RegExp(
  "(?:^|[\\s(])(?:(?:the|an|a)(?!\\s*[<>;|]|(?<=\\s[-/][\\w-]{1,40}\\s+\\w+)\\s+[-/]\\w)|to|and|you|your|yours|is|are|was|it|its|this|that|these|those" +
    "|with|of|or|will|would|can|could|should|must|as|by|into|we|our|us|they|them|their|has|have|be|been" +
    "|which|because|also|just|only|please|when|where|what|how|why|but|so|after|before|once|then|directly" +
    "|instead|does|works|installs|runs|downloads)(?=$|\\s|[,.;:!?)]+(?:\\s|$))",
);

/** An assignment, also to a member of an array. */
export const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[\w*\])?\+?=/;

/** A function's head; marks of a diff or a block quote, or tags, may precede it. */
const DEFINITION = new RegExp(
  "^[ \\t>+]*(?:<[^<>\\n]{1,200}>){0,3}(?:function[ \\t]+([A-Za-z_][\\w-]*)(?:[ \\t]*\\(\\))?" +
    "|([A-Za-z_][\\w-]*)[ \\t]*\\(\\))[ \\t]*(?:\\{|$)",
  "gm",
);

const isForge = (word: string): boolean =>
  ["github:", "gitlab:", "git+"].some((mark) => word.includes(mark));

/** Looks up the kind of a command's first word in the vocabulary. */
export class Heads {
  constructor(
    readonly vocabulary: Vocabulary,
    private readonly functions: ReadonlySet<string> = new Set(),
  ) {}

  /** Returns an object that also knows the shell functions that a text defines. */
  within(text: string): Heads {
    if (!text.includes("()") && !text.includes("function")) return this;
    return new Heads(
      this.vocabulary,
      new Set(Array.from(eachMatch(text, DEFINITION), (found) => found[1] ?? found[2] ?? "")),
    );
  }

  /** Returns the kind of a command word, without quotes and path; null for an unknown command, and for a word that opens inline code. */
  kind(word: string): HeadKind {
    if (word.startsWith("`")) return null;
    const name = baseName(word);
    return kindsIn(this.vocabulary)(name) ?? (this.functions.has(name) ? "known" : null);
  }

  /** Whether a command word runs a program from the URL or repository among the words after it. */
  runsAddress(word: string, after: string): boolean {
    const { vocabulary } = this;
    const name = baseName(word);
    if (!vocabulary.has("source.address", name)) return false;
    const words = firstLine(after).trim().split(" ");
    const [next = "", ...rest] = words;
    // A name that only a case-insensitive expression matches is that of a Windows program: no sentence has a URL directly after it.
    const operand = words.find((part) => !part.startsWith("/") || part.includes("://")) ?? "";
    if (!vocabulary.words("source.address").has(name))
      return operand.includes("://") && ["h", "/"].includes(operand.slice(0, 1));
    if (!vocabulary.has("source.address.subcommand", next) && !next.startsWith("-"))
      return isForge(next);
    return rest.some(
      (part) => isForge(part) || part.includes("://") || (part.includes("/") && part.includes("@")),
    );
  }

  /** Whether a word can begin a command: a known name, an assignment, a path, a keyword, an expansion. */
  startsCommand(word: string): boolean {
    return (
      this.kind(word) !== null ||
      KEYWORDS.has(word) ||
      ASSIGNMENT.test(word) ||
      /^(?:\.{0,2}\/|~\/|"?\$|\()/.test(word)
    );
  }
}

/** Returns the last component of a command word, without quotes and backslashes. */
export function baseName(word: string): string {
  const bare = word.replace(/["'\\]/g, "");
  return bare.includes("://") ? bare : bare.slice(bare.lastIndexOf("/") + 1);
}

const WORD_END = /[\s|;&()<>]/;

/** Returns the first word of a line, up to whitespace or a shell operator. */
export function firstWord(line: string): string {
  const end = line.search(WORD_END);
  return end < 0 ? line : line.slice(0, end);
}

/** Whether a text without its quotations reads like a sentence. */
export function soundsLikeProse(text: string): boolean {
  return SENTENCE.test(text);
}

/** Returns a line with `""` for each quoted string and without a trailing comment. An escaped quote opens no string. */
export function withoutQuotations(line: string): string {
  if (!/["'#\\]/.test(line)) return line;
  return line
    .replace(/\\.|"(?:[^"\\]|\\.)*"|'[^']*'/g, (match) => (match.startsWith("\\") ? match : '""'))
    .replace(/(?:^|\s)#.*$/, "");
}

/** Whether each line begins with a lower-case name, names nothing that fetches or executes, and does not read like a sentence. */
export function isUnknownCommands(text: string, part: TextRange, heads: Heads): boolean {
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
 * The beginning of a line that is not a command: a quotation, an object or a list of strings, emphasis, a call in a program or
 * the end of one, an export, a field with spaces around its equals sign.
 */
const NO_COMMAND = new RegExp(
  "^(?:([\"'])(?:(?!\\1)[^\\s;|&()<>])*(?:[\\s;|&()<>]|$)|(?:\\*{2,3}|~~|\\*(?=/[a-z]))[\\w./]" +
    "|[[{][\"']|[a-z]+\\s+[\\w.]+\\((?!\\))|[\\w.$]+\\([^)]" +
    "|export (?:default|const|let|function|async|class)\\b|[\\w.-]+[ \\t]+[:+?]?=[ \\t]|\\)+[;,]?$)",
);

/** Matches a line, or the beginning of a line, that only a shell script contains. */
const SHELL_ONLY = new RegExp(
  "^(?:\\(\\(.*\\)\\)$" +
    // a here-document for any program; also a here-document or string without a reader, as a block comment: `: <<'END'`, `<<END`,
    // `: '`
    "|(?::[ \\t]*|[a-z][\\w.+/-]* (?:.* )?(?=<<-?[ \\t]*[\"']?[A-Z]))?<<-?[ \\t]*([\"']?)\\w+\\1$|:[ \\t]+[\"']$" +
    // the head of a function
    "|function\\s+[A-Za-z_][\\w-]*\\s*\\{|(?:function\\s+)?[A-Za-z_][\\w-]*\\s*\\(\\)\\s*(?:\\{|$)" +
    // the first line of a text that is assigned to a variable; `: "${V:=…}"`, `A["key"]="$(…)"`
    "|[A-Za-z_]\\w*\\+?=(?:\"[^\"]*|'[^']*)$|:[ \\t]+[\"']?\\$\\{\\w+:?[=?]" +
    "|[A-Za-z_]\\w*\\[[\"']?[\\w.-]{1,64}[\"']?\\]\\+?=(?:[\"']?\\$[({]|'[^']*'$)" +
    // a reporting function of the script: `error "…"`, `|| log_info "…"`; its text may continue below
    "|(?:[^\"']*(?:\\|\\||&&)\\s*)?(?:error|err|fail|die|abort|info|warn|warning|log|debug|msg|message" +
    "|notice|success|say|print\\w*|[a-z]+_\\w+)\\s+(?:([\"']).*\\2(?:\\s*(?:>&?\\d|&&|\\|\\||;).*)?|\"[^\"]*|'[^']*)$)",
);

/**
 * Plain words up to the first colon before a space or the line end: "bash one-liner: …". No word is quoted, is an option or a
 * shell operator, begins a comment (`#2` is a number), or contains a slash, an assignment or an expansion.
 */
const LABEL =
  /^(?:(?!#\D)[^\s"'`/=$|;&<>(){}:*-][^\s"'`/=$|;&<>{}:]*[^\S\n]+){0,9}(?!#\D)[^\s"'`/=$|;&<>(){}:*-][^\s"'`/=$|;&<>{}:]*:(?=\s|$)/;
/** Maximum length of a label, in UTF-16 code units. */
const MAX_LABEL_LENGTH = 160;

/** Whether a line begins with a label, even if its first word is a program's name; the output after `echo` may look like one. */
export function beginsWithLabel(line: string, heads: Heads): boolean {
  const head = line.slice(0, MAX_LABEL_LENGTH);
  return LABEL.test(head) && heads.kind(firstWord(head)) !== "print";
}

/** Whether a line is a shell command, and not a sentence about one; `running` is true for a line of running text. */
export function looksLikeShell(
  text: string,
  line: TextRange,
  heads: Heads,
  running = true,
): boolean {
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
  // `(cd /opt; bash <(`, `(cd /opt &&`: continues below
  const ends = /[)}]\s*(?:[|&;]|\d*[<>])|[)}]$|^[({]+\s*$|(?:[$<]\(|[|;\\]|&&)$/.test(content);
  // the parenthesis that closes the group is not a mark of a sentence after an interpreter
  return (
    begins && ends && !isSentence(content.replace(/\)(?=\s*[<>|&])/g, " "), word, heads, running)
  );
}

/**
 * Whether a line is a lower-case name with perhaps a sub-command (in code perhaps two) and an option or operator: `useradd -s …`,
 * `acme run <<EOF`, `acme # …`.
 */
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

/** `bash <(…): installs …`, `eval $(…)🚀`: sentence punctuation after a substitution. */
const PUNCTUATION_AFTER_SUBSTITUTION =
  /[<$]\([^()]*\)(?:[.,:!?](?=\s|$)|\p{Extended_Pictographic})/u;

/**
 * Whether a line is a sentence. In running text (`running`), plain words after a piped interpreter are prose; in a code block, they
 * are operands of the interpreter.
 */
function isSentence(content: string, word: string, heads: Heads, running: boolean): boolean {
  if (heads.kind(word) === "print" || (!running && beginsAsCommand(content, heads))) return false;
  const bare = withoutQuotations(content);
  if (COMPOUNDS.includes(word))
    return (running || !SHELL_STATEMENT.test(content)) && isSentenceLikeLoop(bare);
  return (
    soundsLikeProse(bare) ||
    (running && (PUNCTUATION_AFTER_SUBSTITUTION.test(content) || hasTrailingWords(bare, heads)))
  );
}

/** Text that only a loop or a condition of the shell has. */
const LOOP_PART = /[;[$]|\bin\b|\bdo$|\bthen$|\|\||&&|\bread\b|^while (?::|true)$/;

/** Whether a line that begins with a shell keyword is a sentence: "For example …", "if the download …". */
function isSentenceLikeLoop(bare: string): boolean {
  return (
    !LOOP_PART.test(bare) ||
    soundsLikeProse(bare.replace(/\b(?:then|do|in)\b|(?<=\sin\s|;;\s?)[^\s()]+\)/g, ""))
  );
}

/** A word as the shell splits it, including quotations; escapes and open quotation marks are not interpreted. */
const SHELL_WORD = /(?:"[^"]*"|'[^']*'|[^\s;|&()<>{}])+/g;

/** Whether a word other than a wrapper may precede a command: an assignment, or an option or numeric operand of a wrapper. */
function isPrefix(word: string): boolean {
  return /^[-/\d]/.test(word) || ASSIGNMENT.test(word);
}

/** Whether the command of a code block's line, without prefixes, is a fetcher or a launcher, with which no sentence begins. */
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

/** A plain word, a reference, an emoji, a mention, an arrow, or punctuation that is not an option, redirection or comment. */
const PROSE_WORD = new RegExp(
  "^(?:[A-Za-z]{2,}[,.]?$|\\(|\\[\\^?\\d{1,3}\\]|:[\\w+-]+:$|@[A-Za-z]|<[-=]+$|[^\\x00-\\x7f](?!\\w)|[-=]>" +
    "|(?!--?$)[^\\w\\s\"'$<>{}()`&#-]+$)",
);

/** Whether prose follows a piped interpreter: `… | sh installs it quickly`. */
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

/** A prompt, and assignments before the command. */
const BEFORE_COMMAND = /^(?:[$%] )?(?:[A-Z_][A-Z\d_]*=[^\s"'`$]*\s+)*/;

/** Statements and fields that begin with the name of a command. */
const STATEMENT_LIKE =
  /^(?:exec|eval|print|return|type)\b|^\S+\s+[-+*/|&]?[=:]|^\w+\s+[\w-]+\s*:=|(?<!['"])[;{(,[]\s*$/;

/** The beginning of a statement that no other language has; `$(shell …)` is a call of make. */
const SHELL_STATEMENT = new RegExp(
  "^(?:(?:if|while|until)\\s+(?:(?:!\\s+)?\\[{1,2}\\s|[^\\n]*;\\s*(?:then|do)\\b)" +
    '|for\\s+\\w+\\s+in\\s[^\\n;]*;\\s*do\\b|eval\\s+["\']?[$`]|[A-Za-z_]\\w*=(?:"?\\$\\((?!shell\\b)|`))',
);

/** Whether a line among other code, read up to a limit, can only be shell. */
export function isShellLine(text: string, line: TextRange, heads: Heads): boolean {
  const content = text
    .slice(line.start, Math.min(line.end, line.start + 20_000))
    .replace(BEFORE_COMMAND, "");
  const word = firstWord(content);
  const isCommand =
    !word.includes("=") && content[word.length] !== "(" && heads.kind(word) !== null;
  const begins = SHELL_STATEMENT.test(content) || (isCommand && !STATEMENT_LIKE.test(content));
  return begins && looksLikeShell(content, { start: 0, end: content.length }, heads, false);
}
