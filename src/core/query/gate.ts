import type { Span } from "../model.js";
import { once, oncePerName } from "../once.js";
import { escaped } from "../scan.js";
import { definingParts } from "./shared-definitions.js";
import { computesNames, INDEX_CALLED } from "./computed-names.js";
import type { Code, GateWord } from "./gate-words.js";
import { LINK_TARGET } from "./gate-key.js";
import { NameScanner, type Executors } from "./name-scanner.js";

/** Decides in one scan whether a text may contain anything that the loaded queries match. */
export interface Gate {
  /** Whether a text, or a part of one, uses one of the words. */
  mentions(text: string): boolean;
  /**
   * Whether a whole text may contain a finding: it uses one of the words, and contains what that word requires.
   * @param code the only code in the text, which must execute something if the word is one of other code
   */
  opens(text: string, code?: Code): boolean;
  /**
   * Returns the parts of a text that cannot contain a finding; null if the whole text cannot.
   * @param split returns the parts between which nothing flows but files and definitions; called if the text uses one of the words
   * @param mayDefine tests whether a part may define something for others
   */
  closedParts(
    text: string,
    split: (text: string) => readonly Span[],
    mayDefine?: (part: string) => boolean,
  ): readonly Span[] | null;
}

/**
 * Returns a gate that opens if the text contains one of the words in any spelling that a reader may decode. If in doubt it opens:
 * a closed gate means that there is no source of a finding.
 * @param words null if words cannot identify a source, which keeps the gate open
 */
export function createGate(words: readonly GateWord[] | null): Gate {
  if (words === null) return constantGate(true);
  if (words.length === 0) return constantGate(false);
  const scanner = new NameScanner(
    words.filter(({ executesIn }) => executesIn === undefined),
    executorsOf(words),
  );
  const finds = (text: string, isWhole: boolean, code?: Code): boolean =>
    scanner.finds(text, isWhole, code) || computesNames(text);
  return {
    mentions: (text) => finds(text, false),
    opens: (text, code) => finds(text, true, code),
    closedParts: (text, split, mayDefine) => {
      const { isUsed, isOpen, mayMention } = scanner.inPartsOf(text);
      const mayCompute = once(() => computesNames(text));
      if (!isUsed && !mayCompute()) return null;
      const parts = split(text);
      const closed = parts.filter(
        (part) => !isOpen(part) && !(mayCompute() && computesNames(text.slice(...part))),
      );
      const naming = closed.filter(
        (part) => mayMention(part) && mayDefine?.(text.slice(...part)) !== false,
      );
      const defining = definingParts(text, parts, naming, (part) => finds(part, false));
      const unread = closed.filter((part) => !defining.has(part));
      return unread.length === parts.length ? null : unread;
    },
  };
}

/** A gate that is open for every text, or for none. */
function constantGate(isOpen: boolean): Gate {
  return {
    mentions: () => isOpen,
    opens: () => isOpen,
    closedParts: () => (isOpen ? [] : null),
  };
}

function executorsOf(words: readonly GateWord[]): Executors {
  const of = (...codes: readonly Code[]): GateWord[] =>
    words.filter(({ executesIn }) => executesIn !== undefined && codes.includes(executesIn));
  // created when a text contains a value: most contain none
  const scanner = oncePerName((code: Code) => new NameScanner(of(code)));
  const executing = once(() => executedByShells(of("shell", "powershell")));
  return (text, isProse) => {
    const isExecuted = once(() => executing().test(text));
    return oncePerName((code) => {
      if (code === "shell" && text.includes("|")) return true;
      if (code === "powershell" && STARTED.test(text)) return true;
      const isShell = code === "shell" || code === "powershell";
      if (
        code === "command" &&
        (usesOutput(text, isProse) || scanner("powershell").finds(text, true))
      )
        return true;
      return (
        (isShell && SUBSTITUTED.test(text)) ||
        scanner(isShell ? "powershell" : code).finds(text, true) ||
        isExecuted()
      );
    });
  };
}

