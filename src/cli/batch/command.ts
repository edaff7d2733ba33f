import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { Context, Detector } from "../context.js";
import { Failure, messageOf } from "../failure.js";
import { STDIN } from "../input/documents.js";
import type { DetectionOptions } from "../options.js";
import { Output } from "../output.js";
import { showText } from "../report/width.js";
import { ruleChoice, ruleRemarks } from "../rules.js";
import { compressionOf } from "./input/compressed.js";
import { readStart } from "../input/read.js";
import { plan, type PlanOptions } from "./input/plan.js";
import { drawSample, sampled, spooled } from "./input/sample.js";
import type { Quoting } from "./input/csv.js";
import type { InputFormat } from "./input/syntax.js";
import { showSummary, type Summary, type TableFormat } from "./measure/summary.js";
import { fieldRemarks } from "./measure/field-remarks.js";
import { emptyTally, total, type Tally } from "./measure/tally.js";
import { formatFor, openTarget, type OutputFormat, type Target } from "./output/target.js";
import { BatchProgress } from "./progress.js";
import { run, type Done } from "./run/run.js";
import { thisThread } from "./run/this-thread.js";
import type { Settings } from "./settings.js";
import type { Executor } from "./shard.js";

export interface BatchCommandOptions extends DetectionOptions {
  readonly inputFormat: InputFormat;
  readonly quoting: Quoting;
  readonly textField?: string;
  readonly role?: string;
  readonly idField?: string;
  readonly labelField?: string;
  readonly positive?: string;
  readonly sample?: number;
  readonly seed: string;
  readonly strict?: boolean;
  readonly gitignore: boolean;
  readonly ignore: boolean;
  readonly predictions?: string;
  readonly outputFormat?: OutputFormat;
  readonly columns: readonly string[];
  readonly onlyFlagged?: boolean;
  readonly resume?: boolean;
  readonly force?: boolean;
  readonly jobs?: number;
  readonly format?: TableFormat;
  readonly failOn: readonly string[];
  readonly baseline?: string;
  readonly report?: string;
  readonly reportTexts: number;
  readonly shardSize?: number;
  readonly queue?: string;
  readonly store?: string;
  readonly queueWindow: number;
  readonly queueAttempts: number;
  readonly queueTimeout: number;
}

/** Inputs above this size are worth threads of their own. */
const LARGE = 16 * 1024 * 1024;
const SHARD_SIZE = 4 * 1024 * 1024;

/** `curlew batch`. @returns the exit status */
export async function batch(
  context: Context,
  named: readonly string[],
  given: BatchCommandOptions,
): Promise<number> {
  const options = {
    ...given,
    ...(isFilter(named, given) ? { predictions: "-", quiet: true } : {}),
  };
  const files = named.length === 0 ? ["-"] : named;
  if (options.sample !== undefined && files.includes("-"))
    return withSpooled(context, files, options);
  return runFiles(context, files, options);
}

/** `curlew batch -` alone: a line in, a line out. */
function isFilter(
  named: readonly string[],
  { predictions, report, format, failOn }: BatchCommandOptions,
): boolean {
  return (
    named.length === 1 &&
    named[0] === "-" &&
    predictions === undefined &&
    report === undefined &&
    format === undefined &&
    failOn.length === 0
  );
}

