import { blanked } from "../../text-search.js";
import { SourceBuilder, type Source } from "../../source.js";
import type { Injection } from "../analysis.js";

/** Matches `!cmd`, `!!cmd`, `x = !cmd`, and line magics that run a shell command, such as `%sx cmd`, with continuation lines. */
const COMMAND_LINE =
  /^([ \t]*(?:\w[\w, ]*=[ \t]*)?(?:!{1,2}(?!=)|%(?:sx|sc|system|bash|sh)[ \t]))((?:.*\\\n)*.*)$/gm;
/** Matches `%%bash` and similar magics, with only comments before them: the rest of the cell is shell. */
const SHELL_CELL =
  /^(?:[ \t]*(?:#.*)?\n)*[ \t]*%%(?:bash|sh|zsh|script[ \t]+(?:ba|z)?sh|!|sx|system)\b.*\n/;
/** Matches magics that write the rest of the cell to a file. */
const FILE_CELL = /^(?:[ \t]*(?:#.*)?\n)*[ \t]*%%(?:write)?file\b/;
/** Matches magics that are followed by Python code. */
const TIMED = /^%{1,2}(?:time|timeit|prun)\b(?:[ \t]+-[a-z](?:[ \t]*\d+)?)*/gm;
/** Matches lines with any other magic, which are not Python. */
const MAGIC = /^%{1,2}[a-z].*$/gm;

/** A shell command in a notebook cell. */
export interface NotebookCommand {
  /** The offset of the command's line. If it is inside a string, the line is not a command. */
  readonly at: number;
  readonly injection: Injection;
}

/** Returns the shell commands of a notebook cell, and its text with everything that is not Python replaced with spaces. */
export function notebookCommands(
  source: Source,
  text: string,
): { readonly text: string; readonly commands: readonly NotebookCommand[] } {
  if (!text.includes("!") && !text.includes("%")) return { text, commands: [] };
  if (FILE_CELL.test(text)) return { text: blanked(text), commands: [] };
  const cell = SHELL_CELL.exec(text);
  if (cell !== null)
    return {
      text: blanked(text),
      commands: [command(source, cell.index, cell[0].length, text.length)],
    };
  const commands: NotebookCommand[] = [];
  const rest = text
    .replace(COMMAND_LINE, (line: string, mark: string, _words: string, at: number) => {
      commands.push(command(source, at, at + mark.length, at + line.length));
      return blanked(line);
    })
    .replace(TIMED, (magic) => blanked(magic))
    .replace(MAGIC, (magic) => blanked(magic));
  return { text: rest, commands };
}

function command(source: Source, at: number, start: number, end: number): NotebookCommand {
  const code = new SourceBuilder(source).copy(start, end).build();
  return {
    at,
    injection: {
      language: "shell",
      source: code,
      via: {
        step: "inject",
        span: source.origin(at, end),
        message: "a notebook runs this in a shell",
      },
    },
  };
}