/** Matches a substitution of a command's output, a process substitution, or the execution of a string or a file. */
const SUBSTITUTED = new RegExp(
  "[$<>]\\(|\\b(?:eval|source)\\b|-\\w*c\\s+[\"']?[`(]|(?:^|[\\s;&])\\. |(?:^|[\\s;&`])\\.\\/" +
    "|(?<![\\w-])(?:(?:ba|z|da|k|a|fi)?sh|python[\\d.]*|node|perl|ruby|php)[ \\t]+\\S",
  "m",
);

/**
 * Matches what may use the output of a command: a pipe, a redirect that is not the end of a tag, a substitution, a loop of cmd, an
 * option that names a file, or a character reference that may be one of these.
 */
const USES_OUTPUT = new RegExp(
  [
    "(?<!\\|)\\|(?!\\|)",
    "(?<![=-]|<\\/?[a-z][\\w-]{0,40}(?:\\s[^<>]{0,400}[^<>\\s])?)>(?!=)",
    "[$<]\\(|<&|<<<|\\b(?:coproc|eval|source)\\b|\\bfor\\s+\\/f\\b",
    "(?:-\\w*c|=|^[ \\t]{4}.*|^\\t.*)\\s*[\"']?`",
    "[\\s\"'(,]--?[\"'\\\\]*\\w*o",
    "&[a-z]{2,20};|%(?:7c|3[ce]|2[48]|60)",
  ].join("|"),
  "im",
);

/** Matches a backtick of code, which may begin a substitution; in prose, it begins inline code. */
const BACKTICK = /(?<!`)`(?!``)/;

/** Whether a text may use the output of a command. */
function usesOutput(text: string, isProse: boolean): boolean {
  return (
    USES_OUTPUT.test(text) || ((!isProse || /<(?:pre|script)\b/i.test(text)) && BACKTICK.test(text))
  );
}

/**
 * Matches how files are started on Windows: extensions, the call operator, a folder before the name, and commands that start what
 * they read.
 */
const STARTED =
  /\.(?:exe|msi|bat|cmd|psm?1|vbs|dll|hta)\b|(?:^|[\s;{(])[&.]\s*["'$({]|\.[\\/]\w|\|\s*(?:su|sudo|doas|xargs|tee)\b/im;

/** Matches a string with interpolated values that is executed: in backticks or similar quotes, or passed to a template function. */
const executing =
  "[\\w$)]`[^`]{0,2000}\\$\\{|`[^`\\n]{0,200}(?:#\\{|\\$[a-z_])|%x[^\\w\\s]|\\bqx\\b";

/** Returns a pattern for places where a shell executes the output of a program in any language. */
function executedByShells(shells: readonly GateWord[]): RegExp {
  const names = shells.map(
    ({ word, isBeginning }) => escaped(word) + (isBeginning === true ? "[\\w.]*" : ""),
  );
  const shell = `(?<![\\w.-])(?:${names.join("|")})(?![\\w-])`;
  const substituted = "[^\\n]{0,80}(?:[<$]\\(|<<)";
  const file = "[\"']?[\\w./~$-]+\\.(?:\\w?sh|py|rb|pl|php|[mc]?js|ts|lua|ps1)\\b";
  const ways = [
    `\\|[\\s\\\\&>]*(?:[\\w./=-]+[ \\t]+){0,4}?(?:${shell}|"?\\$[\\w{])`, // a pipe into it
    "(?:eval|\\s-[a-z]*c)\\s+[\"']?`",
    `${shell}(?:${substituted}|[ \\t]+(?:-\\S+[ \\t]+)*${file})`,
    "(?:^|[\\s;&`])\\.\\/\\w",
    `\\w\\s*${INDEX_CALLED}(?!${LINK_TARGET})|\\bgetattr\\s*\\(|\\w\\s*\\[\\s*\\[`, // a computed name
    "\\b(?:window|globalThis|self|global|top)\\s*\\[\\s*[\\w$]",
    "\\$[A-Za-z_]\\w{0,40}\\s?\\(", // `$f($code)`: a name in a variable
  ];
  return new RegExp([executing, ...ways].join("|"), "m");
}
