import type { Command, Option } from "commander";
import { FORMATS } from "../scan/report-targets.js";

/** A command with the words that can follow it: options, subcommands, and values of its first argument. */
export interface CommandTree {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  /** The possible values of the first argument; empty if they are not listed. */
  readonly words: readonly string[];
  readonly commands: readonly CommandTree[];
}

export interface Flag {
  readonly names: readonly string[];
  readonly summary: string;
  /** The possible values; null if the option has no value, empty if its value is a file or arbitrary. */
  readonly values: readonly string[] | null;
}

/** The values of options that list their values only in the description. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  "--format": FORMATS,
};

/** Returns a command with its options and subcommands, except hidden ones. */
export function commandTreeOf(command: Command): CommandTree {
  return {
    name: command.name(),
    summary: oneLine(command.summary() || command.description()),
    flags: [
      ...command.options.filter((option) => !option.hidden).map(flagOf),
      { names: ["--help", "-h"], summary: "show help", values: null },
    ],
    words: command.registeredArguments[0]?.argChoices ?? [],
    commands: command
      .createHelp()
      .visibleCommands(command)
      .filter((each) => each.name() !== "help")
      .map((each) => commandTreeOf(each)),
  };
}

function flagOf(option: Option): Flag {
  const names = [option.long, option.short].filter((name) => name !== undefined && name !== null);
  const hasValue = option.required || option.optional;
  return {
    names,
    summary: oneLine(option.description),
    values: hasValue ? (option.argChoices ?? VALUES[option.long ?? ""] ?? []) : null,
  };
}

/** Returns the first part of a description, without characters that are special in a shell. */
function oneLine(text: string): string {
  return (text.split(/[;:(]|\.(?:\s|$)/)[0] ?? "").replace(/[^\w ,./-]/g, "").trim();
}
