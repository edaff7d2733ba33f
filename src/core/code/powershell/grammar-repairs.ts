/** Matches keywords that may precede a parenthesis; other words before one are commands. */
const KEYWORDS =
  "if|elseif|while|for|foreach|switch|until|param|catch|return|in|function|filter|and|or|not|base";

/** The character that replaces each character of a string while the code around the string is rewritten. */
export const STRING = "\ue000";

type Replacer = (found: string, ...parts: string[]) => string;

const spaces: Replacer = (found) => found.replace(/\S/g, " ");
const zeros: Replacer = (found) => "0".repeat(found.length);
const masked: Replacer = (found) => found.replace(/[^\s$]/g, "_");
const underscores: Replacer = (found) => "_".repeat(found.length);

/**
 * Patterns for code that the grammar rejects, each with a replacement of the same length. A replacement changes only the structure that
 * the grammar finds: names and words are read from the original script.
 */
const REPAIRS: readonly (readonly [RegExp, Replacer])[] = [
  // a pipe at the start of a line, or at the end of one
  [
    /(?<!\s)[ \t]*\r?\n[ \t\r\n]*(?=\|(?!\|))|(?<=\|[ \t]{0,20})\r?\n/g,
    (found) => " ".repeat(found.length),
  ],
  // [Windows.Foundation.Uri, Windows.Web, ContentType = WindowsRuntime]
  [
    /(?<=\[[\w.]{1,120}),[\w., \t]{0,120}\bContentType[ \t]?=[ \t]?WindowsRuntime(?=\])/gi,
    underscores,
  ],
  // [Parameter(Mandatory, Position = 0)], [Flags()]: an attribute only matters if its parameter gets the input of the pipe
  [
    /(?<![\w)\]$])\[[A-Za-z][\w.]{0,80}\([^(){}]{0,300}(?:\([^(){}]{0,200}\)[^(){}]{0,300}){0,20}\)\]/g,
    (found) => (/FromPipeline/i.test(found) ? found : spaces(found)),
  ],
  // param($x) COMMAND: the statement after it needs its own line
  [
    /(?<=\bparam[ \t]{0,4}\([^()]{0,300}(?:\([^()]{0,200}\)[^()]{0,300}){0,20}\))[ \t](?=[^\s}])/gi,
    () => "\n",
  ],
  // <powershell> … </powershell>, <persist>true</persist>: user data of a virtual machine
  [/^[ \t]*<\/?(?:powershell|persist)>.{0,40}$/gim, spaces],
  // #{url}, and the characters by which a placeholder was replaced
  [/#\{[\w.-]{1,80}\}|\uFFFC/g, underscores],
  // <url>
  [/<[A-Za-z][^<>\n|]{0,80}>/g, underscores],
  // {version}, & and similar text in a URL
  [/(?<=[\w/.=-])\{{1,2}[\w.-]{1,60}\}{1,2}/g, masked],
  [/:\/\/[^\s|;()"'`{}\ue000]+/g, (found) => found.replace(/[^\w:/$.?=%-]/g, "_")],
  // `{current`}, `$PROFILE
  [/`[{}()$;|&<>]/g, underscores],
  // ./install.ps1
  [/(?<=^|[\s;|{(&])\.{1,2}[\\/]/g, masked],
  // $list.ForEach({ … }), $list.Where({ … }): a pipeline
  [
    /\.(?:ForEach|Where)(?=\([ \t]{0,4}\{)/gi,
    (found) => (/w/i.test(found) ? "|?" : "|%").padEnd(found.length),
  ],
  // iex(…): a space replaces the last letter
  [
    new RegExp(`(?<=^|[\\s;{|(&=])(?!(?:${KEYWORDS})\\b)([A-Za-z][\\w-]*)\\w(?=\\()`, "gi"),
    (_found, name) => `${name ?? ""} `,
  ],
  // New-Object IO.StreamReader(New-Object …): a space replaces the last letter before the list, which becomes an operand
  [/(?<=\bNew-Object[ \t]{1,4}(?:-TypeName[ \t]{1,4})?[\w.[\]]{1,80})\w(?=\()/gi, spaces],
  // iex $client.GetStringAsync(…).GetAwaiter().GetResult(): the list ends at the end of the last call
  [
    /\)(?:\.(?:GetAwaiter|GetResult|Trim(?:Start|End)?|ToString)\(\))+/gi,
    (found) => `${" ".repeat(found.length - 1)})`,
  ],
  // { … }.GetNewClosure()
  [/(?<=\})\.GetNewClosure\(\)/gi, spaces],
  // $x ? $y : $z: one of several values, written as a list
  [
    /(?<=[\w)\]\ue000][ \t])\?(?=[ \t][^{}\n]{1,200}[ \t)\]\ue000]:[ \t])|(?<=[\w)\]\ue000][ \t]\?[ \t][^{}\n]{1,200}[ \t)\]\ue000]):(?=[ \t])/g,
    () => ",",
  ],
  // $x ?? $y, $x ??= $y
  [/\?\?=?(?=\s)/g, (found) => (found.endsWith("=") ? "  =" : " ,")],
  // $x = switch (…) { … }, $x = foreach (…) { … }: the grammar rejects statements as values
  [
    /(?<=^[ \t]{0,80})\$[\w:.]{1,80}[ \t]{0,20}\+?=[ \t]{0,20}(?=(?:switch|foreach|for|while)\b)/gim,
    spaces,
  ],
  // switch ($x) { 'a' { … } default { … } }: each case on its own line
  [/(?<=\})[ \t](?=(?:default|\ue000{2,80}|\d{1,9})[ \t]{0,4}\{)/gi, () => "\n"],
  // $home\bin\$name, $home/bin, $root\..\
  [
    /(?<=\$[\w:]{1,60})(?:\\[\w.$*-]*|\/(?:[A-Za-z][\w.$*-]*|\.{1,2}(?=[\\/\s)])|\*))(?:[\\/][\w.$*-]*)*/g,
    underscores,
  ],
  // 4GB, 1L, 0xBEuy
  [/(?<=(?<![\w$.-])(?:\d[\d.]{0,20}|0x[\da-f]{1,16}))(?:[kmgtp]b|u?[lsy]|[dn])\b/gi, zeros],
  // Name, Id, *.exe as words of a command; lists of types and lists in attributes stay as they are
  [
    /\[\w[\w.]{0,80}(?:\[[\w.,[\] ]{1,200}\]|\([^(){}]{0,300}\))\]|,(?=[ \t]{0,8}(?:[A-Za-z_]|\*\.?\w))|(?<=[ \t|][A-Za-z][\w.-]{0,60}[ \t]?),(?=[ \t]{0,8}@\{)/g,
    (found) => (found === "," ? " " : found),
  ],
  // break NAME, :NAME foreach (…)
  [/(?<=\b(?:break|continue)[ \t]{1,4})[A-Za-z]\w*(?=[ \t]*(?:[;}\r\n]|$))/gi, spaces],
  [/(?<=^|[\s;{}]):\w{1,60}(?=[ \t]{1,4}(?:foreach|for|while|do|switch)\b)/gi, spaces],
  // ${name}?q=1, https://host/${name}
  [/(?<=\$\{[\w:]{1,60}\})\?/g, masked],
  [/(?<=[\w/.=-])\$\{[\w:]{1,60}\}/g, (found) => `$${underscores(found.slice(1))}`],
  // - and --, and --name=value; between values they are operators
  [/(?<=\s)(?:-(?=[ \t]{0,8}(?:[|;)\r\n]|$))|--(?=[\s|;)]|$))/g, masked],
  [/(?<=(?<!(?:\$[\w:.]{1,80}|::\w{1,80}|[\d)\]\ue000])[ \t]{0,8})\s)-(?=\s)/g, masked],
  [
    /(?<=\s)--?[\w-]+=[^\s"'|;)\ue000]*(\ue000*)/g,
    (found, string) =>
      string === "" ? `_${found.slice(1).replaceAll("=", "_")}` : underscores(found),
  ],
  // -VT100Support, -File1
  [/(?<=\s-[A-Za-z]\w{0,40})\d/g, () => "x"],
  // -cin, -inotin
  [/(?<=\s)-[ci](?=(?:not)?in\s)/gi, () => " -"],
  // -bor, -shr: the grammar knows them only outside lists of arguments
  [/(?<=[\s)])-(?:b(?:and|x?or)|sh[lr])(?=[\s(])/gi, (found) => "+".padStart(found.length)],
  // [Net.WebRequestMethods+Ftp]
  [/(?<=\[[\w.]{1,80})\+(?=[\w.]{1,80}\])/g, underscores],
  // { }, except for the body of a class
  [/(?<!@|\b(?:class|enum)[ \t][^\n{}]{0,120})\{[ \t]+\}/gi, (found) => `{0${found.slice(2)}`],
  [/(?<=[=,(][ \t]{0,4}|\s-[A-Za-z]\w{0,40}[ \t]{1,4})\{\}/g, underscores],
  // a quote without a closing one
  [/["']/g, masked],
];

/** Applies the repairs to code whose strings consist of {@link STRING}, without changing its length. */
export function repairedCode(code: string): string {
  return REPAIRS.reduce((text, [pattern, replace]) => text.replace(pattern, replace), code);
}

/** Repairs for a statement that the grammar still rejects. In other statements, the same text may have another meaning. */
const LAST_REPAIRS: typeof REPAIRS = [
  // Write-Output $value.GetType().FullName
  [/(?<=\))(?:\.\w{1,80}(?:\(\))?|\[-?\d{1,9}\]){1,20}/g, spaces],
  // Remove-Item $folder/$name
  [/(?<=\$[\w:]{1,60})\/\$[\w:]{1,80}(?:[\\/][\w.$*-]*)*/g, underscores],
  // -o"$folder"
  [/(?<=\s)-\w{1,20}\ue000{2,300}/g, underscores],
  // name="$value"
  [/(?<=\s)[\w.:]{1,60}=(?=\ue000)/g, spaces],
  // "{{ version cli="true" }}": a word directly after a string is another argument
  [/(?<=\ue000)[A-Za-z]\w{0,60}\ue000{0,300}/g, spaces],
];

/** Applies the last repairs to a statement that the grammar still rejects. */
export function repairedStatement(code: string): string {
  return LAST_REPAIRS.reduce((text, [pattern, replace]) => text.replace(pattern, replace), code);
}

/** Replaces units such as `MB` after numbers with zeros. */
export function withPlainNumbers(text: string): string {
  return text.replace(/(?<=[\s(/*+-]\d{1,20})[KMGTP]B\b/g, zeros);
}
