import { createHash } from "node:crypto";
import type { Context, Detector } from "../context.js";
import type { BatchCommandOptions } from "./command-options.js";
import { formatFor } from "./output/target.js";
import { fileEnds, type Plan } from "./partition/part-folder.js";
import type { SizedInput } from "./partition/intervals.js";
import { locate, statStored } from "./storage/stored-input.js";
import type { Settings } from "./settings.js";

/** Returns data that identifies a run. A run can resume the output of an earlier run only if the data of both runs is equal. */
export async function identityOf(
  context: Context,
  files: readonly string[],
  options: BatchCommandOptions,
  settings: Settings,
  { revision }: Detector,
): Promise<Record<string, unknown>> {
  const inputs = files.map(async (file) => {
    const path = locate(context.cwd, file);
    const found = file === "-" ? null : await statStored(path).catch(() => null);
    const isFile = found?.kind === "file";
    return { file, size: isFile ? found.size : null, modified: isFile ? found.version : null };
  });
  // the location of query files does not matter: the revision identifies their content
  const { deadlineMs: _deadline, rules, ...relevant } = settings;
  const identity = {
    revision,
    disabledRules: rules.disabledRules,
    inputs: await Promise.all(inputs),
    settings: relevant,
    inputFormat: options.inputFormat,
    sample: options.sample ?? null,
  };
  return { ...identity, output: formatFor(options.predictions, options.outputFormat) };
}

/** Returns the common data of all partitions of a run. The data is equal on all machines with the same files. */
export async function planOf(
  { cwd }: Pick<Context, "cwd">,
  inputs: readonly SizedInput[],
  count: number,
  options: Pick<BatchCommandOptions, "outputFormat" | "inputFormat" | "gitignore" | "ignore">,
  settings: Settings,
  { revision }: Pick<Detector, "revision">,
): Promise<Plan> {
  const { rules, ...relevant } = settings;
  return {
    count,
    format: options.outputFormat === "parquet" ? "parquet" : "jsonl",
    files: inputs.map(({ file }) => file),
    revision,
    identity: {
      disabledRules: rules.disabledRules,
      inputs: await knownInputs(cwd, inputs),
      settings: relevant,
      inputFormat: options.inputFormat,
      ignoreFiles: options.gitignore && options.ignore,
    },
  };
}

/** Returns data that identifies inputs on every machine: their sizes, and digests of their first and last bytes. */
export function knownInputs(
  cwd: string,
  inputs: readonly SizedInput[],
): Promise<{ file: string; size: number; digest: string | null }[]> {
  const known = inputs.map(async ({ file, size }) => {
    const path = locate(cwd, file);
    const found = await statStored(path).catch(() => null);
    const ends = found?.kind === "file" ? await fileEnds(path, size).catch(() => null) : null;
    const digest = ends === null ? null : createHash("sha256").update(ends).digest("hex");
    return { file, size, digest };
  });
  return Promise.all(known);
}
