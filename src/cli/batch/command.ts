import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Context, Detector } from "../context.js";
import { Failure, messageOf } from "../failure.js";
import { showText } from "../report/terminal-text.js";
import { ruleRemarks } from "../rule-options.js";
import type { BatchCommandOptions, GivenBatchOptions } from "./command-options.js";
import { conclude, talliesOf } from "./finish-batch.js";
import { defaultProfile, type ChosenProfile } from "./default-profile.js";
import { identityOf, planOf } from "./run-identity.js";
import { compressionOf } from "./input/compressed.js";
import { plan, type PlanOptions } from "./input/plan-shards.js";
import { drawSample, onlySampled, copyToFile } from "./input/sample.js";
import type { Summary } from "./measure/summary.js";
import { total } from "./measure/tally.js";
import { formatFor, openTarget, type Target } from "./output/target.js";
import { partName, PartFolder } from "./partition/part-folder.js";
import { intervalsOf, sizedInputs } from "./partition/intervals.js";
import { joinParts, readParts, writeSummary } from "./partition/merge-parts.js";
import { shareFrom } from "./partition/share.js";
import { partTarget } from "./partition/part-target.js";
import { BatchProgress } from "./progress.js";
import { run, type Done } from "./run/run.js";
import { Analyzer } from "../analyzer.js";
import { localExecutor } from "./run/local-executor.js";
import { settingsFrom } from "./settings-from-options.js";
import type { Settings } from "./settings.js";
import { expandPrefixes, locate, startOf, statStored } from "./storage/stored-input.js";
import type { Executor } from "./shard.js";

/** Without `--jobs`, inputs of at least this total size, in bytes, are processed on several threads. */
const MIN_LARGE_SIZE = 16 * 1024 * 1024;
/** Maximum size of a shard without `--shard-size`, in bytes. */
const MAX_SHARD_SIZE = 4 * 1024 * 1024;

/** Runs `curlew batch`. @returns the exit status */
export async function batch(
  outer: Context,
  named: readonly string[],
  given: GivenBatchOptions,
): Promise<number> {
  if (given.merge !== undefined) {
    const options = { ...given, profile: given.profile ?? "extended" };
    return mergeParts(outer, named, options, given.merge);
  }
  const files = named.length === 0 ? ["-"] : await expandPrefixes(named);
  if (files.includes("-") && outer.stdin.isTTY === true)
    outer.stderr.write("curlew: reading standard input; end it with Ctrl-D\n");
  const { profile, stdin } =
    given.profile === undefined
      ? await profileFor(outer, files, given)
      : { profile: given.profile, stdin: outer.stdin };
  const context = { ...outer, stdin };
  const options = {
    ...given,
    profile,
    ...(isFilter(named, given) ? { predictions: "-", quiet: true } : {}),
  };
  if (options.sample !== undefined && files.includes("-"))
    return runWithStdinInFile(context, files, options);
  return runFiles(context, files, options);
}

async function profileFor(
  { cwd, stdin }: Context,
  files: readonly string[],
  given: GivenBatchOptions,
): Promise<ChosenProfile> {
  const settings = settingsFrom({ ...given, profile: "contract" });
  const format = given.inputFormat;
  return defaultProfile(files, {
    cwd,
    stdin,
    settings,
    format,
    ignoreFiles: respectsIgnoreFiles(given),
  });
}

/**
 * Whether the command is `curlew batch -` without `--predictions`, `--out-dir`, `--report`, `--format` and `--fail-on`. It then prints a
 * prediction for each input line.
 */
function isFilter(
  named: readonly string[],
  { predictions, outDir, report, format, failOn }: GivenBatchOptions,
): boolean {
  return (
    named.length === 1 &&
    named[0] === "-" &&
    predictions === undefined &&
    outDir === undefined &&
    report === undefined &&
    format === undefined &&
    failOn.length === 0
  );
}

/** Runs with a copy of standard input in a file, because the input is read twice if a sample is drawn. */
async function runWithStdinInFile(
  context: Context,
  files: readonly string[],
  options: BatchCommandOptions,
): Promise<number> {
  const { path, remove } = await copyToFile(context.stdin);
  try {
    return await runFiles(
      context,
      files.map((file) => (file === "-" ? path : file)),
      options,
    );
  } finally {
    await remove();
  }
}

