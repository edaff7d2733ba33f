import type { Span } from "../model.js";
import { once, oncePer, oncePerName } from "../once.js";
import { escaped, holdsLetter } from "../scan.js";
import { computesNames } from "./computed-names.js";
import { FEW, type Code, type GateWord } from "./gate-words.js";

/** Tells in one scan whether a text can hold anything the loaded queries look for. */
export interface Gate {
  /** Whether a text, or a part of one, uses a name. */
  mentions(text: string): boolean;
  /** Whether a whole text may hold a finding: a name is used, and the text holds what it needs, too. */
  opens(text: string): boolean;
  /**
   * The parts of a text in which no finding can stand; null where it holds none at all.
   * @param split gives the parts between which no value flows; asked where the text uses a name
   */
  closedParts(text: string, split: (text: string) => readonly Span[]): readonly Span[] | null;
}

/**
 * Between the letters of a word: quotes, backslashes and carets (`c""url`), literals put together (`"cu" + "rl"`), a line that goes
 * on, an expansion to nothing (`cu$@rl`, `cu${x}rl`, `cu$()rl`).
 */
const between =
  "(?:[\"'`\\\\^]+(?:(?:\\s+(?:\\+\\s*)?|\\+\\s*)[\"'`]+|\\r?\\n[\\s>]*)?|\\$(?:[@*]|\\{[^{}\\s]{0,40}\\}|\\(\\)))?";

/** What hides letters altogether: ANSI-C strings, entities, escapes, a word broken over two lines. */
const escape =
  /\\(?:x([0-9a-fA-F]{2})|[uU]\{?([0-9a-fA-F]{2,8})\}?|([0-7]{1,3})|\r?\n)|&#(?:[xX]([0-9a-fA-F]{1,6})|(\d{1,7}));?|\$(?=')/g;
const hidden = /\$'|&#|\\[xuU0-7\r\n]/;

