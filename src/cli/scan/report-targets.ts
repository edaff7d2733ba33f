import { resolve } from "node:path";
import { InvalidArgumentError, Option, type Command } from "commander";
import type { Context } from "../context.js";
import { Failure } from "../failure.js";
import { Output } from "../output.js";
import { fileOutput } from "./file-output.js";

export const FORMATS = [
  "text",
  "json",
  "jsonl",
  "sarif",
  "github",
  "junit",
  "gitlab",
  "csv",
] as const;
export type Format = (typeof FORMATS)[number];

/** A requested report. */
export interface Target {
  readonly format: Format;
  /** The path of the file; null or `-` for standard output. */
  readonly file: string | null;
}

/** Formats by the end of a file name. */
const FORMATS_BY_ENDING: readonly (readonly [RegExp, Format])[] = [
  [/\.sarif(?:\.json)?$/i, "sarif"],
  [/\.jsonl$/i, "jsonl"],
  [/\.json$/i, "json"],
  [/\.xml$/i, "junit"],
  [/\.csv$/i, "csv"],
];

/**
 * Adds the options `--format` and `--output` to a command. Both can be repeated. An output belongs to the preceding format, or to the
 * first format if none precedes it.
 * @returns a function that returns the requested reports after the command line was parsed
 */
export function withTargets(command: Command): () => readonly Target[] {
  const targets: { format: Format; file: string | null }[] = [];
  let outputBeforeFormat: string | null = null;
  const parseFormat = (text: string): string => {
    const [, name = text, file = null] = /^([^=]*)=(.+)$/.exec(text) ?? [];
    const format = FORMATS.find((each) => each === name);
    if (format === undefined)
      throw new InvalidArgumentError(`Allowed choices are ${FORMATS.join(", ")}.`);
    targets.push({ format, file });
    return text;
  };
  const parseOutput = (file: string): string => {
    const last = targets.at(-1);
    if (last !== undefined && last.file === null) last.file = file;
    else if (last === undefined && outputBeforeFormat === null) outputBeforeFormat = file;
    else throw new InvalidArgumentError("Each --output needs its own --format before it.");
    return file;
  };
  command
    .addOption(
      new Option(
        "-f, --format <name[=file]>",
        `output format: ${FORMATS.join(", ")}; can be repeated, each with a file (default: "text")`,
      ).argParser(parseFormat),
    )
    .addOption(
      new Option(
        "-o, --output <file>",
        "write the output of the preceding --format to this file",
      ).argParser(parseOutput),
    );
  return () => {
    const [first] = targets;
    const file = outputBeforeFormat;
    if (file !== null && first === undefined)
      return [
        { format: FORMATS_BY_ENDING.find(([ending]) => ending.test(file))?.[1] ?? "text", file },
      ];
    if (file !== null && first?.file === null) first.file = file;
    return targets.length === 0 ? [{ format: "text", file: null }] : targets;
  };
}

/** @throws Failure if two reports would be written to standard output or to the same file */
export function checkTargets(targets: readonly Target[]): void {
  const onStdout = targets.filter(({ file }) => file === null || file === "-");
  if (onStdout.length > 1)
    throw new Failure(
      `only one format can go to standard output; give the others a file, such as --format ${onStdout[1]?.format ?? "json"}=FILE`,
    );
  const files = targets.flatMap(({ file }) => (file === null ? [] : [resolve(file)]));
  if (new Set(files).size < files.length)
    throw new Failure("two formats cannot be written to one file");
}

/** Opens the file or standard output to which a report is written. */
export function outputOf({ stdout, cwd }: Context, { file }: Target): Output {
  return file === null || file === "-" ? new Output(stdout) : fileOutput(resolve(cwd, file), file);
}