async function withSpooled(
  context: Context,
  files: readonly string[],
  options: BatchCommandOptions,
): Promise<number> {
  const { path, remove } = await spooled(context.stdin);
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
  const compared = options.failOn.includes("regression");
  if (
    compared &&
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
  const size = await sizeOf(context, files);
  const target = await openTarget(context, {
    path: options.predictions,
    format: formatFor(options.predictions, options.outputFormat),
    resume: options.resume === true,
    force: options.force === true,
    inputs: files,
    settings,
    identity: await identityOf(context, files, options, settings, detector),
  });
  if (files.includes("-") && context.stdin.isTTY === true)
    context.stderr.write("curlew: reading standard input; end it with Ctrl-D\n");
  const started = performance.now();
  const done = target.complete
    ? target.done
    : await work(context, files, options, settings, detector, target, size);
  const seconds = Math.max(0.001, (performance.now() - started) / 1000);
  const tallies = talliesOf(done, files);
  const all = total(tallies);
  const summary: Summary = {
    tallies,
    seconds,
    bytes: all.bytes - target.bytes,
    records: all.records - target.before,
    revision: detector.revision,
    sample: options.sample ?? null,
  };
  await tell(context, options, summary);
  if (options.report !== undefined) await report(context, options.report, files, summary, done);
  const remarks = fieldRemarks(settings, all);
  for (const { remark } of remarks) context.stderr.write(`curlew: ${showText(remark).text}\n`);
  const isWrong = remarks.some(({ wrong }) => wrong);
  const status = isWrong ? 2 : statusOf(done, all, options.failOn);
  return status === 0 && options.failOn.includes("regression")
    ? regressionStatus(context, options)
    : status;
}

async function report(
  context: Context,
  name: string,
  files: readonly string[],
  summary: Summary,
  done: Done,
): Promise<void> {
  const [{ reportData }, { writeReport }] = await Promise.all([
    import("./report/content.js"),
    import("./report/html.js"),
  ]);
  const title = `What curlew found in ${files.length > 3 ? `${files.length} inputs` : files.map((file) => (file === "-" ? "standard input" : file)).join(", ")}`;
  writeReport(resolve(context.cwd, name), name, reportData(title, summary, done));
}

/** Compares with earlier predictions. */
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
    `curlew: ${regressions} worse than in ${baseline}: curlew batch diff ${baseline} ${predictions}\n`,
  );
  return 1;
}

async function work(
  context: Context,
  files: readonly string[],
  options: BatchCommandOptions,
  settings: Settings,
  detector: Detector,
  target: Target,
  size: number | null,
): Promise<Done> {
  const jobs = options.jobs ?? ((size ?? 0) >= LARGE ? availableParallelism() : 1);
  const planning: PlanOptions = {
    cwd: context.cwd,
    stdin: context.stdin,
    settings,
    format: options.inputFormat,
    ignoreFiles: options.gitignore && options.ignore,
    target:
      options.shardSize ??
      Math.max(256 * 1024, Math.min(SHARD_SIZE, Math.floor((size ?? Infinity) / (8 * jobs)))),
    flush: true,
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
  const onRemark = (remark: string): void => {
    progress.clear();
    context.stderr.write(`curlew: ${showText(remark).text}\n`);
  };
  const executor = await executorFor(context, options, jobs, detector, settings, onRemark);
  let whole = false;
  try {
    const done = await keeping(target.kept, () =>
      run({
        shards: sample === null ? shards : sampled(shards, sample),
        executor,
        sink: target.sink,
        exhibits: settings.exhibits,
        before: target.done,
        onProblem: ({ place, message }) => {
          progress.clear();
          context.stderr.write(`curlew: ${showText(place).text}: ${showText(message).text}\n`);
        },
        onProgress: (so) => progress.show(so),
      }),
    );
    whole = true;
    return done;
  } finally {
    progress.clear();
    await executor.close();
    await target.close(whole);
  }
}

/** Says of a run that broke off how to go on with it. */
async function keeping<T>(kept: boolean, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw kept
      ? new Failure(`${messageOf(error)}; what is finished is kept: go on with --resume`)
      : error;
  }
}

