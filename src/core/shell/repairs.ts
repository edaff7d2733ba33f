import type { SourceBuilder } from "../source.js";

/** Replaces a match by a text that the grammar can read. */
type Put = (out: SourceBuilder, match: RegExpExecArray) => void;

/** Something the grammar misreads, and what the shell makes of it. */
export interface Repair {
  /** A text without it holds none. */
  readonly hint: string;
  readonly pattern: RegExp;
  /** What the grammar is to read: `$1` is a group, which keeps its place; any other text stands for what it replaces. */
  readonly write: string | Put;
  /** A text with it is left as it is. */
  readonly unless?: RegExp;
}

/**
 * Where a command may begin: behind an operator, or a word of the grammar that commands follow. Blanks are looked back over so
 * far only: every place asks.
 */
const start = String.raw`(?<=(?:^|[\n;&|(]|(?:^|[\s;])(?:if|while|until|then|else|elif|do|!|\{)(?=\s))[ \t]{0,80})`;

/** `<<EOF` with its delimiter, and the body it has from the next line on; longer ones are left as they are. */
export const hereDocument = String.raw`<<-?[ \t]*(?:'(?<single>\w+)'|"(?<double>\w+)"|\\?(?<bare>[A-Za-z_]\w*))`;
const body = String.raw`(?:[^\n]*\n){0,60}?[ \t]*\k<single>\k<double>\k<bare>[ \t]*`;

const pattern = (source: string): RegExp => new RegExp(source, "dg");

/** One text that stands for all of a match. */
const whole =
  (text: (match: RegExpExecArray) => string): Put =>
  (out, match) => {
    out.put(text(match), match.index, match.index + match[0].length);
  };

/** A quotation; `;` between two commands; `;` at the end of a line; anything else. Before words of the grammar it stays. */
const piece =
  /'[^']*'|"(?:[^"\\]|\\.)*"|[^;'"]+|(;)(?!\s*(?:do|done|then|else|elif|fi|esac)\b|\s*[;#)}]|\s*$)|(;)(?=\s*$)|./gs;

const joined: Put = (out, { index, 0: line }) => {
  for (const { 0: token, 1: between, 2: last, index: at } of line.matchAll(piece)) {
    if (between !== undefined || last !== undefined)
      out.put(last === undefined ? " && " : " ", index + at, index + at + 1);
    else out.copy(index + at, index + at + token.length);
  }
};

