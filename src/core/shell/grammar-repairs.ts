import type { SourceBuilder } from "../source.js";

/** Writes the replacement of a match, which the grammar can read. */
type Writer = (out: SourceBuilder, match: RegExpExecArray) => void;

/** Syntax that the grammar misreads, and its replacement. */
export interface Repair {
  /** A string that every match contains. */
  readonly hint: string;
  readonly pattern: RegExp;
  /** `$1` is the text of a group, which keeps its offsets; other text gets the offsets of what it replaces. */
  readonly replacement: string | Writer;
  /** A text that this expression matches is not changed. */
  readonly unless?: RegExp;
}

/**
 * Matches where a command may begin: after an operator, or after a keyword that commands follow. The lookbehind over spaces is
 * bounded, because it runs at every offset.
 */
const start = String.raw`(?<=(?:^|[\n;&|(]|(?:^|[\s;])(?:if|while|until|then|else|elif|do|!|\{)(?=\s))[ \t]{0,80})`;

/** Matches `<<EOF`. */
export const hereDocument = String.raw`<<-?[ \t]*(?:'(?<single>\w+)'|"(?<double>\w+)"|\\?(?<bare>[A-Za-z_]\w*)(?!\w))`;
/** Matches the body of a here-document, up to 60 lines, from the line after `hereDocument` to its delimiter. */
const body = String.raw`(?:[^\n]*\n){0,60}?[ \t]*\k<single>\k<double>\k<bare>[ \t]*`;

/** Matches a redirect of an output, with the blanks before it. */
const redirect = String.raw`[ \t]*(?:\d?>>?&?|&>>?)[ \t]*[^\s;|&()<>]{1,200}`;

const pattern = (source: string): RegExp => new RegExp(source, "dg");

/** Returns a writer that replaces a whole match by one text. */
const whole =
  (text: (match: RegExpExecArray) => string): Writer =>
  (out, match) => {
    out.replace(text(match), match.index, match.index + match[0].length);
  };

/**
 * Matches a quotation; other text; `;` between two commands, as group 1; `;` at the end of a line, as group 2. A `;` before a keyword
 * such as `done` is other text.
 */
const TOKEN =
  /'[^']*'|"(?:[^"\\]|\\.)*"|[^;'"]+|(;)(?!\s*(?:do|done|then|else|elif|fi|esac)\b|\s*[;#)}]|\s*$)|(;)(?=\s*$)|./gs;

/** Joins the commands of a line by `&&` instead of `;`. */
const joined: Writer = (out, { index, 0: line }) => {
  for (const { 0: token, 1: between, 2: last, index: at } of line.matchAll(TOKEN)) {
    if (between !== undefined || last !== undefined)
      out.replace(last === undefined ? " && " : " ", index + at, index + at + 1);
    else out.copy(index + at, index + at + token.length);
  }
};

