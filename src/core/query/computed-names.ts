import { eachMatch } from "../scan.js";

/** Matches an index, which may be a call or contain another index, and the parenthesis of a call of what is stored there. */
export const INDEX_CALLED = "\\[[^\\]\\n]{1,200}\\](?:[\\s\\])]{0,4}\\])?\\s{0,4}\\(";

/**
 * Where a command may begin, possibly in quotes: at the beginning of a line, or after an operator, a prompt, a list marker, a key
 * or a word that precedes commands.
 */
const start =
  "(?:^|[\\n;&|(`]|[-*+$#%>).:\u276f][ \\t]|[\\s;](?:then|do|else|RUN|sudo|exec|command|nohup|time|env|eval)[ \\t])[ \\t]*[\"']?";

const expansion = "\\$(?:[A-Za-z_]\\w{0,40}|\\{[A-Za-z_]\\w{0,40}\\})";

/** Letters and variables, at least two of them adjacent: `$c$d`, `${c}rl`, `cu$d`. */
const joined = `(?:[a-z]{1,12}${expansion}|${expansion}(?:${expansion}|[a-z]{1,12}))(?:[a-z]{1,12}|${expansion}){0,8}`;

/** An expansion of a variable to a part, or another spelling, of its value: `${x%y}`, `${x:2}`, `${x,,}`. */
const cut = "\\$\\{[A-Za-z_]\\w{0,40}(?:[%#/]|,|:[ \\d])[^{}\\n]{0,40}\\}";

/** A path with a pattern in its last part: `/bin/?sh`. */
const globbed = "/[\\w/?*[\\]-]{0,40}[?*\\]][\\w?*[\\]-]{0,20}";

/** A name with a choice of letters in it: `cu{r,}l`. */
const braced = "[a-z]{0,12}\\{[a-z,]{1,20}\\}[a-z]{0,12}";

const end = "[\"']?(?=[\\s;|&)`]|$)";

/** A glob or braces in a name count only if a URL, a host or a variable follows on the line: most are lists of files. */
const addressed = "(?=[^\\n]{0,300}?(?:://|\\$[\\w{(]|\\s[\"']?[\\w-]+\\.[\\w.-]+[/:\\s|\"']))";

const inPlace = new RegExp(
  `${start}(?:(?:${joined}|${cut})${end}|(?:${globbed}|${braced})${end}${addressed})`,
);

/** A value that is concatenated from letters and variables, or extended by letters. */
const assigned = new RegExp(
  `(?:^|[\\s;])[A-Za-z_]\\w{0,40}(?:=["']?${joined}|\\+=["']?[a-z]{1,8})${end}`,
);

/** A part of each form, and strings one of which is in every text with that part; most texts contain none of these strings. */
const patterns: readonly (readonly [pattern: RegExp, texts: readonly string[]])[] = [
  [
    /\$(?:(?<=[a-z]\$)[A-Za-z_{]|[A-Za-z_]\w{0,40}\$|\{[A-Za-z_]\w{0,40}(?:\}[a-z$]|[%#/,:]))/g,
    ["$"],
  ],
  // the path before the pattern is tested last, since most patterns have none
  [/[?*[][\w?*[\]-]{0,20}(?=[\s"';|&)`]|$)(?<=\/[\w?*[\]-]{1,40})/g, ["*", "?", "["]],
  [/\{[a-z]{0,12},[a-z,]{0,20}\}/g, ["{"]],
  [/\+=["']?[a-z]{1,8}["']?(?=[\s;])/g, ["+="]],
];

/** Matches a call by a variable whose result is executed as code: `eval($f("…"))`, `$g($f("…"))`. */
const called = /(?:\b(?:eval|assert)|\$\w{1,40})\s{0,4}\(\s{0,4}@?\$\w{1,40}\s{0,4}\(/;

/** Matches code that executes a string made of character codes, which hides its words: `os.execute(string.char(99, …))`. */
const numbered = /\b(?:os\.execute|io\.popen|load|loadstring)\s{0,4}\(\s{0,4}string\.char\s{0,4}\(/;

/** Matches a method whose name is in a variable or composed: `$client.$m("…")`, `$client.($a + $b)("…")`, `$client."$a$b".Invoke("…")`. */
const member =
  /\.(?:\$\w{1,40}|\([^()\n]{0,80}\$\w[^()\n]{0,80}\)|"[^"\n]{0,80}\$\w[^"\n]{0,80}")(?:\.invoke)?\(/i;
const memberStarts = [".$", ".(", '."'];

/** Matches a command whose name a format string composes: `.("{1}{0}" -f 'Method', 'Invoke-Rest') U`. */
const formatted = /[&.]\s{0,4}\(\s{0,4}["'](?:\{\d\}){2,20}["']\s{0,4}-f\b/i;

/** Number of characters before and after such a part that are searched. */
const BEFORE = 100;
const AFTER = 400;

/** Whether a command's name may be computed, so that the text does not contain it: by a variable next to letters, a glob or braces. */
export function computesNames(text: string): boolean {
  if (text.includes("$") && called.test(text)) return true;
  if (memberStarts.some((each) => text.includes(each)) && member.test(text)) return true;
  if (text.includes("}{") && formatted.test(text)) return true;
  // searching for a rare string first is faster than the expression
  if (text.includes(".char") && numbered.test(text)) return true;
  return patterns.some(([pattern, texts]) => {
    if (!texts.some((each) => text.includes(each))) return false;
    for (const { index } of eachMatch(text, pattern)) {
      const part = text.slice(Math.max(0, index - BEFORE), index + AFTER);
      if (inPlace.test(part) || assigned.test(part)) return true;
    }
    return false;
  });
}