async function executorFor(
  context: Context,
  { queue, store, queueWindow, queueAttempts, queueTimeout }: BatchCommandOptions,
  jobs: number,
  detector: Detector,
  settings: Settings,
  onRemark: (remark: string) => void,
): Promise<Executor> {
  if (queue !== undefined) {
    const { queueExecutor } = await import("./queue/executor.js");
    return queueExecutor({
      url: queue,
      store,
      window: queueWindow,
      attempts: queueAttempts,
      timeoutMs: queueTimeout * 1000,
      env: context.env,
      cwd: context.cwd,
      detector,
      settings,
      onRemark,
    });
  }
  if (jobs === 1) return thisThread(detector, settings);
  const { threads } = await import("./run/threads.js");
  return threads(jobs, settings);
}

function settingsFrom(options: BatchCommandOptions): Settings {
  const {
    offsetEncoding,
    maxSize,
    quoting,
    deadline,
    textField,
    role,
    idField,
    labelField,
    positive,
    columns,
    seed,
  } = options;
  const format = formatFor(options.predictions, options.outputFormat);
  if (format !== "jsonl" && columns.includes("*"))
    throw new Failure(
      `--columns '*' is for JSON lines: name the columns of ${format === "csv" ? "CSV" : "Parquet"}`,
    );
  const optional = Object.fromEntries(
    Object.entries({ textField, role, idField, labelField, positive }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  return {
    rules: ruleChoice(options),
    ...optional,
    offsetEncoding,
    maxSize,
    quoting,
    deadlineMs: deadline,
    columns,
    onlyFlagged: options.onlyFlagged === true,
    strict: options.strict === true,
    rows: options.predictions === undefined ? null : format === "csv" ? "csv" : "jsonl",
    exhibits: options.report === undefined ? 0 : options.reportTexts,
    seed,
  };
}

/** What must be equal for an output to go on where it ended. */
async function identityOf(
  context: Context,
  files: readonly string[],
  options: BatchCommandOptions,
  settings: Settings,
  { revision }: Detector,
): Promise<Record<string, unknown>> {
  const inputs = files.map(async (file) => {
    const found = file === "-" ? null : await stat(resolve(context.cwd, file)).catch(() => null);
    return {
      file,
      size: found?.isFile() === true ? found.size : null,
      modified: found?.isFile() === true ? found.mtimeMs : null,
    };
  });
  // where query files lie does not matter: the revision says what they hold
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

/** Bytes of all inputs; null where they are not known, or are more than their files hold. */
async function sizeOf(context: Context, files: readonly string[]): Promise<number | null> {
  let sum = 0;
  for (const file of files) {
    const path = resolve(context.cwd, file);
    const found = file === "-" ? null : await stat(path).catch(() => null);
    if (found?.isFile() !== true) return null;
    if (compressionOf(await readStart(path, 4).catch(() => new Uint8Array())) !== null) return null;
    sum += found.size;
  }
  return sum;
}

/** Counts of each input, in the order in which they were named; an empty one was read, too. */
function talliesOf({ tallies, failures }: Done, files: readonly string[]): Tally[] {
  const failed = new Set(failures.map(({ input }) => input));
  return files.flatMap((file, input) => {
    const tally = tallies.get(input);
    return tally !== undefined
      ? [tally]
      : failed.has(input)
        ? []
        : [emptyTally(file === "-" ? STDIN : file)];
  });
}

async function tell(
  context: Context,
  options: BatchCommandOptions,
  summary: Summary,
): Promise<void> {
  const toStderr = options.predictions === "-";
  const table = toStderr
    ? new Output(context.stderr, "standard error")
    : new Output(context.stdout);
  const unasked =
    options.quiet === true && options.predictions !== undefined && options.format === undefined;
  if (!unasked && summary.tallies.length > 0)
    await table.write(showSummary(summary, options.format ?? "text"));
  await table.flush();
}

function statusOf(
  { failures, stopped }: Done,
  { flagged, incomplete, skipped }: Tally,
  failOn: readonly string[],
): number {
  if (failures.length > 0 || stopped || skipped > 0) return 2;
  if (failOn.includes("finding") && flagged > 0) return 1;
  return failOn.includes("incomplete") && incomplete > 0 ? 1 : 0;
}