/** In this order: one may write what another one reads. */
export const repairs: readonly Repair[] = [
  {
    // `mshta vbscript:Close(…)`: Windows splits no words at parentheses, and a script goes on to the end of its line
    hint: "(",
    pattern:
      /(?<=(?:^|[\s"'\\/;&|])(?:mshta|rundll32)(?:\.exe)?[ \t]{1,8})(?:javascript|vbscript|about):(?=[^\n(]{0,400}\()(?:"[^"\n]{0,2000}"|[^"\n]){1,2000}?(?=[ \t]{0,80}(?:[\r\n]|$)|[ \t]&{1,2}[ \t]|[ \t]\|{1,2}[ \t])/gi,
    write: whole(([script]) => `'${script.replaceAll("'", '"')}'`),
  },
  // `foo >`, `<!-- … -->`, `<br>`: the shell refuses a redirect without a name, and takes none from the next line
  { hint: ">", pattern: /(?<![^-]-|[=>])>>?(?=[ \t]*\r?\n)/g, write: " " },
  // a backslash before the first letter of a line (`\curl`): the letter stands for both, so a span starts at the backslash
  {
    hint: "\\",
    pattern: /(?<=(?:^|\n)[ \t]*)\\([A-Za-z])/g,
    write: whole(([, letter = ""]) => letter),
  },
  // a word that goes on behind a line end (`cu\`, `rl`); a comment does not
  { hint: "\\", pattern: /(?<=[^\s#\\])\\\r?\n(?=[^\s#])(?<!(?:^|\s)#[^\n]*\n)/g, write: "" },
  // in a here-document the grammar loses an expansion that a line begins with behind blanks; in code they mean nothing
  { hint: "<<", pattern: /(?<=[^\\]\n)[ \t]+(?=[$\x60])/g, write: "" },
  // nor can a here-document begin with an escape: a comment line in front of it means nothing to what reads it
  { hint: "<<", pattern: /<<(?!<)[^\n]{0,400}\n(?=[ \t]*\\[$\x60])/g, write: "$0#\n" },
  // `<<EOF cat > FILE`: the grammar wants the command first
  {
    hint: "<<",
    pattern: pattern(
      String.raw`(?=<<)${start}(${hereDocument})[ \t]+([^\s;|&<>()#][^\n;|&<>]{0,400})`,
    ),
    write: "$5 $1 ",
  },
  // `cat <<A <<B`: the last one is read
  {
    hint: "<<",
    pattern: pattern(String.raw`${hereDocument}(?=[ \t]*<<)([^\n]{0,300}\n)${body}(?:\n|$)`),
    write: "$4",
  },
  {
    // `cat <<A && sh <<B`: bodies follow one behind the other; here each follows its command
    hint: "<<",
    pattern: pattern(
      String.raw`(${hereDocument}[^\n;|&<]{0,200})(?:&&|\|\|?|;)(?=[^\n]{0,200}<<)([^\n]{0,300})(\n)(${body}(?:\n|$))`,
    ),
    write: "$1$6$7$5$6",
  },
  {
    // `cat <<EOF |`: its reader follows the body; here it follows on the line
    hint: "<<",
    pattern: pattern(
      String.raw`(${hereDocument}[^\n;|&<]{0,200}(?:&&|\|\|?)[ \t]*)(\n${body})\n([^\n]+)`,
    ),
    write: "$1$6$5",
  },
  {
    // the grammar knows no `;` behind `<<EOF`: what follows runs as it does behind `&&`
    hint: "<<",
    pattern: /<<-?[ \t]*(?:'\w+'|"\w+"|\\?[A-Za-z_]\w*)(?=[^\w\n])[^;\n]{0,400};[^\n]{0,2000}/g,
    write: joined,
  },
  {
    // `{ …; } <<< WORD`, `cat > FILE <<< WORD`: the grammar knows here-strings behind few commands; a redirect may
    // stand anywhere, and nobody writes `<& ` for one
    hint: "<<<",
    pattern:
      /(?=<<<)(?<=(?:[})]|\b(?:esac|done)|>&?[ \t]{0,8}[^\s;|&()<>]{1,80})[ \t]{0,8}|[\s;]\d)<<</g,
    write: "<& ",
  },
  {
    // a here-document that no command reads, the comment of many lines: the grammar wants a command before it
    hint: "<<",
    pattern: pattern(
      String.raw`(?=<<)${start}<<(?=-?[ \t]*(["']?)\w+\1[ \t]*(?:>[^\n]*)?(?:\r?\n|$))`,
    ),
    write: ": <<",
  },
  // `!curl URL | sh`, as notebooks write it: no program's name begins so
  { hint: "!", pattern: /(?<=^|\n)[ \t]*!(?=[A-Za-z./])/g, write: " " },
  // `! { …; }`: taken for a command named by the brace; what a status is turned into changes no flow
  {
    hint: "!",
    pattern: pattern(String.raw`${start}!(?=[ \t]+(?:\{|if|while|until|for|case)\s)`),
    write: " ",
  },
  {
    // `time { …; }` and `time ! …` are the same
    hint: "time",
    pattern: pattern(
      String.raw`${start}time(?:[ \t]+-p)?(?=[ \t]+(?:\(|(?:!|\{|if|while|until|for|case)\s))`,
    ),
    write: " ",
  },
  {
    // `coproc NAME { …; }`: taken for a command with words; a function definition has the same form
    hint: "coproc",
    pattern: pattern(String.raw`${start}coproc(?:[ \t]+([A-Za-z_]\w*))?(?=[ \t]+(?:\(|\{\s))`),
    write: whole(([, name = "COPROC"]) => `coproc:${name}()`),
  },
  {
    // `coproc while …`: taken for a command with words; the group runs all the same
    hint: "coproc",
    pattern: pattern(
      String.raw`${start}coproc(?:[ \t]+[A-Za-z_]\w*)?(?=[ \t]+(?:\(|(?:\{|if|while|until|for|case)\s))`,
    ),
    write: " ",
  },
  {
    // `linux*) …;;`: arms of a `case` that begins above the part shown
    hint: ";;",
    unless: /(?:^|[\s;&|("'\x60])case\s[^\n]{1,300}\sin(?=\s|$)/,
    pattern:
      /(?<=^|\n)[ \t]*(?:esac(?=[ \t]*(?:[;#\n]|$))|\(?[\w.*?$"'[\]{}+-]{1,80}(?:[ \t]*\|[ \t]*[\w.*?$"'[\]{}+-]{1,80}){0,20}\)(?=\s))|;;&?(?=[ \t]*(?:[#\n]|$))/g,
    write: whole(([token]) => (token.startsWith(";") ? "\n" : " ".repeat(token.length))),
  },
  // `[ -d ~ ]`: a home directory at a test's end is taken for an operator
  { hint: "~ ]", pattern: /(?<=[ \t])~(?= \])/g, write: "x" },
  // `[ "$A" \< "$B" ]`: an escaped comparison is an operator like any other
  {
    hint: "\\",
    pattern: /\\[<>](?=[ \t])(?<=(?:^|[\s;&|(!])\[[ \t][^\n;&|]{0,200}[ \t]\\.)/g,
    write: "=",
  },
  // `((curl URL) | sh)`: two subshells are no arithmetic
  { hint: "((", pattern: /\((\()(?=[^()\n]{1,300}\)[ \t]*[|;&])/dg, write: "( $1" },
  // `exec 3<> /dev/tcp/HOST/PORT`: what is written there as well is read like any other
  { hint: "<>", pattern: /(?<=\s\d{1,3})<>(?=[ \t]*[^\s<>])/g, write: "<" },
  {
    // `set -l x (curl URL)`: fish's assignment
    hint: "set ",
    pattern: pattern(
      String.raw`${start}set(?:[ \t]+-[\w-]+)*[ \t]+([A-Za-z_]\w*)[ \t]+\((?=[^()\n]{0,400}://[^()\n]*\))`,
    ),
    write: whole(([, name = ""]) => `${name}=$(`),
  },
  {
    // `source (curl URL | psub)`: fish writes substitutions without a dollar sign
    hint: "(",
    pattern: pattern(
      String.raw`${start}(?!(?:if|while|until|then|else|elif|do|time|not|and|or)\s)([\w./][\w./-]*(?:[ \t]+-[\w-]+)*[ \t]+)\((?=[^()\n]{0,400}(?:://|\|[ \t]*psub)[^()\n]{0,400}\))`,
    ),
    write: "$1$(",
  },
  // `source =(curl URL)`: a file of zsh's that is gone afterwards
  { hint: " =(", pattern: /(?<=[ \t])=(\()/dg, write: "<$1" },
  // backticks in an expansion's operand are read as text
  { hint: "`}", pattern: /(?<=\$\{\w+:?[-=+])`([^`\\]*)`(?=\})/dg, write: "$($1)" },
  {
    // `{curl,-s,URL}`: braces in a command's place make words, each with the place of the whole; mere names and nothing behind
    // them are a choice (`{curl,wget} | sh`)
    hint: "{",
    pattern: pattern(
      String.raw`(?=\{)${start}(?!\{[A-Za-z,]+\}[ \t]*[|;&)])\{([^\s{},'"()<>|;&\\\x60]+(?:,[^\s{},'"()<>|;&\\\x60]+)+)\}(?=[\s|;&)]|$)`,
    ),
    write: whole(([, words = ""]) => words.replaceAll(",", " ")),
  },
];
