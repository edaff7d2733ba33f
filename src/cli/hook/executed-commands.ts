import { commandProgram, type CommandProgram } from "../../core/index.js";
import { simpleCommands, type CommandScope, type SimpleCommand } from "./simple-commands.js";

/** A simple command in shell code, with the code that it runs. */
export interface ExecutedCommand {
  readonly command: SimpleCommand;
  readonly program: CommandProgram;
  /** The code in the arguments or the input of the command; null if there is none or it is unknown. */
  readonly code: ExecutedCode | null;
}

export interface ExecutedCode {
  readonly text: string;
  /** The tag of the code's language. */
  readonly language: string;
}

/** Maximum nesting of code that code passes to a shell. */
const MAX_DEPTH = 6;
const MAX_COMMANDS = 2000;

/**
 * Returns the simple commands that shell code executes, including those in code that it passes to a shell (`bash -c CODE`,
 * `eval CODE`, `bash <<EOF`), in the order of the text.
 */
export function executedCommands(text: string): ExecutedCommand[] {
  const found: ExecutedCommand[] = [];
  collect(text, { parent: null }, found, 0);
  return found;
}

function collect(text: string, scope: CommandScope, found: ExecutedCommand[], depth: number): void {
  for (const command of simpleCommands(text, scope)) {
    if (found.length >= MAX_COMMANDS) return;
    const program = commandProgram(command.words);
    const code = codeOf(command, program);
    found.push({ command, program, code });
    if (code?.language === "bash" && depth < MAX_DEPTH)
      collect(code.text, { parent: command.scope }, found, depth + 1);
  }
}

function codeOf({ input, from }: SimpleCommand, program: CommandProgram): ExecutedCode | null {
  if (program.kind === "code") return program;
  if (program.kind !== "input") return null;
  const text = input ?? printedBy(from);
  return text === null ? null : { text, language: program.language };
}

/** Returns what a command writes to a pipe; null if it is unknown. */
function printedBy(command: SimpleCommand | null): string | null {
  if (command === null) return null;
  const [name = "", ...args] = command.words;
  if (name === "cat" && args.length === 0) return command.input;
  if (name === "echo" || name === "printf") return args.join(" ");
  return null;
}
