import { oncePer } from "../once.js";
import { listed, type Role } from "../query/role.js";
import { namesIn } from "../rows.js";
import { describedTable, optionNames } from "./described.js";
import { readOptions, type OptionTable, type OptionUse, type Words } from "./options.js";
import { defineTable, type TableText } from "./tables.js";
import interpreters from "./tables/interpreters.json" with { type: "json" };
import launchers from "./tables/launchers.json" with { type: "json" };
import wrappers from "./tables/wrappers.json" with { type: "json" };

/** What a wrapper or launcher runs. All indexes are those of `words`. */
export interface Prefix {
  /**
   * `words`: the inner command's words begin at `next`.
   * `code`: the word at `codeAt` is shell code from `codeOffset` on.
   * `split`: the word at `codeAt` holds the first words of the command from `codeOffset` on; the others begin at `next`.
   * `login`: a shell of its own that reads its standard input (`ssh HOST`, `su USER`, `sudo -i`).
   * `none`: it runs nothing, or nothing that stands in its words.
   * `other`: the words are not what the row is about.
   */
  readonly kind: "words" | "code" | "split" | "login" | "none" | "other";
  /** Index of the first word behind the prefix; the number of words where there is none. */
  readonly next: number;
  readonly codeAt?: number;
  readonly codeOffset?: number;
  /** Index of the first word that is no longer the command's (`parallel COMMAND ::: VALUES`); absent where all are. */
  readonly end?: number;
  /** The words from `next` on are joined by blanks and read by a shell (`ssh`). */
  readonly joined?: true;
  /** An option's value that stands before the words as the command's own name (`docker run --entrypoint`). */
  readonly entryAt?: number;
  readonly entryOffset?: number;
}

/** How a wrapper or launcher leads to the command it runs: `NAME options [assignments] [operands] command words`. */
interface PrefixRow {
  readonly table: OptionTable;
  /** Words before the command that are its own (`timeout DURATION`, `docker run IMAGE`). */
  readonly operands: number;
  /** `K=V` words before the command belong to the environment (`env`, `sudo`). */
  readonly assignments: boolean;
  /** Options go on behind the own operands and assignments (`ssh HOST -p 22 COMMAND`, `sudo A=1 -u app COMMAND`). */
  readonly optionsBehind: boolean;
  /** Options with which nothing is run. */
  readonly idle: ReadonlySet<string>;
  /** Options whose value is code for a shell (`su -c CODE`). */
  readonly code: ReadonlySet<string>;
  /** Options whose value holds words (`env -S WORDS`). */
  readonly split: ReadonlySet<string>;
  /** Options whose value is the command's first word (`docker run --entrypoint sh IMAGE -c CODE`). */
  readonly entry: ReadonlySet<string>;
  /** The words are joined by blanks and read by a shell (`ssh`). */
  readonly joined: boolean;
  /** A shell is started where no words follow (`ssh HOST`). */
  readonly shell: boolean;
  /** Options with which a shell is started where no words follow (`sudo -i`). */
  readonly login: ReadonlySet<string>;
  /** Nothing is run from operands, only from code. */
  readonly codeOnly: boolean;
  /** Nothing is run but what an option carries as code, though operands stand beside it (`script -c CODE FILE`). */
  readonly codeIsNeeded: boolean;
  /** Words with which the command ends (`parallel COMMAND ::: VALUES`). */
  readonly until: ReadonlySet<string>;
  /** The words, in small letters, behind one of which the command stands; whether it reads standard input as commands without one. */
  readonly behind: Readonly<Record<"words" | "idle", ReadonlySet<string>> & Record<"code" | "login", boolean>> | null;
  /** Words that begin with a slash are options, and an empty one is a title (`start "" /min COMMAND`). */
  readonly slashes: boolean;
  /** The command follows `--` only, where there is one (`kubectl exec POD -c NAME -- COMMAND`). */
  readonly terminated: boolean;
  /** The first operand chooses a row; others run nothing (`docker run`, `docker compose exec`). */
  readonly commands: ReadonlyMap<string, PrefixRow> | null;
}

type Plain = "operands" | "assignments" | "optionsBehind" | "joined" | "shell" | "codeOnly" | "codeIsNeeded" | "terminated" | "slashes";