async function runFiles(
  context: Context,
  files: readonly string[],
  options: BatchCommandOptions,
): Promise<number> {
  const settings = settingsFrom(options);
  if (
    options.failOn.includes("regression") &&
    (options.baseline === undefined ||
      options.predictions === undefined ||
      options.predictions === "-")
  ) {
    throw new Failure(
      "--fail-on regression needs earlier predictions (--baseline) and a file for the new ones (--predictions)",
    );
  }
  const detector = await context.toolkit.createDetector(settings.rules);
  if (options.quiet !== true)
    for (const remark of ruleRemarks(detector))
      context.stderr.write(`curlew: ${showText(remark).text}\n`);
  const { queue } = options;
  if (queue !== undefined) {
    const { batchOnQueue } = await import("./queue/command.js");
    const status = await batchOnQueue(context, files, { ...options, queue }, settings, detector);
    return status ?? mergeParts(context, [], options, options.outDir ?? "");
  }
  const size = await sizeOf(context, files);
  const { target, within } =
    options.outDir === undefined
      ? {
          within: undefined,
          target: await openTarget(context, {
            path: options.predictions,
            format: formatFor(options.predictions, options.outputFormat),
            resume: options.resume === true,
            force: options.force === true,
            inputs: files,
            settings,
            identity: await identityOf(context, files, options, settings, detector),
          }),
        }
      : await openPart(context, files, options, options.outDir, settings, detector);
  const started = performance.now();
  const done = target.complete
    ? target.done
    : await processInputs(context, files, options, settings, detector, target, size, within);
  const seconds = Math.max(0.001, (performance.now() - started) / 1000);
  const tallies = talliesOf(done, files);
  const all = total(tallies);
  const summary: Summary = {
    tallies,
    failures: done.failures,
    rate: { seconds, bytes: all.bytes - target.bytes, records: all.records - target.before },
    revision: detector.revision,
    sample: options.sample ?? null,
  };
  const status = await conclude(context, files, options, settings, summary, done);
  return status === 0 && options.failOn.includes("regression")
    ? regressionStatus(context, options)
    : status;
}

async function processInputs(
  context: Context,
  files: readonly string[],
  options: BatchCommandOptions,
  settings: Settings,
  detector: Detector,
  target: Target,
  size: number | null,
  within: PlanOptions["within"],
): Promise<Done> {
  const jobs = options.jobs ?? ((size ?? 0) >= MIN_LARGE_SIZE ? availableParallelism() : 1);
  const planning: PlanOptions = {
    cwd: context.cwd,
    stdin: context.stdin,
    settings,
    format: options.inputFormat,
    ignoreFiles: respectsIgnoreFiles(options),
    target:
      options.shardSize ??
      Math.max(256 * 1024, Math.min(MAX_SHARD_SIZE, Math.floor((size ?? Infinity) / (8 * jobs)))),
    flush: true,
    ...(within === undefined ? {} : { within }),
  };
  const progress = new BatchProgress(
    context,
    options.quiet !== true,
    options.sample === undefined ? size : null,
    target.bytes,
  );
  const sample =
    options.sample === undefined
      ? null
      : await drawSample(plan(files, planning), options.sample, settings);
  const from = target.from === null ? {} : { from: target.from };
  const shards = plan(files, {
    ...planning,
    flush: sample === null && options.jobs === undefined,
    ...from,
  });
  const executor = await executorFor(context, jobs, detector, settings);
  let isComplete = false;
  try {
    const done = await withResumeHint(target.kept, () =>
      run({
        shards: sample === null ? shards : onlySampled(shards, sample),
        executor,
        sink: target.sink,
        exhibits: settings.exhibits,
        before: target.done,
        onProblem: ({ place, message }) => {
          progress.clear();
          context.stderr.write(`curlew: ${showText(place).text}: ${showText(message).text}\n`);
        },
        onProgress: (progressed) => progress.show(progressed),
      }),
    );
    isComplete = true;
    return done;
  } finally {
    progress.clear();
    await executor.close();
    await target.close(isComplete);
  }
}

