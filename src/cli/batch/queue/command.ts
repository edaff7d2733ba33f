import type { Context, Detector } from "../../context.js";
import { Failure } from "../../failure.js";
import type { BatchCommandOptions } from "../command-options.js";
import { planOf } from "../run-identity.js";
import { formatFor } from "../output/target.js";
import { PartFolder } from "../partition/part-folder.js";
import { sizedInputs } from "../partition/intervals.js";
import type { Settings } from "../settings.js";
import { runOnQueue, Interrupted } from "./queue-run.js";

/** Size of a partition in bytes, if options do not set the number of partitions. */
const PART_SIZE = 16 * 1024 * 1024;
const MAX_PARTS = 10_000;

/**
 * Lets workers process all partitions of a run.
 * @returns the exit status if a signal ended the run; null if all partitions are finished
 */
export async function batchOnQueue(
  context: Context,
  files: readonly string[],
  options: BatchCommandOptions & { readonly queue: string },
  settings: Settings,
  detector: Detector,
): Promise<number | null> {
  const outDir = outDirOf(options);
  const { cwd } = context;
  const inputs = await sizedInputs(files, {
    cwd,
    ignoreFiles: options.gitignore && options.ignore,
  });
  const bytes = inputs.reduce((sum, { size }) => sum + size, 0);
  const count =
    options.partitions ?? Math.min(MAX_PARTS, Math.max(1, Math.ceil(bytes / PART_SIZE)));
  const plan = await planOf(context, inputs, count, options, settings, detector);
  const folder = await PartFolder.at(outDir, cwd);
  await folder.open(plan, options.force === true);
  try {
    await runOnQueue(folder, plan, {
      url: options.queue,
      attempts: options.queueAttempts,
      timeoutMs: options.queueTimeout * 1000,
      resume: options.resume === true,
      quiet: options.quiet === true,
      context,
    });
    return null;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    context.stderr.write(
      `curlew: ${error.message}; finished partitions are kept: run the same command to continue\n`,
    );
    return error.status;
  }
}

function outDirOf(options: BatchCommandOptions): string {
  const { outDir, predictions, outputFormat } = options;
  if (outDir === undefined)
    throw new Failure("--queue needs --out-dir FOLDER, a folder that all workers can access");
  const wrong = (["partition", "sample", "baseline", "jobs"] as const).find(
    (name) => options[name] !== undefined,
  );
  if (wrong !== undefined) throw new Failure(`--queue cannot be used with --${wrong}`);
  if (
    outputFormat === "csv" ||
    (predictions !== undefined && formatFor(predictions, outputFormat) !== "jsonl")
  )
    throw new Failure(
      "--queue writes partitions as JSON Lines or Parquet, and concatenates only JSON Lines (-o FILE.jsonl)",
    );
  return outDir;
}
