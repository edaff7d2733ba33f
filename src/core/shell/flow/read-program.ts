import type { Role } from "../../query/role.js";
import { runnerLayoutOf, type Layout } from "../command-layout.js";
import { readOptions, type CommandLine, type OptionUse, type Words } from "../options.js";
import type { Program } from "./program.js";
import { powershellProgram } from "./powershell-program.js";

export interface ProgramReading {
  readonly program: Program;
  /** Variables whose files are run before the program (`BASH_ENV=FILE bash SCRIPT`). */
  readonly variables: readonly string[];
  /** Words whose files are run before the program (`bash --rcfile FILE`). */
  readonly startup: readonly number[];
}

/** Returns the index of the first word after an interpreter's subcommand (`deno run FILE`); `from` if it has none. */
export function afterSubcommand(role: Role, words: Words, from: number): number {
  const layout = runnerLayoutOf(role);
  let at = from;
  for (const _ of layout.words("subcommand"))
    at = (readOptions(layout, words, at).operands[0] ?? words.length) + 1;
  return at;
}

/** Reads an interpreter's command line to find its program. */
export function readProgram(layout: Layout, words: Words, from: number): ProgramReading {
  if (layout.is("caseless"))
    return { program: powershellProgram(words, from), variables: [], startup: [] };
  const line = readOptions(layout, words, from);
  const startup = line.options.flatMap(({ name, valueAt }) =>
    layout.options("startup").has(name) && valueAt >= 0 ? [valueAt] : [],
  );
  const program = programOf(layout, line, words);
  const isInteractive =
    line.options.some(({ name }) => name === "i") ||
    (program.kind === "stdin" && layout.is("asks"));
  const variables = layout.words(isInteractive ? "interactive" : "variables");
  return { program, variables: program.kind === "none" ? [] : variables, startup };
}

function programOf(layout: Layout, line: CommandLine, words: Words): Program {
  const used = (setting: "modules" | "stdin"): boolean =>
    line.options.some(({ name }) => layout.options(setting).has(name));
  const [first = words.length] = line.operands;
  const idle =
    line.options.find(
      ({ name, at }) =>
        layout.options("idle").has(name) &&
        !line.options.some((other) => other.name === `+${name}` && other.at > at),
    )?.name ?? layout.words("idle").find((word) => !word.startsWith("-") && word === words[first]);
  if (idle !== undefined) return { kind: "none", message: `option ${idle} runs no program` };
  const code = line.options.findLast(({ name }) => layout.options("code").has(name));
  if (code) {
    const program = codeProgram(layout, line, code);
    if (program !== null) return program;
  }
  if (used("modules")) return { kind: "none", message: "a local module is the program" };
  const file = line.options.findLast(
    (option) => layout.options("file").has(option.name) && option.valueAt >= 0,
  );
  if (file !== undefined)
    return (file.value ?? words[file.valueAt]) === "-"
      ? {
          kind: "stdin",
          message: `option ${file.name} names standard input`,
          rest: file.valueAt + 1,
        }
      : { kind: "file", at: file.valueAt };
  const operand =
    layout.is("dashes", "parameters") && line.terminator >= 0 && line.terminator < first
      ? words.length
      : first;
  if (used("stdin"))
    return {
      kind: "stdin",
      message: "option -s reads the program from standard input",
      rest: operand,
    };
  const isIgnored = layout.is("operand", "ignored") && words[operand] !== "-";
  if (words[operand] !== "-" && layout.is("operand", "code") && operand < words.length)
    return { kind: "code", at: operand, offset: 0, rest: operand + 1 };
  if (layout.is("bare", "nothing") && (operand === words.length || isIgnored))
    return { kind: "none", message: "no program is named" };
  if (isIgnored)
    return { kind: "stdin", message: "standard input is the program", rest: words.length };
  if (operand === words.length)
    return {
      kind: "stdin",
      message: "without a script operand or code option, the program is read from standard input",
      rest: operand,
    };
  if (words[operand] === "-")
    return { kind: "stdin", message: "the operand - is standard input", rest: operand + 1 };
  return { kind: "file", at: operand };
}

function codeProgram(layout: Layout, line: CommandLine, option: OptionUse): Program | null {
  if (!layout.is("codeIsOperand")) {
    return option.valueAt < 0
      ? null
      : { kind: "code", at: option.valueAt, offset: option.valueOffset, rest: option.valueAt + 1 };
  }
  const operand = line.operands[0];
  if (operand === undefined) return { kind: "none", message: "option -c has no code" };
  return { kind: "code", at: operand, offset: 0, rest: operand + 1 };
}