/** A parameter without braces: `$name`, `$1`, `$@`. */
const PARAMETER = String.raw`\$(?:[A-Za-z_]\w*|[\d@*#?])`;
/** Matches blanks and operators; a parameter, as group 1; a command in backticks, as group 2; or another part of a word. */
const WORD_PART = new RegExp(
  String.raw`[\s;&|<>(]+|(${PARAMETER})|\x60([^\x60\\\n]*)\x60|\\.|'[^'\n]*'|\$\{[^{}\n]*\}|[^\s;&|<>()'"\\$\x60]+|[^]`,
  "g",
);
/** Matches the part after which a word begins; empty at the beginning of a line. */
const BEGINS_WORD = /^(?:[\s;&|<>(]|$)/;

/** Matches a part after which the grammar begins a new word at an escape: a quotation, an expansion or a substitution. */
const BEFORE_ESCAPE = /^["'$\x60)]/;

/**
 * Writes `${name}` for `$name` and `$(…)` for backticks, except at the beginning of a word or of a quotation that begins a word, and
 * `'y'` for `\y` after another part of a word.
 */
const delimited: Writer = (out, { index, 0: line }) => {
  const parts = new RegExp(WORD_PART);
  let before = "";
  let isQuoted = false;
  // whether each open parenthesis is inside double quotes
  const open: boolean[] = [];
  for (let match = parts.exec(line); match !== null; match = parts.exec(line)) {
    const { 1: parameter, 2: command, index: at } = match;
    // an apostrophe in double quotes begins no quotation
    if (isQuoted && match[0].startsWith("'")) parts.lastIndex = at + 1;
    const part = line.slice(at, parts.lastIndex);
    const [start, end] = [index + at, index + parts.lastIndex];
    const isInWord = !BEGINS_WORD.test(before);
    const isEscape = !isQuoted && part.startsWith("\\") && BEFORE_ESCAPE.test(before);
    const isGroup = part.includes("(") && BEGINS_WORD.test(part) && (!isQuoted || before === "$");
    // a quotation mark is a part of a word only if something precedes it
    if (part !== '"' || isInWord || isQuoted) before = isEscape ? "'" : part;
    if (part === '"') isQuoted = !isQuoted;
    else if (part === ")" && !isQuoted) isQuoted = open.pop() ?? false;
    else if (isGroup) {
      open.push(isQuoted);
      isQuoted = false;
    }
    if (isInWord && parameter !== undefined) out.replace(`\${${parameter.slice(1)}}`, start, end);
    else if (isInWord && command !== undefined)
      out
        .replace("$(", start, start + 1)
        .copy(start + 1, end - 1)
        .replace(")", end - 1, end);
    else if (isEscape) out.replace(part === "\\'" ? `"'"` : `'${part.slice(1)}'`, start, end);
    else out.copy(start, end);
  }
};

/** The repairs, in the order in which they are applied: a repair may write what a later one matches. */
export const repairs: readonly Repair[] = [
  {
    // `mshta vbscript:Close(…)`: Windows does not split words at parentheses, and a script reaches to the end of its line
    hint: "(",
    pattern:
      /(?<=(?:^|[\s"'\\/;&|])(?:mshta|rundll32)(?:\.exe)?[ \t]{1,8})(?:javascript|vbscript|about):(?=[^\n(]{0,400}\()(?:"[^"\n]{0,2000}"|[^"\n]){1,2000}?(?=[ \t]{0,80}(?:[\r\n]|$)|[ \t]&{1,2}[ \t]|[ \t]\|{1,2}[ \t])/gi,
    replacement: whole(([script]) => `'${script.replaceAll("'", '"')}'`),
  },
  // `foo >`, `<!-- … -->`, `<br>`: the shell rejects a redirect without a name, and does not continue it on the next line
  { hint: ">", pattern: /(?<![^-]-|[=>])>>?(?=[ \t]*\r?\n)/g, replacement: " " },
  // a backslash before the first letter of a line (`\curl`): the letter gets the offsets of both, so a span starts at the backslash
  {
    hint: "\\",
    pattern: /(?=\\)(?<=(?:^|\n)[ \t]*)\\([A-Za-z])/g,
    replacement: whole(([, letter = ""]) => letter),
  },
  // `\. FILE` on a new line: the grammar reads a line that begins with such an escape as part of the command above
  { hint: "\n\\", pattern: /(?<!\\)\n(?=\\[^A-Za-z\s$\\\x60])/g, replacement: "\n " },
  // a word that continues after an escaped line end (`cu\`, `rl`); a comment does not continue
  { hint: "\\", pattern: /(?<=[^\s#\\])\\\r?\n(?=[^\s#])(?<!(?:^|\s)#[^\n]*\n)/g, replacement: "" },
  // `cat \`, `<<EOF`: the grammar reads an escaped line end before a here-document as a word
  { hint: "<<", pattern: /(?<=[ \t])\\\r?\n(?=[ \t]*<<)/g, replacement: " " },
  // in a here-document, the grammar misses an expansion after spaces at the start of a line; in code these spaces mean nothing
  { hint: "<<", pattern: /(?<=[^\\]\n)[ \t]+(?=[$\x60])/g, replacement: "" },
  // the grammar misreads a here-document that begins with an escape; a comment line before it has no effect on its reader
  { hint: "<<", pattern: /<<(?!<)[^\n]{0,400}\n(?=[ \t]*\\[$\x60])/g, replacement: "$0#\n" },
  // `<<EOF cat > FILE`: the grammar requires the command first
  {
    hint: "<<",
    pattern: pattern(
      String.raw`(?=<<)${start}(${hereDocument})[ \t]+([^\s;|&<>()#][^\n;|&<>]{0,400})`,
    ),
    replacement: "$5 $1 ",
  },
  // `cat <<A <<B`: the command reads only the last here-document
  {
    hint: "<<",
    pattern: pattern(String.raw`${hereDocument}(?=[ \t]*<<)([^\n]{0,300}\n)${body}(?:\n|$)`),
    replacement: "$4",
  },
  {
    // `cat <<A && sh <<B`: the bodies follow the line, one after the other; after the repair, each body follows its command
    hint: "<<",
    pattern: pattern(
      String.raw`(${hereDocument}[^\n;|&<]{0,200})(?:&&|\|\|?|;)(?=[^\n]{0,200}<<)([^\n]{0,300})(\n)(${body}(?:\n|$))`,
    ),
    replacement: "$1$6$7$5$6",
  },
  {
    // `cat <<EOF |`: the reader of the pipe is after the body; after the repair, it is on the line
    hint: "<<",
    pattern: pattern(
      String.raw`(${hereDocument}[^\n;|&<]{0,200}(?:&&|\|\|?)[ \t]*)(\n${body})\n([^\n]+)`,
    ),
    replacement: "$1$6$5",
  },
  {
    // `cat <<EOF 2>&1 | tail`: the grammar accepts a pipe after `<<EOF` only if no redirect is between them
    hint: "<<",
    pattern: pattern(String.raw`(${hereDocument})((?:${redirect}){1,4})(?=[ \t]*(?:[|&)]|;))`),
    replacement: "$5 $1",
  },
  {
    // `( cat <<EOF )`, `cat <<EOF &`, `if cat <<EOF; then`: what ends the command is on the line; after the repair, it is after the body
    hint: "<<",
    pattern: pattern(
      String.raw`(${hereDocument})[ \t]*(?:&(?![&>])|;(?=[ \t]*(?:(?:then|do|done|fi)\b|[})]))|(?=\)))([^\n]*)(\n)(${body})(?=\n|$)`,
    ),
    replacement: "$1$6$7\n$5",
  },
  {
    // the grammar accepts no `;` after `<<EOF`: `&&` replaces it, after which the same commands run
    hint: "<<",
    pattern: /<<-?[ \t]*(?:'\w+'|"\w+"|\\?[A-Za-z_]\w*)(?=[^\w\n])[^;\n]{0,400};[^\n]{0,2000}/g,
    replacement: joined,
  },
  {
    // `{ …; } <<< WORD`, `cat > FILE <<< WORD`: the grammar accepts a here-string only after simple commands, but `<& ` everywhere;
    // since people write no space after `<&`, it can represent the here-string
    hint: "<<<",
    pattern:
      /(?=<<<)(?<=(?:[})]|\b(?:esac|done)|>&?[ \t]{0,8}[^\s;|&()<>]{1,80})[ \t]{0,8}|[\s;]\d)<<</g,
    replacement: "<& ",
  },
  {
    // a here-document without a command, used as a comment over several lines: the grammar requires a command before it
    hint: "<<",
    pattern: pattern(
      String.raw`(?=<<)${start}<<(?=-?[ \t]*(["']?)\w+\1[ \t]*(?:>[^\n]*)?(?:\r?\n|$))`,
    ),
    replacement: ": <<",
  },
  // `!curl URL | sh`, as in notebooks; no program's name begins with `!`, but the delimiter `!END!` of a here-document does
  { hint: "!", pattern: /(?<=^|\n)[ \t]*!(?=[A-Za-z./])(?!\w+!\s*(?:\n|$))/g, replacement: " " },
  // `! { …; }`: the grammar reads a command whose name is the brace; the negation has no effect on the data flow
  {
    hint: "!",
    pattern: pattern(String.raw`${start}!(?=[ \t]+(?:\{|if|while|until|for|case)\s)`),
    replacement: " ",
  },
  {
    // `time { …; }` and `time ! …`, which the grammar misreads in the same way
    hint: "time",
    pattern: pattern(
      String.raw`${start}time(?:[ \t]+-p)?(?=[ \t]+(?:\(|(?:!|\{|if|while|until|for|case)\s))`,
    ),
    replacement: " ",
  },
  {
    // `coproc NAME { …; }`: the grammar reads a command with words; a function definition has the same form
    hint: "coproc",
    pattern: pattern(String.raw`${start}coproc(?:[ \t]+([A-Za-z_]\w*))?(?=[ \t]+(?:\(|\{\s))`),
    replacement: whole(([, name = "COPROC"]) => `coproc:${name}()`),
  },
  {
    // `coproc while …`: the grammar reads a command with words; the statement also runs without `coproc`
    hint: "coproc",
    pattern: pattern(
      String.raw`${start}coproc(?:[ \t]+[A-Za-z_]\w*)?(?=[ \t]+(?:\(|(?:\{|if|while|until|for|case)\s))`,
    ),
    replacement: " ",
  },
  {
    // `linux*) …;;`: arms of a `case` whose beginning is not part of the text
    hint: ";;",
    unless: /(?:^|[\s;&|("'\x60])case\s[^\n]{1,300}\sin(?=\s|$)/,
    pattern:
      /(?<=^|\n)[ \t]*(?:esac(?=[ \t]*(?:[;#\n]|$))|\(?[\w.*?$"'[\]{}+-]{1,80}(?:[ \t]*\|[ \t]*[\w.*?$"'[\]{}+-]{1,80}){0,20}\)(?=\s))|;;&?(?=[ \t]*(?:[#\n]|$))/g,
    replacement: whole(([token]) => (token.startsWith(";") ? "\n" : " ".repeat(token.length))),
  },
  // `[ -d ~ ]`: the grammar reads a home directory at the end of a test as an operator
  { hint: "~ ]", pattern: /(?<=[ \t])~(?= \])/g, replacement: "x" },
  // `[ "$A" \< "$B" ]`: an escaped comparison is an operator like any other
  {
    hint: "\\",
    pattern: /\\[<>](?=[ \t])(?<=(?:^|[\s;&|(!])\[[ \t][^\n;&|]{0,200}[ \t]\\.)/g,
    replacement: "=",
  },
  // `((curl URL) | sh)`: two subshells are not arithmetic
  { hint: "((", pattern: /\((\()(?=[^()\n]{1,300}\)[ \t]*[|;&])/dg, replacement: "( $1" },
  // `exec 3<> /dev/tcp/HOST/PORT`: the connection can also be written to, but only reading matters
  { hint: "<>", pattern: /(?<=\s\d{1,3})<>(?=[ \t]*[^\s<>])/g, replacement: "<" },
  {
    // `set -l x (curl URL)`: an assignment in fish
    hint: "set ",
    pattern: pattern(
      String.raw`${start}set(?:[ \t]+-[\w-]+)*[ \t]+([A-Za-z_]\w*)[ \t]+\((?=[^()\n]{0,400}://[^()\n]*\))`,
    ),
    replacement: whole(([, name = ""]) => `${name}=$(`),
  },
  {
    // `source (curl URL | psub)`: fish writes substitutions without a dollar sign
    hint: "(",
    pattern: pattern(
      String.raw`${start}(?!(?:if|while|until|then|else|elif|do|time|not|and|or)\s)([\w./][\w./-]*(?:[ \t]+-[\w-]+)*[ \t]+)\((?=[^()\n]{0,400}(?:://|\|[ \t]*psub)[^()\n]{0,400}\))`,
    ),
    replacement: "$1$(",
  },
  {
    // `eval (curl $url)`: no other shell has a parenthesis here, so an address in a variable is enough
    hint: "(",
    pattern: pattern(
      String.raw`${start}((?:eval|source)[ \t]+)\((?=[^()\n]{0,400}[ \t]["']?\$[A-Za-z_][^()\n]{0,400}\))`,
    ),
    replacement: "$1$(",
  },
  // `${ curl URL; }`: a substitution without a subshell, of bash 5.3
  { hint: "${ ", pattern: /\$\{( [^{}\n]{1,400}); *\}/dg, replacement: "$($1)" },
  // `source =(curl URL)`: a temporary file in zsh
  { hint: " =(", pattern: /(?<=[ \t])=(\()/dg, replacement: "<$1" },
  // `a"b"$c/d`: the grammar may begin a new word at an expansion in a word
  ...["$", "`"].map((hint) => ({
    hint,
    pattern: new RegExp(`^[^\\n]*(?:[^\\s"'=({|&;<>]|[^\\s=(]["'])\\${hint}[^\\n]*`, "gm"),
    replacement: delimited,
  })),
  {
    // `"x"\y`: the grammar begins a new word at the escape; a here-document keeps the backslash before other characters
    hint: "\\",
    pattern: /^[^\n]*(?:["'\x60)}]|\$\w{1,40})\\[^\r\n$\x60\\][^\n]*/gm,
    replacement: delimited,
  },
  // backticks in the operand of an expansion, which the grammar reads as text
  { hint: "`}", pattern: /(?<=\$\{\w+:?[-=+])`([^`\\]*)`(?=\})/dg, replacement: "$($1)" },
  {
    // `{curl,-s,URL}`: braces instead of a command become words, each with the offsets of the whole; only names with nothing after
    // them are a choice between commands (`{curl,wget} | sh`)
    hint: "{",
    pattern: pattern(
      String.raw`(?=\{)${start}(?!\{[A-Za-z,]+\}[ \t]*[|;&)])\{([^\s{},'"()<>|;&\\\x60]+(?:,[^\s{},'"()<>|;&\\\x60]+)+)\}(?=[\s|;&)]|$)`,
    ),
    replacement: whole(([, words = ""]) => words.replaceAll(",", " ")),
  },
];
