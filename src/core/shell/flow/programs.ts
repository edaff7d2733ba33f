import { oncePer } from "../../once.js";
import { listed, type Role } from "../../query/role.js";
import { namesIn } from "../../rows.js";
import { describedTable, optionNames } from "../described.js";
import { readOptions, type CommandLine, type OptionTable, type OptionUse, type Words } from "../options.js";
import { defineTable, type TableText } from "../tables.js";
import interpreters from "../tables/interpreters.json" with { type: "json" };
import { powershellProgram } from "./powershell-program.js";

/** What an interpreter takes as its program. Indexes are those of the words. */
export type Program =
  | { readonly kind: "stdin"; readonly message: string; /** its parameters begin here */ readonly rest: number }
  | {
      readonly kind: "code";
      readonly at: number;
      /** offset of the code in the word's text */ readonly offset: number;
      readonly rest: number;
    }
  | { readonly kind: "file"; readonly at: number }
  /** All words from there on are code, joined by blanks. */
  | { readonly kind: "words"; readonly at: number }
  /** The word holds code in an encoding. */
  | { readonly kind: "encoded"; readonly at: number }
  | { readonly kind: "none"; readonly message: string };

export interface ProgramReading {
  readonly program: Program;
  /** Words whose files are run before the program (`bash --rcfile FILE`). */
  readonly startup: readonly number[];
}

export interface Dialect {
  readonly table: OptionTable;
  /** Options that carry code; of a shell, the option makes the first operand code. */
  readonly code: ReadonlySet<string>;
  readonly codeIsOperand?: boolean;
  /** Options that make standard input the program, operands or not. */
  readonly stdin?: ReadonlySet<string>;
  /** Options whose value is a module to run. */
  readonly modules?: ReadonlySet<string>;
  /** Options with which nothing is run. */
  readonly idle: ReadonlySet<string>;
  /** Options whose value names a file that is run before the program (`bash --rcfile FILE`). */
  readonly startup?: ReadonlySet<string>;
  /** First operands with which nothing is run (`R CMD`). */
  readonly idleWords?: ReadonlySet<string>;
  /** Options whose value names the file of the program (`awk -f FILE`). */
  readonly file?: ReadonlySet<string>;
  /** What the first operand is, where it is not the file of the program: `code` or `ignored`. */
  readonly operand?: string;
  /** `nothing`: without an operand and an option that says so, standard input is not read as a program. */
  readonly bare?: string;
  /** `parameters`: what stands behind `--` are parameters, no program. */
  readonly dashes?: string;
  /** The tag of a language whose code is read for what it hands to shells. */
  readonly tag?: string;
  /** Of such code: the first operand is code where no option carries it, unless one of these names a file of it. */
  readonly operandUnless?: ReadonlySet<string>;
  /** Reads the whole command line itself. */
  readonly program?: (words: Words, from: number) => Program;
}

/** An interpreter's row as it is written down: lists are separated by blanks. */
interface ProgramText extends TableText, Pick<Dialect, "codeIsOperand" | "bare" | "dashes" | "tag"> {
  readonly code: string;
  readonly stdin?: string;
  readonly modules?: string;
  readonly idle: string;
  readonly startup?: string;
  readonly file?: string;
  readonly operandUnless?: string;
}

function dialect({ code, stdin, modules, idle, startup, file, operandUnless, ...row }: ProgramText): Dialect {
  const names = (text = ""): ReadonlySet<string> => new Set(namesIn(text));
  return {
    ...row,
    table: defineTable(row),
    code: names(code),
    stdin: names(stdin),
    modules: names(modules),
    idle: names(idle),
    startup: names(startup),
    file: names(file),
    ...(operandUnless !== undefined && { operandUnless: names(operandUnless) }),
  };
}

const rows: Readonly<Record<keyof typeof interpreters, ProgramText>> = interpreters;
export const pythonDialect = dialect(rows.python);
export const nodeDialect = dialect(rows.node);

/** Dialects by the name that `#set! options` gives them. */
export const dialects: Readonly<Record<string, Dialect>> = {
  ...Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, dialect(row)])),
  powershell: { ...dialect({ ...rows.bash, code: "", codeIsOperand: false, stdin: "" }), program: powershellProgram },
};

