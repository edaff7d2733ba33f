import { homedir } from "node:os";
import { PassThrough } from "node:stream";
import type { Command, Option } from "commander";
import { commandsFor } from "../../src/cli/commands/index.js";
import type { Context } from "../../src/cli/context.js";
import { programOf } from "../../src/cli/run.js";

/** Returns the manual page of curlew in troff format, made from the help texts of all commands. */
export async function manual(version: string): Promise<string> {
  const program = programOf(version);
  for (const register of await commandsFor([])) register(program, emptyContext(), () => undefined);
  const commands = program.commands.filter((command) => command.name() !== "help");
  return [
    `.TH CURLEW 1 "" "curlew ${version}"`,
    ".SH NAME",
    "curlew \\- find instructions that fetch remote content and execute it",
    ".SH SYNOPSIS",
    ".B curlew",
    "\\fIcommand\\fR [\\fIoption\\fR ...] [\\fIargument\\fR ...]",
    ".SH DESCRIPTION",
    text(program.description()),
    ".SH COMMANDS",
    ...commands.flatMap((command) => section(command, "curlew")),
    ".SH EXIT STATUS",
    "0 no findings, 1 findings, 2 error or incomplete analysis without findings.",
    "",
  ].join("\n");
}

/** Returns the section of a command: its options, the additional text of its help, and the sections of its subcommands. */
function section(command: Command, parent: string): string[] {
  const name = `${parent} ${command.name()}`;
  const help = command.createHelp();
  const usage = help.commandUsage(command).replace(/^.*?(?= \[| <|$)/, "");
  const options = help
    .visibleOptions(command)
    .flatMap((option) => [
      ".TP",
      `\\fB${text(help.optionTerm(option))}\\fR`,
      text(described(help.optionDescription(option), option)),
    ]);
  return [
    `.SS ${name}${text(usage)}`,
    text(command.description()),
    ...options,
    ...additionalHelp(command),
    ...command.commands.flatMap((each) => section(each, name)),
  ];
}

/** Returns the text that follows the options in the help of a command, as a literal block; empty if there is none. */
function additionalHelp(command: Command): string[] {
  let whole = "";
  command.configureOutput({ writeOut: (written) => (whole += written) }).outputHelp();
  const [, additional = ""] = whole.split(
    command.createHelp().formatHelp(command, command.createHelp()),
  );
  const lines = additional.replace(/^\n+|\s+$/g, "");
  return lines === "" ? [] : [".PP", ".nf", ...lines.split("\n").map(text), ".fi"];
}

/** Returns the description of an option, without this machine's number of processors and home folder. */
function described(whole: string, { long }: Option): string {
  const description = whole.replaceAll(homedir(), "~");
  if (long === "--jobs")
    return description.replace(/ \(default: \d+\)/, " (default: as many as there are processors)");
  return long === "--workers" ? description.replace(/, default \d+\)/, ")") : description;
}

/** Returns a string with escapes for non-ASCII characters and for the characters that are special in troff. */
function text(line: string): string {
  const escaped = line
    .replace(/\\/g, "\\e")
    .replace(/-/g, "\\-")
    .replace(/^(?=[.'])/gm, "\\&");
  return escaped.replace(
    /[^\0-\x7f]/gu,
    (character) =>
      `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}

/** Returns a context for registering commands, which read the environment to describe defaults. No command can run in it. */
function emptyContext(): Context {
  const refuse = (): Promise<never> => Promise.reject(new Error("the manual runs nothing"));
  return {
    toolkit: { createDetector: refuse },
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    env: {},
    cwd: ".",
    stdinIsData: false,
  };
}