/** Names that are put together out of literals, of which not every part need be looked for. */
const joined = /\w["'`]\s*\+\s*["'`]\w|\w["'] ?\.\.? ?["']\w/;

/** The beginning of a literal address, or of one that is put together. */
const address = "[\"'`](?:[a-z][\\w+.-]*:|[^\"'`\\n]{0,8}[\"'`]\\s*\\.)";

/** The address a call is given, or what may hold one. */
const addressed = new RegExp(`\\s*(?:\\(\\s*(?:${address}|[$@A-Za-z_])|${address}|\\$)`, "y");

/**
 * A gate that opens when the text holds one of the words in any spelling that a reader may decode.
 * It errs on the open side: a closed gate means that no source of a finding is there.
 * @param words null if words cannot identify a source, which keeps the gate open
 */
export function createGate(words: readonly GateWord[] | null): Gate {
  if (words === null)
    return gateOf(
      () => true,
      () => true,
    );
  if (words.length === 0)
    return gateOf(
      () => false,
      () => false,
    );
  const scanner = new Scanner(
    words.filter(({ executesIn }) => executesIn === undefined),
    executorsOf(words),
  );
  return gateOf(
    (text) => scanner.finds(text, false) || computesNames(text),
    (text) => scanner.finds(text, true) || computesNames(text),
  );
}

function gateOf(mentions: Gate["mentions"], opens: Gate["opens"]): Gate {
  return {
    mentions,
    opens,
    closedParts: (text, split) => {
      if (!mentions(text)) return null;
      const parts = split(text);
      const closed = parts.filter(([start, end]) => !opens(text.slice(start, end)));
      return closed.length === parts.length ? null : closed;
    },
  };
}

/** A word by the longest name in it: `restmethod` of `invoke-restmethod`. */
interface Key {
  readonly name: string;
  readonly of: GateWord;
  /** The characters before and after the name in the word; empty where the word begins or ends. */
  readonly before: string;
  readonly behind: string;
  /** The name in all its spellings. */
  spelled?: RegExp;
  /** Its subcommand, or what may stand for one, not far behind it. */
  subcommand?: RegExp;
  /** Tests for what the text must hold, too. */
  beside?: readonly ((text: string) => boolean)[];
  /** How the rest of its path follows it. */
  owned?: RegExp;
  /** What has to follow it, or a variable that may hold it. */
  needed?: RegExp;
}

/** Whether a name at a place counts. */
type Counts = (key: Key, start: number, end: number) => boolean;

/** A variable, which may stand for anything; no prompt. */
const VARIABLE = '\\$[\\w{("@*]';

/** Between a name and what it needs: the rest of its line, or of its paragraph. */
const near = "(?:[^\\n]|\\n(?!\\s*(?:\\n|[#*|-]))){0,160}?";

/** A name that is called, handed on, assigned to, or given another name. */
const called = new RegExp(
  [
    "\\s*(?:[(`=[;:}/<\\\\\\],]|[?!]?\\.?\\()",
    "\\.(?:call|apply|bind)\\b|\\s*as\\s|[\"'][)\\]]",
    "[ \\t]+(?:[\"'$@%:]|[\\w.]+(?:\\(|::|->))",
  ].join("|"),
  "y",
);

/** A property that is assigned to. */
const assigned = /\s*(?:["'`\]]\]?\s*)?(?:\+|\?\?|\|\|)?[=:](?!=)/y;

/** Of a text: whether it names what executes the values of some code. */
type Executors = (text: string) => (code: Code) => boolean;

function executorsOf(words: readonly GateWord[]): Executors {
  const of = (...codes: readonly Code[]): GateWord[] =>
    words.filter(({ executesIn }) => executesIn !== undefined && codes.includes(executesIn));
  // made when a text holds a value: most hold none
  const scanner = oncePerName((code: Code) => new Scanner(of(code)));
  const taking = once(() => takenByShells(of("shell", "powershell")));
  return (text) => {
    const isTaken = once(() => taking().test(text));
    return oncePerName((code) => {
      if (code === "shell" && text.includes("|")) return true;
      if (code === "powershell" && STARTED.test(text)) return true;
      const isShell = code === "shell" || code === "powershell";
      return (
        (isShell && SUBSTITUTED.test(text)) ||
        scanner(isShell ? "powershell" : code).finds(text, true) ||
        isTaken()
      );
    });
  };
}

/** What a command puts out is substituted or written to a process, or a text or a file is executed. */
const SUBSTITUTED = new RegExp(
  "[$<>]\\(|\\b(?:eval|source)\\b|-\\w*c\\s+[\"']?[`(]|(?:^|[\\s;&])\\. |(?:^|[\\s;&`])\\.\\/" +
    "|(?<![\\w-])(?:(?:ba|z|da|k|a|fi)?sh|python[\\d.]*|node|perl|ruby|php)[ \\t]+\\S",
  "m",
);

/** How files are started on Windows: extensions, the call operator, a folder before the name; commands that pass their input on. */
const STARTED =
  /\.(?:exe|msi|bat|cmd|psm?1|vbs|dll|hta)\b|(?:^|[\s;{(])[&.]\s*["'$({]|\.[\\/]\w|\|\s*(?:su|sudo|doas|xargs|tee)\b/im;

/** A text in backticks or the like, which a shell, or a tag, executes with the values in it. */
const executing =
  "[\\w$)]`[^`]{0,2000}\\$\\{|`[^`\\n]{0,200}(?:#\\{|\\$[a-z_])|%x[^\\w\\s]|\\bqx\\b";

/** Where a shell takes what a program of any language puts out. */
function takenByShells(shells: readonly GateWord[]): RegExp {
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
    "\\w\\s*\\[[^\\]\\n]{1,200}\\]\\s*\\(", // a name that is worked out
  ];
  return new RegExp([executing, ...ways].join("|"), "m");
}

/** Characters that are looked through before an expression for all words is worth making. */
const WORTH = 10_000;

const IS_NAME = 1;
const IS_BEGINNING = 2;
const TABLE = 1 << 15;

/** Looks at each name of a text once: its letters make a number, and few names share theirs with a word. */
class Scanner {
  private readonly numbers = new Uint8Array(TABLE);
  private readonly byName = new Map<string, Key[]>();
  private readonly byBeginning = new Map<string, Key[]>();
  /** Words without a name, and beginnings of names. */
  private readonly others: RegExp | null;
  /** Of few words, an expression for all of them is the quicker way to tell that none is there, once it is made. */
  private readonly any: (() => RegExp) | null;
  private seen = 0;

  constructor(
    words: readonly GateWord[],
    private readonly executors: Executors | null = null,
  ) {
    const others: string[] = [];
    for (const of of words) {
      const key = keyOf(of);
      if (key === null) others.push(spelling(of));
      else this.add(key);
    }
    this.others = others.length === 0 ? null : new RegExp(others.join("|"));
    const spelled = (): string[] => words.map(({ word, anyCase }) => lettersOf(word, anyCase));
    this.any =
      words.length > FEW ? null : once(() => new RegExp([...spelled(), hidden.source].join("|")));
  }

  /** @param isWhole whether the text must also hold what a word needs */
  finds(text: string, isWhole: boolean): boolean {
    this.seen += text.length;
    if (this.seen > WORTH && this.any?.().test(text) === false) return false;
    return (
      this.scan(text, isWhole) ||
      (hidden.test(text) && this.scan(text.replace(escape, decoded), isWhole))
    );
  }

  private add(key: Key): void {
    const name = key.name.toLowerCase();
    put(this.byName, name, key);
    this.flag(name, IS_NAME);
    for (let length = 1; length < name.length; length++) {
      const beginning = name.slice(0, length);
      put(this.byBeginning, beginning, key);
      this.flag(beginning, IS_BEGINNING);
    }
  }

  private flag(name: string, flag: number): void {
    const number = numberOf(name);
    this.numbers[number] = (this.numbers[number] ?? 0) | flag;
  }

  private scan(text: string, isWhole: boolean): boolean {
    if (this.others?.test(text) === true) return true;
    const isGiven = isWhole ? this.needsOf(text) : null;
    const counts: Counts = (key, start, end) =>
      isUsed(key, text, start, end) && isGiven?.(key) !== false;
    const { numbers } = this;
    const { length } = text;
    let at = 0;
    let before = 0;
    while (at < length) {
      let code = text.charCodeAt(at);
      if (code > 127 || IN_NAMES[code] === 0) {
        at++;
        before = code;
        continue;
      }
      const start = at;
      const isWrapped = code === UNDERSCORE || before === BACKSLASH || before === PERCENT;
      let number = 0;
      do {
        number = next(number, code);
        code = ++at < length ? text.charCodeAt(at) : 0;
      } while (code < 128 && IN_NAMES[code] === 1);
      const flags = numbers[number & (TABLE - 1)] ?? 0;
      if (flags !== 0) {
        if ((flags & IS_NAME) !== 0 && this.isNamed(text, start, at, counts)) return true;
        if (
          (flags & IS_BEGINNING) !== 0 &&
          mayGoOn(code) &&
          this.isSpelled(text, start, at, counts)
        )
          return true;
      }
      if (isWrapped && this.isUnwrapped(text, start, at, counts)) return true;
    }
    return false;
  }

  private isNamed(text: string, start: number, end: number, counts: Counts): boolean {
    const name = text.slice(start, end);
    const keys = this.byName.get(name.toLowerCase());
    return (
      keys?.some(
        (key) =>
          isWritten(key, name, text, start) &&
          fits(key, text, start, end) &&
          counts(key, start, end),
      ) === true
    );
  }

  /** Whether a name goes on behind quotes and the like: `cu""rl`. */
  private isSpelled(text: string, start: number, end: number, counts: Counts): boolean {
    const keys = this.byBeginning.get(text.slice(start, end).toLowerCase()) ?? [];
    return keys.some((key) => {
      key.spelled ??= new RegExp(`${lettersOf(key.name, key.of.anyCase)}(?!\\w)`, "y");
      return stands(key.spelled, text, start) && counts(key, start, key.spelled.lastIndex);
    });
  }

  /** A name behind an escape (`\ncurl`, `%20curl`) or between signs of emphasis (`_curl_`). */
  private isUnwrapped(text: string, start: number, end: number, counts: Counts): boolean {
    const before = text[start - 1];
    const skipped = before === "\\" ? 1 : before === "%" ? 2 : 0;
    let [from, to] = [start + skipped, end];
    while (from < to && text[from] === "_") from++;
    while (to > from && text[to - 1] === "_") to--;
    if (from >= to) return false;
    return this.isNamed(text, from, to, counts) || this.isSpelled(text, from, to, counts);
  }

  /** Whether the text holds what a word needs, or joins names, and something executes its value. */
  private needsOf(text: string): (key: Key) => boolean {
    const isExecuted = this.executors?.(text) ?? (() => true);
    const isJoined = once(() => joined.test(text));
    return oncePer((key) => {
      const { beside = [], valueIn } = key.of;
      key.beside ??= beside.map(standing);
      return (
        (key.beside.every((stands) => stands(text)) &&
          (valueIn === undefined || isExecuted(valueIn))) ||
        isJoined()
      );
    });
  }
}

/** Null for a word in which no name stands, and for the beginning of one. */
function keyOf(of: GateWord): Key | null {
  if (of.isBeginning === true) return null;
  const names = of.word.replace(/\.exe$/, "").match(/\w+/g);
  if (names === null) return null;
  const name = names.reduce((longest, each) => (each.length > longest.length ? each : longest));
  const at = of.word.indexOf(name);
  return { name, of, before: of.word[at - 1] ?? "", behind: of.word[at + name.length] ?? "" };
}

/** A test for whether a text holds one of some words; names must be whole words, and not the tag of a fence or the scheme of an address. */
function standing(words: readonly string[]): (text: string) => boolean {
  const isName = (word: string): boolean => /^\w+$/.test(word);
  const names = words.filter(isName).join("|") || "(?!)";
  // behind the letter of an escape a name begins, too
  const parts = [
    `(?<!(?<!\\\\)\\w|\`\`\`)(?:${names})(?!\\w|://)`,
    ...words.filter((word) => !isName(word)).map(escaped),
  ];
  const some = once(() => new RegExp(parts.join("|")));
  // most words are in no text, which this finds out sooner
  return (text) => words.some((word) => text.includes(word)) && some().test(text);
}

/** On Windows capitals say nothing: there a command, where one may begin, is written in them, too. */
function isWritten({ name, of }: Key, written: string, text: string, start: number): boolean {
  if (of.anyCase === true || written === name) return true;
  const before = text
    .slice(Math.max(0, start - 4), start)
    .replaceAll(" ", "")
    .slice(-1);
  return of.isCommand === true && written === name.toUpperCase() && "\n|&(>@".includes(before);
}

/** Whether a name is written as the word that it identifies. */
function fits(key: Key, text: string, start: number, end: number): boolean {
  const { of, before, behind } = key;
  if (before !== "" && text[start - 1] !== before) return false;
  if (behind !== "" && text[end] !== behind) return false;
  // the scheme of an address is no name, and the tag of a fence no command
  if (text.charCodeAt(end) === 58 && text.charCodeAt(end + 1) === 47) return false;
  if (of.isCommand === true && text.startsWith("```", start - 3) && (text[end] ?? "") < " ")
    return false;
  if (of.isCommand === true && behind === "" && endsNoCommand(text.charCodeAt(end), of))
    return false;
  if (
    of.isCommand === true &&
    before === "" &&
    /\$$|\w\.$/.test(text.slice(Math.max(0, start - 2), start))
  )
    return false;
  if (of.isAddressed === true) return stands(addressed, text, end);
  if (of.subcommand === undefined) return true;
  key.subcommand ??= behindCommand(of.subcommand);
  return stands(key.subcommand, text, end);
}

/** Whether a function is called, and what a name needs follows it. */
function isUsed(key: Key, text: string, start: number, end: number): boolean {
  const { executesIn, isAssigned, behind, valueIn } = key.of;
  if (isAssigned === true) {
    const before = text.slice(Math.max(0, start - 8), start).trimEnd();
    return ".\"'`".includes(before.slice(-1)) && stands(assigned, text, end);
  }
  const isFunction = executesIn !== undefined || valueIn === "grammar" || valueIn === "names";
  if (isFunction && key.of.isCommand !== true) return isCalled(key, text, start, end);
  if (behind === undefined) return true;
  key.needed ??= new RegExp(`${near}(?:${VARIABLE}|${behind.join("|")})`, "y");
  return stands(key.needed, text, end);
}

const QUOTES = "\"'";

/** `name(…)`, `x.name`, `y = name`, `map(x, name)`; one that is not the last of its path only before the next. */
function isCalled(key: Key, text: string, start: number, end: number): boolean {
  if (text[end] === "-") return false;
  const before = text.slice(Math.max(0, start - 2), start).trimEnd();
  const { next } = key.of;
  if (before.endsWith("=")) return true;
  if (next !== undefined) return stands((key.owned ??= owning(next)), text, end);
  // `$f = 'system'; $f(…)`: a name that a text may be called by
  const { executesIn, valueIn } = key.of;
  const mayBeText = executesIn === "names" || valueIn !== undefined;
  const isText = mayBeText && QUOTES.includes(text[start - 1] ?? " ");
  return (
    (isText && text[end] === text[start - 1]) ||
    ".(".includes(text[start - 1] ?? " ") ||
    ((before.endsWith(",") || before.endsWith(":")) && text[end] === ")") ||
    stands(called, text, end)
  );
}

/** `name.next`, `name(…)`, `name as x`, `import name from`, `"name")`, `getattr(name, "next")`. */
function owning(next: string): RegExp {
  const member = `(?:\\?\\.|\\.|::|->)\\s*${lettersOf(next)}`;
  return new RegExp(
    `\\s*(?:\\(|${member}|\\??\\.?\\[|["'][)\\];]|,\\s*["'])|\\s+(?:as|import|from)\\b`,
    "y",
  );
}

/** The words of a subcommand, or a variable in their place. */
function behindCommand(words: readonly string[]): RegExp {
  const each = words.map((word) => `(?<![\\w.-])${lettersOf(word)}(?![\\w:./=-])`);
  return new RegExp(`[^|;&]{0,120}?(?:${VARIABLE}|${each.join("[^|;&]{1,80}?")})`, "y");
}

function stands(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}

/** `fetch:`, `http://`, `npm-run`, `git.io`, `x = y`, `git@host`; `fetch(`, but where PowerShell may read it. */
function endsNoCommand(code: number, { anyCase }: GateWord): boolean {
  return (
    code === 58 ||
    code === 47 ||
    code === 45 ||
    code === 46 ||
    code === 61 ||
    code === 64 ||
    (code === 40 && anyCase !== true)
  );
}

/** Letters, digits and the underscore, by their codes. */
const IN_NAMES = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(holdsLetter(String.fromCharCode(code))),
);

const [UNDERSCORE, BACKSLASH, PERCENT] = [95, 92, 37];

/** A quote, a backslash, a dollar sign, a caret: what letters of one word may have between them. */
function mayGoOn(code: number): boolean {
  return code === 34 || code === 39 || code === 96 || code === 92 || code === 36 || code === 94;
}

/** The number of the letters so far and one more, whatever its case. */
function next(number: number, code: number): number {
  return (Math.imul(number, 31) + (code | 32)) | 0;
}

function numberOf(name: string): number {
  let number = 0;
  for (let at = 0; at < name.length; at++) number = next(number, name.charCodeAt(at));
  return number & (TABLE - 1);
}

function put(map: Map<string, Key[]>, name: string, key: Key): void {
  const keys = map.get(name);
  if (keys === undefined) map.set(name, [key]);
  else keys.push(key);
}

/** A word without a name (the builtin `.`) counts where it stands by itself, a beginning wherever it stands. */
function spelling({ word, anyCase, isBeginning }: GateWord): string {
  return isBeginning === true
    ? lettersOf(word, anyCase)
    : `(?<![\\w./])${escaped(word)}(?![\\w./])`;
}

function lettersOf(word: string, anyCase = false): string {
  const either = (letter: string): string => `[${letter.toLowerCase()}${letter.toUpperCase()}]`;
  return Array.from(word, (letter) =>
    anyCase && /[a-z]/i.test(letter) ? either(letter) : escaped(letter),
  ).join(between);
}

/** The character an escape stands for; nothing for a line that goes on. */
function decoded(
  _match: string,
  hex?: string,
  unicode?: string,
  octal?: string,
  entityHex?: string,
  entity?: string,
): string {
  if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
  if (entity !== undefined) return character(Number.parseInt(entity, 10));
  const digits = hex ?? unicode ?? entityHex;
  return digits === undefined ? "" : character(Number.parseInt(digits, 16));
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : " ";
}
