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

/** A requested report: its format, and a file or standard output. */
export interface Target {
  readonly format: Format;
  readonly file: string | null;
}

/** Formats by the ending of a file. */
const BY_ENDING: readonly (readonly [RegExp, Format])[] = [
  [/\.sarif(?:\.json)?$/i, "sarif"],
  [/\.jsonl$/i, "jsonl"],
  [/\.json$/i, "json"],
  [/\.xml$/i, "junit"],
  [/\.csv$/i, "csv"],
];

/**
 * Adds `--format` and `--output`, which may be repeated: an output belongs to the preceding format. @returns the requested
 * reports, after the command line is parsed
 */
export function withTargets(command: Command): () => readonly Target[] {
  const targets: { format: Format; file: string | null }[] = [];
  let loose: string | null = null;
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
    else if (last === undefined && loose === null) loose = file;
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
    const first = targets[0];
    if (loose !== null && first === undefined)
      return [
        {
          format: BY_ENDING.find(([ending]) => ending.test(loose ?? ""))?.[1] ?? "text",
          file: loose,
        },
      ];
    if (loose !== null && first?.file === null) first.file = loose;
    return targets.length === 0 ? [{ format: "text", file: null }] : targets;
  };
}

/** @throws Failure if two reports would be mixed on standard output */
export function checkTargets(targets: readonly Target[]): void {
  const open = targets.filter(({ file }) => file === null || file === "-");
  if (open.length > 1)
    throw new Failure(
      `only one format can go to standard output; give the others a file, such as --format ${open[1]?.format ?? "json"}=FILE`,
    );
  const files = targets.flatMap(({ file }) => (file === null ? [] : [resolve(file)]));
  if (new Set(files).size < files.length)
    throw new Failure("two formats cannot be written to one file");
}

/** Returns the output of a report. */
export function outputOf({ stdout, cwd }: Context, { file }: Target): Output {
  return file === null || file === "-" ? new Output(stdout) : fileOutput(resolve(cwd, file), file);
}
