import type { SourceBuilder } from "../source.js";

/** Writes a text that the grammar can read instead of a match. */
type Writer = (out: SourceBuilder, match: RegExpExecArray) => void;

/** Syntax that the grammar misreads, and its replacement. */
export interface Repair {
  /** A text without it cannot match. */
  readonly hint: string;
  readonly pattern: RegExp;
  /** The replacement: `$1` is a group, which keeps its place; other text gets the place of what it replaces. */
  readonly write: string | Writer;
  /** A text that matches it is not changed. */
  readonly unless?: RegExp;
}

/**
 * Where a command may begin: after an operator, or a keyword that commands follow. The lookbehind over blanks is bounded, because
 * it runs at every place.
 */
const start = String.raw`(?<=(?:^|[\n;&|(]|(?:^|[\s;])(?:if|while|until|then|else|elif|do|!|\{)(?=\s))[ \t]{0,80})`;

/** `<<EOF` with its delimiter, and its body from the next line on; longer ones are not matched. */
export const hereDocument = String.raw`<<-?[ \t]*(?:'(?<single>\w+)'|"(?<double>\w+)"|\\?(?<bare>[A-Za-z_]\w*)(?!\w))`;
const body = String.raw`(?:[^\n]*\n){0,60}?[ \t]*\k<single>\k<double>\k<bare>[ \t]*`;

const pattern = (source: string): RegExp => new RegExp(source, "dg");

/** Replaces all of a match by one text. */
const whole =
  (text: (match: RegExpExecArray) => string): Writer =>
  (out, match) => {
    out.replace(text(match), match.index, match.index + match[0].length);
  };

/** A quotation; `;` between two commands; `;` at the end of a line; anything else. Before keywords `;` is not replaced. */
const piece =
  /'[^']*'|"(?:[^"\\]|\\.)*"|[^;'"]+|(;)(?!\s*(?:do|done|then|else|elif|fi|esac)\b|\s*[;#)}]|\s*$)|(;)(?=\s*$)|./gs;

const joined: Writer = (out, { index, 0: line }) => {
  for (const { 0: token, 1: between, 2: last, index: at } of line.matchAll(piece)) {
    if (between !== undefined || last !== undefined)
      out.replace(last === undefined ? " && " : " ", index + at, index + at + 1);
    else out.copy(index + at, index + at + token.length);
  }
};

