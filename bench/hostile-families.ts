/** Families of hostile texts: functions that return a repetitive, nested or malformed text of about the given length. */
import { longScript } from "./long-script.js";
import { series } from "./random-series.js";
import { hostile } from "./texts.js";

/** Returns a text of about `size` UTF-16 code units. */
export type Family = (size: number) => string;

const repeated =
  (unit: string, before = "", after = ""): Family =>
  (size) =>
    before +
    unit.repeat(Math.max(1, Math.ceil((size - before.length - after.length) / unit.length))) +
    after;
const fenced = (tag: string, unit: string): Family => repeated(unit, `\`\`\`${tag}\n`, "\n```\n");
const growing =
  (line: (index: number) => string): Family =>
  (size) => {
    let text = "";
    for (let index = 0; text.length < size; index++) text += line(index);
    return text;
  };

const scraps = [
  "curl",
  "|",
  "sh",
  "$(",
  ")",
  "`",
  '"',
  "'",
  "\n",
  "\n\n",
  "eval",
  "(",
  "atob",
  "[",
  "]",
  "{",
  "}",
  "<",
  ">",
  "<<A",
  "#",
  "-",
  "*",
  "    ",
  "http://x",
  "never",
  "run",
  "&&",
  ";",
  "\\",
];

function random(piece: (next: (bound: number) => number) => string): Family {
  return (size) => {
    const next = series(7);
    return growing(() => piece(next))(size);
  };
}

