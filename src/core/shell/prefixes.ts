import { oncePer } from "../once.js";
import { listed, type Role } from "../query/role.js";
import { describedTable, optionNames } from "./described.js";
import { readOptions, type OptionTable, type OptionUse, type Words } from "./options.js";
import { launchers } from "./tables/launchers.js";
import { definePrefix, type PrefixRow } from "./tables/prefix.js";
import { sh } from "./tables/shells.js";
import { wrappers } from "./tables/wrappers.js";

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

/** Rows of the package, by the name that `#set! options` gives them. */
const rows: Readonly<Record<string, PrefixRow>> = { ...wrappers, ...launchers };

/** The names of the rows that `#set! options` may give a wrapper or launcher. */
export const prefixTables: readonly string[] = Object.keys(rows);

/** How a wrapper or launcher leads to the command it runs, by its pattern's settings: a row of the package, or its own layout. */
const rowOf = oncePer((role: Role): PrefixRow => {
  const named = rows[role.settings["options"] ?? ""];
  if (named !== undefined) return named;
  const row = {
    ...definePrefix({}),
    table: describedTable(role, ["code"], { stopAtOperand: true }),
    operands: Number(role.settings["operands"] ?? 0),
    assignments: role.settings["assignments"] === "yes",
    idle: idleOf(role),
    code: optionNames(role, "code"),
  };
  const subcommands = listed(role, "subcommands");
  return subcommands.length === 0 ? row : { ...row, operands: 0, commands: new Map(subcommands.map((name) => [name, row])) };
});

function idleOf(role: Role): ReadonlySet<string> {
  return role.settings["idle"] === undefined ? new Set(["help", "version"]) : optionNames(role, "idle");
}

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
    if (progress.next === before || progress.terminated || !row.optionsBehind) return;
  }
}

/** `K=V`, where a name need not be one that the shell allows (`npm_config_my-key=1`), and env's lone `-`, which means `-i`. */
function belongsToEnvironment(word: string | null | undefined): boolean {
  return word === "-" || (typeof word === "string" && /^[^=]+=/.test(word));
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
  return { kind: "words", next, ...(row.joined && { joined: true as const }), ...(end >= 0 && { end }) };
}

/**
 * `find … -exec COMMAND`, `cmd /c COMMAND`: the command stands behind a word that announces it; where none does, `cmd` reads its
 * standard input.
 */
function readBehind({ words: signs, login, idle }: NonNullable<PrefixRow["behind"]>, words: Words, start: number): Prefix {
  const small = words.map((word) => word?.toLowerCase() ?? null);
  if (small.some((word, at) => at >= start && idle.has(word ?? ""))) return nothing(words);
  const at = small.findIndex((word, index) => index >= start && signs.has(word ?? ""));
  if (at < 0)
    return login && small.slice(start).every((word) => word?.startsWith("/") === true)
      ? { kind: "login", next: words.length }
      : { kind: "other", next: words.length };
  const next = at + 1;
  if (next >= words.length) return nothing(words);
  // one word holds a whole command line
  return login && next === words.length - 1 ? { kind: "code", next, codeAt: next, codeOffset: 0 } : { kind: "words", next };
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

/** The option table of a row, or of a command below it, for comparison with the tool's own help. */
export function prefixTable(name: string, ...commands: string[]): OptionTable {
  let row = rows[name];
  for (const command of commands) row = row?.commands?.get(command);
  if (!row) throw new RangeError(`no table row for ${[name, ...commands].join(" ")}`);
  return row.table;
}