/** The dialect of an interpreter, by its pattern's settings. */
export const dialectOf = oncePer((role: Role): Dialect => dialects[role.settings["options"] ?? ""] ?? described(role));

/** An interpreter whose pattern says all: which options take a value, which carry code, with which nothing is run. */
function described(role: Role): Dialect {
  const { operand, bare } = role.settings;
  return {
    table: describedTable(role, ["code", "file"], { stopAtOperand: true }),
    code: optionNames(role, "code"),
    file: optionNames(role, "file"),
    ...(operand !== undefined && { operand }),
    ...(bare !== undefined && { bare }),
    idle: optionNames(role, "idle"),
    idleWords: new Set(listed(role, "idle").filter((entry) => !entry.startsWith("-"))),
  };
}

/** Where the words of an interpreter begin behind its subcommand (`deno run FILE`). */
export function behindSubcommand(role: Role, words: Words, from: number): number {
  let at = from;
  for (const _ of listed(role, "subcommand")) at = (readOptions(dialectOf(role).table, words, at).operands[0] ?? words.length) + 1;
  return at;
}

/** Reads an interpreter's command line: what is its program? (rules 1, 8, 9 and 12) */
export function readProgram(dialect: Dialect, words: Words, from: number): ProgramReading {
  if (dialect.program !== undefined) return { program: dialect.program(words, from), startup: [] };
  const line = readOptions(dialect.table, words, from);
  const startup = line.options.flatMap(({ name, valueAt }) => (dialect.startup?.has(name) === true && valueAt >= 0 ? [valueAt] : []));
  return { program: programOf(dialect, line, words), startup };
}

function programOf(dialect: Dialect, line: CommandLine, words: Words): Program {
  const idle =
    line.options.find((option) => dialect.idle.has(option.name)) ??
    line.operands.slice(0, 1).flatMap((at) => (dialect.idleWords?.has(words[at] ?? "") === true ? [{ name: words[at] ?? "" }] : []))[0];
  if (idle) return { kind: "none", message: `option ${idle.name} runs no program` };
  const code = line.options.findLast((option) => dialect.code.has(option.name));
  if (code) {
    const program = codeProgram(dialect, line, code);
    if (program !== null) return program;
  }
  if (line.options.some((option) => dialect.modules?.has(option.name))) return { kind: "none", message: "a local module is the program" };
  const file = line.options.findLast((option) => dialect.file?.has(option.name) === true && option.valueAt >= 0);
  if (file !== undefined)
    return (file.value ?? words[file.valueAt]) === "-"
      ? { kind: "stdin", message: `option ${file.name} names standard input`, rest: file.valueAt + 1 }
      : { kind: "file", at: file.valueAt };
  const [first = words.length] = line.operands;
  const operand = dialect.dashes === "parameters" && line.terminator >= 0 && line.terminator < first ? words.length : first;
  if (line.options.some((option) => dialect.stdin?.has(option.name)))
    return { kind: "stdin", message: "option -s reads the program from standard input", rest: operand };
  if (words[operand] !== "-" && dialect.operand === "code" && operand < words.length)
    return { kind: "code", at: operand, offset: 0, rest: operand + 1 };
  if (dialect.bare === "nothing" && (operand === words.length || (dialect.operand === "ignored" && words[operand] !== "-")))
    return { kind: "none", message: "nothing names a program" };
  if (dialect.operand === "ignored" && words[operand] !== "-")
    return { kind: "stdin", message: "standard input is the program", rest: words.length };
  if (operand === words.length)
    return { kind: "stdin", message: "no script operand and no code option: standard input is the program", rest: operand };
  if (words[operand] === "-") return { kind: "stdin", message: "the operand - is standard input", rest: operand + 1 };
  return { kind: "file", at: operand };
}

function codeProgram(dialect: Dialect, line: CommandLine, option: OptionUse): Program | null {
  if (dialect.codeIsOperand !== true) {
    return option.valueAt < 0 ? null : { kind: "code", at: option.valueAt, offset: option.valueOffset, rest: option.valueAt + 1 };
  }
  const operand = line.operands[0];
  if (operand === undefined) return { kind: "none", message: "option -c has no code" };
  return { kind: "code", at: operand, offset: 0, rest: operand + 1 };
}
