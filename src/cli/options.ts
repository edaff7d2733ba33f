import { InvalidArgumentError, Option, type Command } from "commander";
import type { OffsetEncoding, Profile } from "../core/index.js";
import { DEFAULT_MAX_SIZE } from "./input/size.js";

/** The options that all commands with a detector share. */
export interface DetectionOptions extends RuleOptions {
  readonly offsetEncoding: OffsetEncoding;
  readonly maxSize: number;
  readonly deadline: number;
  readonly quiet?: boolean;
  readonly color: boolean;
}

/** Options that choose the rules. */
export interface RuleOptions {
  readonly profile: Profile;
  readonly queries?: readonly string[];
  readonly replaceQueries?: boolean;
  readonly disableRule?: readonly string[];
  readonly language?: readonly string[];
}

export const DEFAULT_DEADLINE_MS = 30_000;

/** Adds the shared options to a command. */
export function withDetectionOptions(
  command: Command,
  profile: Profile | null = "extended",
): Command {
  withRuleOptions(command, profile).addOption(
    new Option("--offset-encoding <unit>", "unit of the offsets in machine-readable output")
      .choices(["utf-16", "codepoint", "utf-8"])
      .default("utf-16"),
  );
  return withBounds(command);
}

/** Adds the options for the limits of an analysis, for quiet output and for colors. */
export function withBounds(command: Command): Command {
  return command
    .addOption(
      new Option("--max-size <size>", "maximum size of a text, in bytes or with K, M, G")
        .argParser(parseSize)
        .default(DEFAULT_MAX_SIZE, "64M"),
    )
    .option(
      "--deadline <ms>",
      "time limit for one text in milliseconds; the rest is reported as not analyzed",
      parseCount,
      DEFAULT_DEADLINE_MS,
    )
    .option("-q, --quiet", "print no summary, warnings or progress")
    .option("--no-color", "print no colors (like NO_COLOR in the environment)");
}

/** Adds the options that choose the rules. @param profile the default profile; null if the first record of the input determines it */
export function withRuleOptions(command: Command, profile: Profile | null = "extended"): Command {
  const option = new Option(
    "-p, --profile <name>",
    "rules to apply: contract is a closed list of commands, extended covers more programs and languages",
  ).choices(["contract", "extended"]);
  if (profile !== null) option.default(profile);
  else
    option.description += " (default: contract if the first record has labels, otherwise extended)";
  return command
    .addOption(option)
    .option(
      "--queries <dir>",
      "folder with custom query files, added to the built-in ones; can be repeated",
      collected,
    )
    .option(
      "--replace-queries",
      "let a custom query file replace the built-in one with the same path",
    )
    .option("--disable-rule <id>", "disable a rule; can be repeated", collected)
    .option(
      "--language <code>",
      "also recognize warnings in this language (de); the extended profile recognizes all; can be repeated",
      collected,
    );
}

/** Returns the values of an option that can be repeated: the earlier ones, followed by a new one. */
export function collected(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Returns the number of bytes for `500`, `64K`, `10M` or `1G`, with an optional `B` or `iB` at the end. */
export function parseSize(text: string): number {
  const match = /^(\d+)\s*([kmg])?(i?b)?$/i.exec(text.trim());
  if (!match)
    throw new InvalidArgumentError(
      "Write a number of bytes, optionally with K, M or G, such as 500K.",
    );
  const exponent = " kmg".indexOf((match[2] ?? " ").toLowerCase());
  const size = Number(match[1]) * 1024 ** exponent;
  if (size < 1) throw new InvalidArgumentError("It must be at least 1 byte.");
  if (!Number.isSafeInteger(size)) throw new InvalidArgumentError("That is too large.");
  return size;
}

/** Returns the value of a positive integer of at most nine digits. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("Write a whole number above 0.");
  return Number(text);
}
