/** Words before a parenthesis that are not commands. */
const KEYWORDS =
  "if|elseif|while|for|foreach|switch|until|param|catch|return|in|function|filter|and|or|not|base";

/** Stands for each character of a string while the code around it is rewritten. */
export const STRING = "\ue000";

type Write = (found: string, ...parts: string[]) => string;

const blank: Write = (found) => found.replace(/\S/g, " ");
const digits: Write = (found) => "0".repeat(found.length);
const hidden: Write = (found) => found.replace(/[^\s$]/g, "_");
const word: Write = (found) => "_".repeat(found.length);

/**
 * What the grammar rejects in code, and its replacement; every other character keeps its place. A replacement only changes how the
 * grammar divides the text: names and words are read from the original script.
 */
const REPAIRS: readonly (readonly [RegExp, Write])[] = [
  // a bar at the start of a line, or at the end of one
  [
    /(?<!\s)[ \t]*\r?\n[ \t\r\n]*(?=\|(?!\|))|(?<=\|[ \t]{0,20})\r?\n/g,
    (found) => " ".repeat(found.length),
  ],
  // [Windows.Foundation.Uri, Windows.Web, ContentType = WindowsRuntime]
  [/(?<=\[[\w.]{1,120}),[\w., \t]{0,120}\bContentType[ \t]?=[ \t]?WindowsRuntime(?=\])/gi, word],
  // [Parameter(Mandatory, Position = 0)], [Flags()]: of attributes, only which parameter gets the input matters
  [
    /(?<![\w)\]$])\[[A-Za-z][\w.]{0,80}\([^(){}]{0,300}(?:\([^(){}]{0,200}\)[^(){}]{0,300}){0,20}\)\]/g,
    (found) => (/FromPipeline/i.test(found) ? found : blank(found)),
  ],
  // param($x) COMMAND: the statement after it needs its own line
  [
    /(?<=\bparam[ \t]{0,4}\([^()]{0,300}(?:\([^()]{0,200}\)[^()]{0,300}){0,20}\))[ \t](?=[^\s}])/gi,
    () => "\n",
  ],
  // <powershell> … </powershell>, <persist>true</persist>: user data of a virtual machine
  [/^[ \t]*<\/?(?:powershell|persist)>.{0,40}$/gim, blank],
  // <url>
  [/<[A-Za-z][^<>\n|]{0,80}>/g, word],
  // {version}, & and similar text in an address
  [/(?<=[\w/.=-])\{{1,2}[\w.-]{1,60}\}{1,2}/g, hidden],
  [/:\/\/[^\s|;()"'`{}\ue000]+/g, (found) => found.replace(/[^\w:/$.?=%-]/g, "_")],
  // `{current`}, `$PROFILE
  [/`[{}()$;|&<>]/g, word],
  // ./install.ps1
  [/(?<=^|[\s;|{(&])\.{1,2}[\\/]/g, hidden],
  // $list.ForEach({ … }), $list.Where({ … }): a pipeline
  [
    /\.(?:ForEach|Where)(?=\([ \t]{0,4}\{)/gi,
    (found) => (/w/i.test(found) ? "|?" : "|%").padEnd(found.length),
  ],
  // iex(…): the last letter is replaced by a blank
  [
    new RegExp(`(?<=^|[\\s;{|(&=])(?!(?:${KEYWORDS})\\b)([A-Za-z][\\w-]*)\\w(?=\\()`, "gi"),
    (_found, name) => `${name ?? ""} `,
  ],
  // New-Object IO.StreamReader(New-Object …): the list becomes one in parentheses, and the last letter before it a blank
  [/(?<=\bNew-Object[ \t]{1,4}(?:-TypeName[ \t]{1,4})?[\w.[\]]{1,80})\w(?=\()/gi, blank],
  // iex $client.GetStringAsync(…).GetAwaiter().GetResult(): the list ends at the end of the last call
  [
    /\)(?:\.(?:GetAwaiter|GetResult|Trim(?:Start|End)?|ToString)\(\))+/gi,
    (found) => `${" ".repeat(found.length - 1)})`,
  ],
  // { … }.GetNewClosure()
  [/(?<=\})\.GetNewClosure\(\)/gi, blank],
  // $x ? $y : $z: one of several values, written as a list
  [
    /(?<=[\w)\]\ue000][ \t])\?(?=[ \t][^{}\n]{1,200}[ \t)\]\ue000]:[ \t])|(?<=[\w)\]\ue000][ \t]\?[ \t][^{}\n]{1,200}[ \t)\]\ue000]):(?=[ \t])/g,
    () => ",",
  ],
  // $x ?? $y, $x ??= $y
  [/\?\?=?(?=\s)/g, (found) => (found.endsWith("=") ? "  =" : " ,")],
  // $x = switch (…) { … }, $x = foreach (…) { … }: the grammar knows no such values
  [
    /(?<=^[ \t]{0,80})\$[\w:.]{1,80}[ \t]{0,20}\+?=[ \t]{0,20}(?=(?:switch|foreach|for|while)\b)/gim,
    blank,
  ],
  // switch ($x) { 'a' { … } default { … } }: each case on its own line
  [/(?<=\})[ \t](?=(?:default|\ue000{2,80}|\d{1,9})[ \t]{0,4}\{)/gi, () => "\n"],
  // $home\bin\$name, $home/bin, $root\..\
  [
    /(?<=\$[\w:]{1,60})(?:\\[\w.$*-]*|\/(?:[A-Za-z][\w.$*-]*|\.{1,2}(?=[\\/\s)])|\*))(?:[\\/][\w.$*-]*)*/g,
    word,
  ],
  // 4GB, 1L, 0xBEuy
  [/(?<=(?<![\w$.-])(?:\d[\d.]{0,20}|0x[\da-f]{1,16}))(?:[kmgtp]b|u?[lsy]|[dn])\b/gi, digits],
  // Name, Id, *.exe as words of a command; lists of types and in attributes are left
  [
    /\[\w[\w.]{0,80}(?:\[[\w.,[\] ]{1,200}\]|\([^(){}]{0,300}\))\]|,(?=[ \t]{0,8}(?:[A-Za-z_]|\*\.?\w))|(?<=[ \t|][A-Za-z][\w.-]{0,60}[ \t]?),(?=[ \t]{0,8}@\{)/g,
    (found) => (found === "," ? " " : found),
  ],
  // break NAME, :NAME foreach (…)
  [/(?<=\b(?:break|continue)[ \t]{1,4})[A-Za-z]\w*(?=[ \t]*(?:[;}\r\n]|$))/gi, blank],
  [/(?<=^|[\s;{}]):\w{1,60}(?=[ \t]{1,4}(?:foreach|for|while|do|switch)\b)/gi, blank],
  // ${name}?q=1, https://host/${name}
  [/(?<=\$\{[\w:]{1,60}\})\?/g, hidden],
  [/(?<=[\w/.=-])\$\{[\w:]{1,60}\}/g, (found) => `$${word(found.slice(1))}`],
  // - and --, and --name=value; between values they are operators
  [/(?<=\s)(?:-(?=[ \t]{0,8}(?:[|;)\r\n]|$))|--(?=[\s|;)]|$))/g, hidden],
  [/(?<=(?<!(?:\$[\w:.]{1,80}|::\w{1,80}|[\d)\]\ue000])[ \t]{0,8})\s)-(?=\s)/g, hidden],
  [
    /(?<=\s)--?[\w-]+=[^\s"'|;)\ue000]*(\ue000*)/g,
    (found, string) => (string === "" ? `_${found.slice(1).replaceAll("=", "_")}` : word(found)),
  ],
  // -VT100Support, -File1
  [/(?<=\s-[A-Za-z]\w{0,40})\d/g, () => "x"],
  // -cin, -inotin
  [/(?<=\s)-[ci](?=(?:not)?in\s)/gi, () => " -"],
  // -bor, -shr: the grammar knows them only outside lists of arguments
  [/(?<=[\s)])-(?:b(?:and|x?or)|sh[lr])(?=[\s(])/gi, (found) => "+".padStart(found.length)],
  // [Net.WebRequestMethods+Ftp]
  [/(?<=\[[\w.]{1,80})\+(?=[\w.]{1,80}\])/g, word],
  // { }, except for the body of a class
  [/(?<!@|\b(?:class|enum)[ \t][^\n{}]{0,120})\{[ \t]+\}/gi, (found) => `{0${found.slice(2)}`],
  [/(?<=[=,(][ \t]{0,4}|\s-[A-Za-z]\w{0,40}[ \t]{1,4})\{\}/g, word],
  // a quote without a closing one
  [/["']/g, hidden],
];

/** Returns code with what the grammar rejects rewritten at the same length; its strings are written as {@link STRING}. */
export function repairedCode(code: string): string {
  return REPAIRS.reduce((text, [pattern, write]) => text.replace(pattern, write), code);
}

/** What may be rewritten only in a statement that the grammar rejects, because elsewhere it has another meaning. */
const LAST_REPAIRS: typeof REPAIRS = [
  // Write-Output $value.GetType().FullName
  [/(?<=\))(?:\.\w{1,80}(?:\(\))?|\[-?\d{1,9}\]){1,20}/g, blank],
  // Remove-Item $folder/$name
  [/(?<=\$[\w:]{1,60})\/\$[\w:]{1,80}(?:[\\/][\w.$*-]*)*/g, word],
  // -o"$folder"
  [/(?<=\s)-\w{1,20}\ue000{2,300}/g, word],
  // name="$value"
  [/(?<=\s)[\w.:]{1,60}=(?=\ue000)/g, blank],
];

/** Returns a statement that the grammar still rejects with more of it rewritten. */
export function repairedStatement(code: string): string {
  return LAST_REPAIRS.reduce((text, [pattern, write]) => text.replace(pattern, write), code);
}

/** Rewrites the numbers with a unit in the `$(…)` of a string. */
export function withPlainNumbers(text: string): string {
  return text.replace(/(?<=[\s(/*+-]\d{1,20})[KMGTP]B\b/g, digits);
}