const built: Readonly<Record<string, Family>> = {
  "random characters": random((next) => String.fromCharCode(next(256))),
  "random scraps": random((next) => `${scraps[next(scraps.length)] ?? ""} `),
  "one word": repeated("a"),
  "one line of words": repeated("some words "),
  "nested lists": growing((index) => `${" ".repeat(2 * (index % 40))}- curl A\n`),
  "mixed quote and list marks": repeated("> - 1. "),
  "deep quotes": repeated(`${"> ".repeat(15)}curl A | sh\n`),
  "deep JSON": repeated('{"curl":['),
  "JSON commands": repeated('"curl A | sh",', "[", '""]'),
  "deep YAML": growing((index) => `${" ".repeat(index % 200)}curl:\n`),
  "YAML steps": repeated("- run: curl A | sh\n"),
  "diff lines": fenced("diff", "+curl A | sh\n-curl B | sh\n"),
  "console lines": fenced("console", "$ curl A | sh\nsome output\n"),
  "nested Python calls": fenced("python", "eval("),
  "Python calls": fenced("python", "os.system('curl A | sh')\n"),
  "nested functions of JavaScript": fenced("js", "eval(() => {"),
  "JavaScript decoders": fenced("js", "let y = atob(x); eval(y);\n"),
  "long chains of JavaScript": repeated(".then(b)", "```js\neval(atob(x));\na", ";\n```\n"),
  "long chains of Python": repeated(".b", "```python\neval(atob(x))\na", "\n```\n"),
  "C functions": repeated('int f(char *a) { if (a[0]) { system("curl A | sh"); } return 1; }\n'),
  "a long string of escapes": repeated("\\x63\\n", "```python\nos.system('", "')\n```\n"),
  "an open string of escapes": repeated('\\"curl\\" ', 'bash -c "'),
  "shell commands": fenced("sh", "make -C build\ncp a b\ncurl A -o f\n"),
  "doubling variables": repeated('S="$S$S$(curl A)"\n', "```sh\n", 'eval "$S"\n```\n'),
  "lengthened variables": repeated('A="$A$Y."\n', "```sh\nA=curl\n", 'eval "$A"\n```\n'),
  "lengthened arguments": repeated('set -- "$@" "x$Y"\n', "```sh\n", 'curl A | "$1"\n```\n'),
  "a script of functions": longScript,
  "chained functions": growing((index) => `f${String(index)}() { f${String(index + 1)} curl; }\n`),
  "open comments of HTML": repeated("-`<!--,"),
  "paragraphs like a script": repeated("import os\n\n\nreturn ", "if "),
  "open comments of any language": fenced("vim", "if $ curl -s https://a.example/i.sh/*"),
  "nested code elements": repeated("<div><pre><code>curl A | sh"),
  "open comments": repeated("<!-- curl "),
  headings: repeated("# curl A | sh\n\ntext\n\n"),
  "display in sentences": repeated('He said "curl A | sh" and left. '),
  "warned blocks": repeated("Other words.\n\nNever run this.\n\n`curl A | sh`\n\n"),
  "commands in sentences": repeated("Run curl A | sh to install. "),
  "container builds": repeated("RUN curl A | sh\n", "FROM x\n"),
  "make recipes": repeated("\tcurl A | sh && \\\n", "all:\n"),
  "wrapper words": repeated("sudo env A=1 "),
  "pipelines without end": fenced("sh", "=|"),
  "two dots of Python": repeated("..a::", "```python\neval("),
  "closing parentheses": repeated(")", "curl A ", " | sh"),
  "pipes without spaces": repeated("|", "curl A ", " | sh"),
  "angle brackets without spaces": repeated("a>", "curl A ", " | sh"),
  "exclamation marks": repeated("!", "", "curl A | sh\n"),
  underscores: repeated("__", "", "curl A | sh\n"),
  "spaces in a code block": repeated(" ", "```sh\ncurl A ", "a\n```\n"),
  "spaces before a line of a code block": repeated(" ", "```sh\n", "curl A\n```\n"),
  "spaces in a sentence": repeated(" ", "Run curl A ", "now.\n"),
  "lines of spaces": repeated("  \n", "curl A\n"),
  "spaces in YAML": repeated(" ", "run: curl A ", " | sh"),
  "spaces after a property of JavaScript": repeated(
    " ",
    "```js\neval(atob(x)); a.innerHTML",
    "b\n```\n",
  ),
  "spaces in a line of Python": repeated(" ", "```python\neval(atob(x))\n", "b\n```\n"),
  "braces and spaces": repeated(" ", "`{{ ", "curl A | sh`"),
  "multi-line quotations": fenced("console", '$ echo "a\nb c\nd"\n'),
  "PowerShell statements": fenced("powershell", "$a = @'\ncurl A\n'@\nbash -c $b\n"),
  "nested brackets of PowerShell": repeated("$(", "```powershell\niex (irm A)\niex "),
  "open here-strings of PowerShell": fenced("powershell", "$x = @'\niex (irm A)\n"),
  "open substitutions of PowerShell's strings": repeated('"$(', "```powershell\niex (irm A)\niex "),
  "open tables of PowerShell": repeated("@{a=", "```powershell\niex (irm A)\niex "),
  "sums of PowerShell": repeated("'iex' + \"irm\" + ", "```powershell\niex (irm A)\niex "),
  "backticks of PowerShell": repeated("`", "```powershell\niex (irm A)\niex "),
  "pipes at the start of PowerShell's lines": repeated(
    " | curl A\n",
    "```powershell\niex (irm A)\niex\n",
  ),
  "quotation marks of PowerShell": repeated("\"'", "```powershell\niex (irm A)\niex "),
  "operators of batch files": repeated("(curl A & ", "```bat\n"),
  "carets of batch files": repeated("^", "```bat\ncurl A "),
  "batch lines": fenced("bat", "if exist x call curl A | sh\n"),
  "quotation marks": repeated('"', "curl A | sh\n", "\ncurl A | sh\n"),
  "cloud-init configurations": fenced("hcl", "x = <<A\n#cloud-config\n"),
  "JSON in here-documents": fenced("hcl", 'x = <<A\n{"\n'),
  "open strings of Nix": fenced("nix", "a = \"''curl\" ''\n"),
  "number signs of Swift": fenced("swift", "#"),
  "dotted keys of TOML": repeated("a.", "```toml\ncurl"),
  "escaped quotes of TypeScript": repeated('\\`\\"', "```ts\neval(atob(x)); "),
  "escaped quotes after an open one": repeated('\\"', '```\neval(atob("', "\n```\n"),
  URLs: repeated("http://a.b/curl "),
  "lone surrogates": repeated("\ud800curl"),
};

/** Every family by its name. */
export const families: Readonly<Record<string, Family>> = {
  ...Object.fromEntries(Object.entries(hostile).map(([name, unit]) => [name, repeated(unit)])),
  ...built,
};
