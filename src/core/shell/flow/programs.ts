import { oncePer } from "../../once.js";
import type { Role } from "../../query/role.js";
import { describedTable, optionNames } from "../described.js";
import { readOptions, type CommandLine, type OptionTable, type OptionUse, type Words } from "../options.js";
import { node } from "../tables/node.js";
import { python } from "../tables/python.js";
import { bash, zsh } from "../tables/shells.js";

/** What an interpreter takes as its program. Indexes are those of the words. */
export type Program =
  | { readonly kind: "stdin"; readonly message: string; /** its parameters begin here */ readonly rest: number }
  | { readonly kind: "code"; readonly at: number; /** offset of the code in the word's text */ readonly offset: number; readonly rest: number }
  | { readonly kind: "file"; readonly at: number }
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
  readonly codeIsOperand: boolean;
  /** Options that make standard input the program, operands or not. */
  readonly stdin: ReadonlySet<string>;
  /** Options whose value is a module to run. */
  readonly modules: ReadonlySet<string>;
  /** Options with which nothing is run. */
  readonly idle: ReadonlySet<string>;
  readonly startup: ReadonlySet<string>;
}

const empty: ReadonlySet<string> = new Set();

function shell(table: OptionTable): Dialect {
  return { table, code: new Set(["c"]), codeIsOperand: true, stdin: new Set(["s"]), modules: empty, idle: new Set(["version", "help", "n", "D", "dump-strings", "dump-po-strings"]), startup: new Set(["rcfile", "init-file"]) };
}

export const pythonDialect: Dialect = {
  table: python, code: new Set(["c"]), codeIsOperand: false, stdin: empty, modules: new Set(["m"]),
  idle: new Set(["V", "version", "h", "?", "help", "help-all", "help-env", "help-xoptions"]), startup: empty,
};
export const nodeDialect: Dialect = {
  table: node, code: new Set(["e", "eval", "p", "print", "pe"]), codeIsOperand: false, stdin: empty, modules: new Set(["run", "test"]),
  idle: new Set(["v", "version", "h", "help", "v8-options", "c", "check"]), startup: new Set(["r", "require", "import"]),
};

/** Dialects by the name that `#set! options` gives them. */
export const dialects: Readonly<Record<string, Dialect>> = { bash: shell(bash), zsh: shell(zsh), python: pythonDialect, node: nodeDialect };

/** The dialect of an interpreter, by its pattern's settings. */
export const dialectOf = oncePer((role: Role): Dialect => dialects[role.settings["options"] ?? ""] ?? described(role));

/** An interpreter whose pattern says all: which options take a value, which carry code, with which nothing is run. */
function described(role: Role): Dialect {
  return {
    table: describedTable(role, ["code"], { stopAtOperand: true }),
    code: optionNames(role, "code"),
    codeIsOperand: false,
    stdin: empty,
    modules: empty,
    idle: optionNames(role, "idle"),
    startup: empty,
  };
}

/** Reads an interpreter's command line: what is its program? (rules 1, 8, 9 and 12) */
export function readProgram(dialect: Dialect, words: Words, from: number): ProgramReading {
  const line = readOptions(dialect.table, words, from);
  const startup = line.options.filter((option) => dialect.startup.has(option.name) && option.valueAt >= 0).map((option) => option.valueAt);
  return { program: programOf(dialect, line, words), startup };
}

function programOf(dialect: Dialect, line: CommandLine, words: Words): Program {
  const idle = line.options.find((option) => dialect.idle.has(option.name));
  if (idle) return { kind: "none", message: `option ${idle.name} runs no program` };
  const code = line.options.findLast((option) => dialect.code.has(option.name));
  if (code) {
    const program = codeProgram(dialect, line, code);
    if (program !== null) return program;
  }
  if (line.options.some((option) => dialect.modules.has(option.name))) return { kind: "none", message: "a local module is the program" };
  const [operand = words.length] = line.operands;
  if (line.options.some((option) => dialect.stdin.has(option.name))) return { kind: "stdin", message: "option -s reads the program from standard input", rest: operand };
  if (operand === words.length) return { kind: "stdin", message: "no script operand and no code option: standard input is the program", rest: operand };
  if (words[operand] === "-") return { kind: "stdin", message: "the operand - is standard input", rest: operand + 1 };
  return { kind: "file", at: operand };
}

function codeProgram(dialect: Dialect, line: CommandLine, option: OptionUse): Program | null {
  if (!dialect.codeIsOperand) {
    return option.valueAt < 0 ? null : { kind: "code", at: option.valueAt, offset: option.valueOffset, rest: option.valueAt + 1 };
  }
  const operand = line.operands[0];
  if (operand === undefined) return { kind: "none", message: "option -c has no code" };
  return { kind: "code", at: operand, offset: 0, rest: operand + 1 };
}