/** A row as it is written down: lists are separated by blanks. */
interface PrefixText extends TableText, Partial<Pick<PrefixRow, Plain>> {
  readonly idle?: string;
  readonly code?: string;
  readonly split?: string;
  readonly entry?: string;
  readonly login?: string;
  readonly until?: string;
  readonly behind?: { readonly words: string; readonly code?: boolean; readonly login?: boolean; readonly idle?: string };
  /** The names of the rows that the first operand chooses from. */
  readonly commands?: Readonly<Record<string, string>>;
}

/** Rows of the package, by the name that `#set! options` gives them; those of commands below another have a blank in it. */
const texts: Readonly<Record<string, PrefixText>> = { ...wrappers, ...launchers };

export const prefixRows: Readonly<Record<string, PrefixRow>> = Object.fromEntries(
  Object.entries(texts).map(([name, text]) => [name, definePrefix(text)]),
);

const sh = defineTable(interpreters.bash);

function definePrefix(text: PrefixText): PrefixRow {
  const names = (of = ""): ReadonlySet<string> => new Set(namesIn(of));
  const { operands = 0, assignments = false, optionsBehind = false, joined = false, shell = false } = text;
  const { codeOnly = false, codeIsNeeded = false, terminated = false, slashes = false, behind, commands } = text;
  return {
    table: defineTable({ stopAtOperand: true, ...text }),
    ...{ operands, assignments, optionsBehind, joined, shell, codeOnly, codeIsNeeded, terminated, slashes },
    idle: names(text.idle ?? "help version"),
    code: names(text.code),
    split: names(text.split),
    entry: names(text.entry),
    login: names(text.login),
    until: names(text.until),
    behind: behind === undefined ? null : { code: false, login: false, ...behind, words: names(behind.words), idle: names(behind.idle) },
    commands:
      commands === undefined ? null : new Map(Object.entries(commands).map(([name, row]) => [name, definePrefix(texts[row] ?? {})])),
  };
}

/** How a wrapper or launcher leads to the command it runs, by its pattern's settings: a row of the package, or its own layout. */
const rowOf = oncePer((role: Role): PrefixRow => {
  const named = prefixRows[role.settings["options"] ?? ""];
  if (named !== undefined) return named;
  const row = {
    ...definePrefix({}),
    table: describedTable(role, ["code"], { stopAtOperand: true }),
    operands: Number(role.settings["operands"] ?? 0),
    assignments: role.settings["assignments"] === "yes",
    idle: role.settings["idle"] === undefined ? new Set(["help", "version"]) : optionNames(role, "idle"),
    code: optionNames(role, "code"),
  };
  const subcommands = listed(role, "subcommands");
  return subcommands.length === 0 ? row : { ...row, operands: 0, commands: new Map(subcommands.map((name) => [name, row])) };
});

/** Reads the wrapper or launcher whose name stands at `words[from]`. */
export function prefixOf(role: Role, words: Words, from: number): Prefix {
  return readPrefix(rowOf(role), words, from + 1);
}

/** How far a row has been read: its options so far, and the word that comes next. */
interface Progress {
  readonly options: OptionUse[];
  next: number;
  terminated: boolean;
}

function readPrefix(row: PrefixRow, words: Words, start: number): Prefix {
  if (row.behind !== null) return readBehind(row.behind, words, start);
  if (row.codeOnly) return readMixed(row, words, start);
  const progress: Progress = { options: [], next: start, terminated: false };
  passOptions(row, words, progress);
  if (row.commands) return readCommand(row, row.commands, words, progress);
  for (let i = 0; i < row.operands; i++) {
    if (progress.next >= words.length) return nothing(words);
    if (row.terminated && progress.terminated) break; // `kubectl exec -f pod.yaml -- COMMAND` names no pod
    progress.next++;
    if (row.optionsBehind && !progress.terminated) passOptions(row, words, progress);
  }
  return conclude(row, words, progress);
}

/** Passes options, and assignments between them where the row knows them (`sudo A=1 -u app B=2 sh`). */
function passOptions(row: PrefixRow, words: Words, progress: Progress): void {
  for (;;) {
    const line = readOptions(row.table, words, progress.next);
    progress.options.push(...line.options);
    progress.next = line.operands[0] ?? words.length;
    progress.terminated ||= line.terminator >= 0 && line.terminator < progress.next;
    const before = progress.next;
    while (row.assignments && belongsToEnvironment(words[progress.next])) progress.next++;
    while (row.slashes && ["", "/"].includes(words[progress.next]?.slice(0, 1) ?? "-")) progress.next++;
    if (progress.next === before || progress.terminated || !row.optionsBehind) return;
  }
}

