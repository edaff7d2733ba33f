import type { Command, Option } from "commander";

/** A command line's completions: a command with its options and the words that may follow. */
export interface Grammar {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  /** Words for the first argument, if there are only some. */
  readonly words: readonly string[];
  readonly commands: readonly Grammar[];
}

export interface Flag {
  readonly names: readonly string[];
  readonly summary: string;
  /** Null if it has no value; empty if the value is a file or arbitrary. */
  readonly values: readonly string[] | null;
}

/** Values of options whose choices are in their text only. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  "--format": ["text", "json", "jsonl", "sarif", "github", "junit", "gitlab", "csv"],
};

/** Returns the commands and options of a program, those that are hidden left out. */
export function grammarOf(command: Command): Grammar {
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
      .map((each) => grammarOf(each)),
  };
}

function flagOf(option: Option): Flag {
  const names = [option.long, option.short].filter((name) => name !== undefined && name !== null);
  const takes = option.required || option.optional;
  return {
    names,
    summary: oneLine(option.description),
    values: takes ? (option.argChoices ?? VALUES[option.long ?? ""] ?? []) : null,
  };
}

/** Returns the first part of a description, without characters that are special in a shell. */
function oneLine(text: string): string {
  return (text.split(/[;:(]|\.(?:\s|$)/)[0] ?? "").replace(/[^\w ,./-]/g, "").trim();
}