/** Calls a function. If finished records are kept (`kept`), the message of an error also says how to resume the run. */
async function withResumeHint<T>(kept: boolean, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw kept
      ? new Failure(`${messageOf(error)}; finished records are kept: continue with --resume`)
      : error;
  }
}

async function executorFor(
  { toolkit }: Context,
  jobs: number,
  detector: Detector,
  settings: Settings,
): Promise<Executor> {
  if (jobs === 1) return localExecutor(Analyzer.with(toolkit, settings.rules, detector), settings);
  const { threadExecutor } = await import("./run/thread-pool.js");
  return threadExecutor(jobs, settings);
}

/** Returns the size of all inputs together in bytes; null if it is unknown, or if an input is compressed. */
async function sizeOf(context: Context, files: readonly string[]): Promise<number | null> {
  let sum = 0;
  for (const file of files) {
    const path = locate(context.cwd, file);
    const found = file === "-" ? null : await statStored(path).catch(() => null);
    if (found?.kind !== "file") return null;
    if (compressionOf(await startOf(path, 4).catch(() => new Uint8Array())) !== null) return null;
    sum += found.size;
  }
  return sum;
}

/** Opens the partition that the options name; without --partition, the only partition of the run. */
async function openPart(
  context: Context,
  files: readonly string[],
  options: BatchCommandOptions,
  outDir: string,
  settings: Settings,
  detector: Detector,
): Promise<{ target: Target; within: PlanOptions["within"] }> {
  const wrong = (["predictions", "sample", "resume", "baseline"] as const).find(
    (name) => options[name] !== undefined,
  );
  if (wrong !== undefined)
    throw new Failure(
      `--out-dir cannot be used with --${wrong}${wrong === "resume" ? "; a repeated run keeps its finished partitions" : ""}`,
    );
  if (options.outputFormat === "csv")
    throw new Failure(
      "--out-dir writes JSON Lines or Parquet: use --output-format jsonl or parquet",
    );
  const share = shareFrom(options.partition ?? "0/1", context.env, readJobAd);
  const { cwd } = context;
  const inputs = await sizedInputs(files, { cwd, ignoreFiles: respectsIgnoreFiles(options) });
  const planned = await planOf(context, inputs, share.count, options, settings, detector);
  const folder = await PartFolder.at(outDir, cwd);
  const isForced = options.force === true;
  return {
    target: await partTarget(
      folder,
      planned,
      { index: share.index, name: partName(share.index) },
      settings,
      isForced,
    ),
    within: intervalsOf(inputs, share),
  };
}

/** Returns the content of the file in which HTCondor describes a job; null if it cannot be read. */
function readJobAd(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function respectsIgnoreFiles({
  gitignore,
  ignore,
}: Pick<BatchCommandOptions, "gitignore" | "ignore">): boolean {
  return gitignore && ignore;
}

/** Runs `curlew batch --merge`. @returns the exit status */
async function mergeParts(
  context: Context,
  named: readonly string[],
  options: BatchCommandOptions,
  name: string,
): Promise<number> {
  if (named.length > 0)
    throw new Failure("--merge needs only the folder: its partitions record what they have read");
  const merged = await readParts(context, name);
  const { plan, done } = merged;
  const summary: Summary = {
    tallies: talliesOf(done, plan.files),
    failures: done.failures,
    rate: null,
    revision: plan.revision,
    sample: null,
  };
  await writeSummary(merged, summary);
  if (options.predictions !== undefined) await joinParts(context, merged, options.predictions);
  const { settings } = plan.identity as { settings: Settings };
  return conclude(context, plan.files, options, settings, summary, done);
}

/** Compares the predictions with earlier ones. @returns the exit status */
async function regressionStatus(
  context: Context,
  { baseline = "", predictions = "" }: BatchCommandOptions,
): Promise<number> {
  const { diffPredictions } = await import("./diff/command.js");
  const { regressions } = await diffPredictions(
    context.cwd,
    baseline,
    predictions,
    async () => undefined,
  );
  if (regressions === 0) return 0;
  context.stderr.write(
    `curlew: predictions worse than in ${baseline}: ${regressions}; to list them: curlew batch diff ${baseline} ${predictions}\n`,
  );
  return 1;
}