/** `K=V`, where a name need not be one that the shell allows (`npm_config_my-key=1`), and env's lone `-`, which means `-i`. */
function belongsToEnvironment(word: string | null | undefined): boolean {
  return word === "-" || (typeof word === "string" && word.indexOf("=") > 0);
}

function readCommand(row: PrefixRow, commands: ReadonlyMap<string, PrefixRow>, words: Words, { options, next }: Progress): Prefix {
  const inner = commands.get(words[next] ?? "");
  if (!inner || isIdle(row, options)) return nothing(words);
  return readPrefix(inner, words, next + 1);
}

function conclude(row: PrefixRow, words: Words, { options, next }: Progress): Prefix {
  if (isIdle(row, options)) return nothing(words);
  const code = valueOf(row.code, options);
  if (code) return { kind: "code", next, codeAt: code.valueAt, codeOffset: code.valueOffset };
  const split = valueOf(row.split, options);
  if (split) return { kind: "split", next, codeAt: split.valueAt, codeOffset: split.valueOffset };
  const entry = valueOf(row.entry, options);
  if (entry && entry.value !== "") return { kind: "words", next, entryAt: entry.valueAt, entryOffset: entry.valueOffset };
  if (row.codeIsNeeded) return nothing(words);
  if (next >= words.length)
    return row.shell || options.some((option) => row.login.has(option.name)) ? { kind: "login", next } : nothing(words);
  const end = row.until.size === 0 ? -1 : words.findIndex((word, at) => at >= next && row.until.has(word ?? ""));
  // `parallel ::: COMMAND COMMAND`
  if (end === next) return { kind: "words", next: next + 1, end: next + 2, joined: true };
  return { kind: "words", next, ...(row.joined && { joined: true as const }), ...(end >= 0 && { end }) };
}

/**
 * `find … -exec COMMAND`, `cmd /c COMMAND`: the command stands behind a word that announces it; where none does, `cmd` reads its
 * standard input.
 */
function readBehind({ words: signs, code, login, idle }: NonNullable<PrefixRow["behind"]>, words: Words, start: number): Prefix {
  const small = words.map((word) => word?.toLowerCase() ?? null);
  if (small.some((word, at) => at >= start && idle.has(word ?? ""))) return nothing(words);
  const at = small.findIndex((word, index) => index >= start && signs.has(word ?? ""));
  if (at < 0)
    return login && small.slice(start).every((word) => word?.startsWith("/") === true)
      ? { kind: "login", next: words.length }
      : { kind: "other", next: words.length };
  const next = at + 1;
  if (next >= words.length) return nothing(words);
  // one word holds a whole command line, and so do words with a bar among them
  const joined = login && (next === words.length - 1 || words.includes("|", next));
  return code ? { kind: "code", next, codeAt: next, codeOffset: 0 } : { kind: "words", next, ...(joined && { joined }) };
}

/** `su`: options stand on either side of the user's name, and what follows the name goes to that user's shell. */
function readMixed(row: PrefixRow, words: Words, start: number): Prefix {
  const line = readOptions(row.table, words, start);
  if (isIdle(row, line.options)) return nothing(words);
  const code = valueOf(row.code, line.options);
  if (code) return { kind: "code", next: words.length, codeAt: code.valueAt, codeOffset: code.valueOffset };
  const user = line.operands.find((at) => words[at] !== "-");
  if (user === undefined || line.terminator < 0) return { kind: "login", next: words.length };
  const shell = readOptions(sh, words, Math.max(user, line.terminator) + 1);
  const codeAt = shell.operands[0];
  if (codeAt === undefined || !shell.options.some((option) => option.name === "c")) return nothing(words);
  return { kind: "code", next: words.length, codeAt, codeOffset: 0 };
}

function isIdle(row: PrefixRow, options: readonly OptionUse[]): boolean {
  return options.some((option) => row.idle.has(option.name));
}

function valueOf(names: ReadonlySet<string>, options: readonly OptionUse[]): OptionUse | undefined {
  return options.findLast((option) => names.has(option.name) && option.valueAt >= 0);
}

function nothing(words: Words): Prefix {
  return { kind: "none", next: words.length };
}
