import { blanked } from "../../text-search.js";
import { tokenize } from "../../lex/powershell-tokens.js";

const PROMPT = /^[ \t]*(?:[A-Za-z]:\\[^>\n]{0,120}|PS[ \t]?[^>\n]{0,120}|(?=>>))>>?/gm;
const BLOCK_COMMENT = /<#[^]*?(?:#>|$)/g;
/** Words before a parenthesis that are not commands. */
const KEYWORDS =
  "if|elseif|while|for|foreach|switch|until|param|catch|return|in|function|filter|and|or|not";

const blank = (found: string): string => " ".repeat(found.length);
const digits = (found: string): string => "0".repeat(found.length);
const hidden = (found: string): string => found.replace(/[^\s$]/g, "_");

/** What the grammar rejects outside strings, and its replacement; every other character keeps its place. */
const REPAIRS: readonly (readonly [RegExp, (found: string, ...parts: string[]) => string])[] = [
  // a bar at the start of a line, or at the end of one
  [/(?<!\s)[ \t]*\r?\n[ \t\r\n]*(?=\|(?!\|))|(?<=\|[ \t]{0,20})\r?\n/g, blank],
  // param($x) COMMAND: the statement after it needs its own line
  [
    /(?<=\bparam[ \t]{0,4}\([^()]{0,300}(?:\([^()]{0,200}\)[^()]{0,300}){0,20}\))[ \t](?=[^\s}])/gi,
    () => "\n",
  ],
  // <url>
  [/<[A-Za-z][^<>\n|]{0,80}>/g, (found) => "_".repeat(found.length)],
  // {version}, & and similar text in an address
  [/(?<=[\w/.=-])\{{1,2}[\w.-]{1,60}\}{1,2}/g, hidden],
  [/:\/\/[^\s|;()"'`{}]+/g, (found) => found.replace(/[^\w:/$.?=%-]/g, "_")],
  // ./install.ps1
  [/(?<=^|[\s;|{(&])\.{1,2}[\\/]/g, hidden],
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
  // $x ? $y : $z: one of several values, written as a list
  [
    /(?<=[\w)"'\]][ \t])\?(?=[ \t][^{}\n]{1,200}[ \t]:[ \t])|(?<=[\w)"'\]][ \t]):(?=[ \t])/g,
    () => ",",
  ],
  // $home\bin\$name, $home/bin
  [/(?<=\$[\w:]{1,60})(?:\\[\w.$*-]+|\/[A-Za-z][\w.$*-]*)+/g, (found) => "_".repeat(found.length)],
  // 4GB, 1L
  [/(?<=(?<![\w$.-])(?:\d[\d.]{0,20}|0x[\da-f]{1,16}))(?:[kmgtp]b|l)\b/gi, digits],
  // Name, Id as words of a command; a list in an attribute is left
  [
    /\[\w[\w.]{0,60}\([^()\n]{0,300}\)\]|,(?=[ \t]{0,8}[A-Za-z_])|(?<=[ \t|][A-Za-z][\w.-]{0,60}[ \t]?),(?=[ \t]{0,8}@\{)/g,
    (found) => (found === "," ? " " : found),
  ],
  // break NAME, :NAME foreach (…)
  [/(?<=\b(?:break|continue)[ \t]{1,4})[A-Za-z]\w*(?=[ \t]*(?:[;}\r\n]|$))/gi, blank],
  [/(?<=^|[\s;{}]):\w{1,60}(?=[ \t]{1,4}(?:foreach|for|while|do|switch)\b)/gi, blank],
  // ${name}?q=1
  [/(?<=\$\{[\w:]{1,60}\})\?/g, hidden],
  // - and --, and --name=value; between values they are operators
  [/(?<=\s)(?:-(?=[ \t]{0,8}(?:[|;)\r\n]|$))|--(?=[\s|;)]|$))/g, hidden],
  [/(?<=(?<!(?:\$[\w:.]{1,80}|[\d)\]])[ \t]{0,8})\s)-(?=\s)/g, hidden],
  [/(?<=\s)--?[\w-]+=[^\s"'|;)]*/g, (found) => `_${found.slice(1).replaceAll("=", "_")}`],
  // a quote without a closing one
  [/["']/g, hidden],
];

/** Whether lines of a script begin with a prompt; prompts in a comment are only examples. */
export function hasPrompts(text: string): boolean {
  return text.search(PROMPT) >= 0 && text.replace(BLOCK_COMMENT, "").search(PROMPT) >= 0;
}

/** Returns a script as the grammar accepts it. The text of its parts is read from the original script. */
export function repaired(text: string): string {
  const plain = text
    .replace(PROMPT, blank)
    .replace(/[\u201c-\u201e]/g, '"')
    .replace(/[\u2018\u2019]/g, "'");
  const code = rewritten(plain, (part) =>
    REPAIRS.reduce((text, [pattern, write]) => text.replace(pattern, write), part),
  );
  const unmatched = unmatchedBrackets(code);
  return unmatched.size === 0
    ? code
    : code.replace(/[(){}]/g, (bracket, at: number) => (unmatched.has(at) ? ";" : bracket));
}

/** Replaces brackets by ends of statements: their contents are read separately. */
export function unbracketed(text: string): string {
  return rewritten(text, (part) => part.replace(/[()]/g, ";"));
}

/**
 * Rewrites a string in double quotes. A quotation mark that a backslash escapes does not end it, unless it is doubled; the
 * grammar reads `#` after a variable or an escape as a comment, and rejects `1GB` in `$(…)`.
 */
function expandable(found: string): string {
  return found
    .replace(/\\"(?!"[^]|$)/g, '`"')
    .replace(/#/g, "_")
    .replace(/(?<=[\s(/*+-]\d{1,20})[KMGTP]B\b/g, digits);
}

/** Returns a text with the parts outside strings and comments rewritten at the same length; comments become blanks. */
function rewritten(text: string, write: (part: string, start: number) => string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { kind, start, end } of tokenize(text)) {
    if (kind !== "string" && kind !== "comment") continue;
    const found = text.slice(start, end);
    parts.push(write(text.slice(from, start), from));
    parts.push(
      kind === "comment" ? blanked(found) : found.startsWith('"') ? expandable(found) : found,
    );
    from = end;
  }
  return parts.join("") + write(text.slice(from), from);
}

/** Returns the places of brackets without a matching one. */
function unmatchedBrackets(text: string): ReadonlySet<number> {
  const unmatched = new Set<number>();
  const open: number[] = [];
  rewritten(text, (part, start) => {
    for (const { 0: bracket, index } of part.matchAll(/[(){}]/g)) {
      const last = open.at(-1);
      if (bracket === "(" || bracket === "{") open.push(start + index);
      else if (last !== undefined && text[last] === (bracket === ")" ? "(" : "{")) open.pop();
      else unmatched.add(start + index);
    }
    return part;
  });
  for (const at of open) unmatched.add(at);
  return unmatched;
}

export function stringsOf(text: string): (readonly [number, number])[] {
  return Array.from(tokenize(text)).flatMap(({ kind, start, end }) =>
    kind === "string" ? [[start, end] as const] : [],
  );
}

/**
 * Yields the ranges of the statements of a script, including those in blocks; a closing bracket does not begin one, and a table
 * is not a block.
 */
export function* pieces(text: string): Generator<readonly [number, number]> {
  let start: number | null = null;
  let last = 0;
  let tables = 0;
  for (const { kind, ...token } of tokenize(text)) {
    const character = kind === "end" ? text[token.start] : null;
    if (character === "{" && (tables > 0 || text[token.start - 1] === "@")) tables++;
    else if (character === "}" && tables > 0) tables--;
    else if (kind === "end" && tables === 0) {
      if (start !== null) yield [start, last];
      start = null;
      continue;
    }
    if (kind !== "blank" && (start !== null || text[token.start] !== ")")) {
      start ??= token.start;
      last = token.end;
    }
  }
  if (start !== null) yield [start, last];
}