/** In this order: a repair may write what a later one matches. */
export const repairs: readonly Repair[] = [
  {
    // `mshta vbscript:Close(…)`: Windows does not split words at parentheses, and a script reaches to the end of its line
    hint: "(",
    pattern:
      /(?<=(?:^|[\s"'\\/;&|])(?:mshta|rundll32)(?:\.exe)?[ \t]{1,8})(?:javascript|vbscript|about):(?=[^\n(]{0,400}\()(?:"[^"\n]{0,2000}"|[^"\n]){1,2000}?(?=[ \t]{0,80}(?:[\r\n]|$)|[ \t]&{1,2}[ \t]|[ \t]\|{1,2}[ \t])/gi,
    write: whole(([script]) => `'${script.replaceAll("'", '"')}'`),
  },
  // `foo >`, `<!-- … -->`, `<br>`: the shell rejects a redirect without a name, and does not continue it on the next line
  { hint: ">", pattern: /(?<![^-]-|[=>])>>?(?=[ \t]*\r?\n)/g, write: " " },
  // a backslash before the first letter of a line (`\curl`): the letter gets the place of both, so a span starts at the backslash
  {
    hint: "\\",
    pattern: /(?<=(?:^|\n)[ \t]*)\\([A-Za-z])/g,
    write: whole(([, letter = ""]) => letter),
  },
  // a word that continues after a line end (`cu\`, `rl`); a comment does not
  { hint: "\\", pattern: /(?<=[^\s#\\])\\\r?\n(?=[^\s#])(?<!(?:^|\s)#[^\n]*\n)/g, write: "" },
  // in a here-document the grammar misses an expansion after blanks at the start of a line; in code such blanks mean nothing
  { hint: "<<", pattern: /(?<=[^\\]\n)[ \t]+(?=[$\x60])/g, write: "" },
  // nor can a here-document begin with an escape: a comment line before it has no effect on its reader
  { hint: "<<", pattern: /<<(?!<)[^\n]{0,400}\n(?=[ \t]*\\[$\x60])/g, write: "$0#\n" },
  // `<<EOF cat > FILE`: the grammar requires the command first
  {
    hint: "<<",
    pattern: pattern(
      String.raw`(?=<<)${start}(${hereDocument})[ \t]+([^\s;|&<>()#][^\n;|&<>]{0,400})`,
    ),
    write: "$5 $1 ",
  },
  // `cat <<A <<B`: the command reads the last one
  {
    hint: "<<",
    pattern: pattern(String.raw`${hereDocument}(?=[ \t]*<<)([^\n]{0,300}\n)${body}(?:\n|$)`),
    write: "$4",
  },
  {
    // `cat <<A && sh <<B`: the bodies follow each other; after the repair each follows its command
    hint: "<<",
    pattern: pattern(
      String.raw`(${hereDocument}[^\n;|&<]{0,200})(?:&&|\|\|?|;)(?=[^\n]{0,200}<<)([^\n]{0,300})(\n)(${body}(?:\n|$))`,
    ),
    write: "$1$6$7$5$6",
  },
  {
    // `cat <<EOF |`: its reader is after the body; after the repair it is on the line
    hint: "<<",
    pattern: pattern(
      String.raw`(${hereDocument}[^\n;|&<]{0,200}(?:&&|\|\|?)[ \t]*)(\n${body})\n([^\n]+)`,
    ),
    write: "$1$6$5",
  },
  {
    // the grammar accepts no `;` after `<<EOF`: what follows runs as it does after `&&`
    hint: "<<",
    pattern: /<<-?[ \t]*(?:'\w+'|"\w+"|\\?[A-Za-z_]\w*)(?=[^\w\n])[^;\n]{0,400};[^\n]{0,2000}/g,
    write: joined,
  },
  {
    // `{ …; } <<< WORD`, `cat > FILE <<< WORD`: the grammar accepts here-strings after few commands; a redirect may be anywhere,
    // and nobody writes `<& ` for one
    hint: "<<<",
    pattern:
      /(?=<<<)(?<=(?:[})]|\b(?:esac|done)|>&?[ \t]{0,8}[^\s;|&()<>]{1,80})[ \t]{0,8}|[\s;]\d)<<</g,
    write: "<& ",
  },
  {
    // a here-document without a command, used as a comment over several lines: the grammar requires a command before it
    hint: "<<",
    pattern: pattern(
      String.raw`(?=<<)${start}<<(?=-?[ \t]*(["']?)\w+\1[ \t]*(?:>[^\n]*)?(?:\r?\n|$))`,
    ),
    write: ": <<",
  },
  // `!curl URL | sh`, as in notebooks: no program's name begins with `!`
  { hint: "!", pattern: /(?<=^|\n)[ \t]*!(?=[A-Za-z./])/g, write: " " },
  // `! { …; }`: read as a command named by the brace; negating a status changes no flow
  {
    hint: "!",
    pattern: pattern(String.raw`${start}!(?=[ \t]+(?:\{|if|while|until|for|case)\s)`),
    write: " ",
  },
  {
    // `time { …; }` and `time ! …` likewise
    hint: "time",
    pattern: pattern(
      String.raw`${start}time(?:[ \t]+-p)?(?=[ \t]+(?:\(|(?:!|\{|if|while|until|for|case)\s))`,
    ),
    write: " ",
  },
  {
    // `coproc NAME { …; }`: read as a command with words; a function definition has the same form
    hint: "coproc",
    pattern: pattern(String.raw`${start}coproc(?:[ \t]+([A-Za-z_]\w*))?(?=[ \t]+(?:\(|\{\s))`),
    write: whole(([, name = "COPROC"]) => `coproc:${name}()`),
  },
  {
    // `coproc while …`: read as a command with words; without `coproc` the group runs as well
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
  // `[ -d ~ ]`: a home directory at the end of a test is read as an operator
  { hint: "~ ]", pattern: /(?<=[ \t])~(?= \])/g, write: "x" },
  // `[ "$A" \< "$B" ]`: an escaped comparison is an operator like any other
  {
    hint: "\\",
    pattern: /\\[<>](?=[ \t])(?<=(?:^|[\s;&|(!])\[[ \t][^\n;&|]{0,200}[ \t]\\.)/g,
    write: "=",
  },
  // `((curl URL) | sh)`: two subshells are not arithmetic
  { hint: "((", pattern: /\((\()(?=[^()\n]{1,300}\)[ \t]*[|;&])/dg, write: "( $1" },
  // `exec 3<> /dev/tcp/HOST/PORT`: the connection is also written to, but read like any other
  { hint: "<>", pattern: /(?<=\s\d{1,3})<>(?=[ \t]*[^\s<>])/g, write: "<" },
  {
    // `set -l x (curl URL)`: an assignment in fish
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
  // `source =(curl URL)`: a temporary file in zsh
  { hint: " =(", pattern: /(?<=[ \t])=(\()/dg, write: "<$1" },
  // backticks in an expansion's operand are read as text
  { hint: "`}", pattern: /(?<=\$\{\w+:?[-=+])`([^`\\]*)`(?=\})/dg, write: "$($1)" },
  {
    // `{curl,-s,URL}`: braces at the place of a command make words, each with the place of the whole; names alone with nothing
    // after them are a choice (`{curl,wget} | sh`)
    hint: "{",
    pattern: pattern(
      String.raw`(?=\{)${start}(?!\{[A-Za-z,]+\}[ \t]*[|;&)])\{([^\s{},'"()<>|;&\\\x60]+(?:,[^\s{},'"()<>|;&\\\x60]+)+)\}(?=[\s|;&)]|$)`,
    ),
    write: whole(([, words = ""]) => words.replaceAll(",", " ")),
  },
];
