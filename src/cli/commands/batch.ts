import { open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { Option, type Command } from "commander";
import { runBatch, type BatchOptions } from "../batch/run.js";
import { jsonTable, markdownTable, textTable } from "../batch/table.js";
import type { Tally } from "../batch/tally.js";
import type { Context } from "../context.js";
import { Failure, fileErrorMessage } from "../failure.js";
import { STDIN } from "../input/documents.js";
import { withDetectionOptions, type DetectionOptions } from "../options.js";
import { Output } from "../output.js";
import { Progress } from "../progress.js";
import { showText } from "../report/width.js";
import { ruleChoice, ruleRemarks } from "../rules.js";

interface BatchCommandOptions extends DetectionOptions {
  readonly format: "text" | "json" | "markdown";
  readonly predictions?: string;
  readonly strict?: boolean;
}

const HELP = `
Each line of FILE is a JSON object with "text" and, for scoring, "labels" ([] or ["PS"]) and
"spans" ([[start, end], …] in the unit of --offset-encoding). "id" is passed on to the prediction.

The table counts labels per file: true and false positives and negatives, precision, recall, and how
many of the positive records that give spans were predicted with exactly these. With --predictions
each record gets one line, in input order: {"id","labels","spans","findings","outcome"}; id is the
record's own, or its line number. With --predictions - the table goes to standard error.

A line that is no JSON or has no text is named, counted and skipped. One whose labels or spans
cannot be read is named, counted and predicted, but not scored. --strict ends at the first.

Exit status:
  0  every file was read, whatever the table says; "outcome" tells of texts not analysed to their end
  2  could not do it: wrong usage, a file that cannot be read, nothing but broken lines,
     or a broken line with --strict

Examples:
  $ curlew batch corpora/pipe-to-shell.v1.jsonl
  $ curlew batch corpora/*.jsonl --format markdown
  $ curlew batch records.jsonl --predictions predictions.jsonl --strict
  $ zcat records.jsonl.gz | curlew batch - --predictions - > predictions.jsonl`;

/** `curlew batch`. */
export function registerBatch(program: Command, context: Context, exit: (status: number) => void): void {
  withDetectionOptions(program.command("batch").summary("predict JSON-lines records and compare with their labels"))
    .description("Predicts JSON-lines records and compares the predictions with the records' own labels and spans.")
    .argument("[file...]", "JSON-lines files, or - for standard input")
    .option("--predictions <file>", "write one prediction per record to a file, or to standard output with -")
    .option("--strict", "end at the first broken line")
    .addOption(new Option("-f, --format <name>", "how to show the table").choices(["text", "json", "markdown"]).default("text"))
    .addHelpText("after", HELP)
    .action(async (files: string[], options: BatchCommandOptions) => {
      exit(await batch(context, files.length === 0 ? ["-"] : files, options));
    });
}

async function batch(context: Context, files: readonly string[], options: BatchCommandOptions): Promise<number> {
  const detector = await context.toolkit.createDetector(ruleChoice(options));
  if (options.quiet !== true) for (const remark of ruleRemarks(detector)) context.stderr.write(`curlew: ${showText(remark).text}\n`);
  const predictions = await openPredictions(context, options.predictions, files);
  const table = options.predictions === "-" ? new Output(context.stderr, "standard error") : new Output(context.stdout);
  const progress = new Progress(context, options.quiet !== true);
  let stopped = false;
  let failed = false;
  let done = 0;

  const settings: BatchOptions = {
    offsetEncoding: options.offsetEncoding,
    maxSize: options.maxSize,
    deadlineMs: options.deadline,
    onProblem: (place, problem) => {
      complain(context, progress, place, problem);
      stopped = options.strict === true;
      return !stopped;
    },
    onPrediction: async (line) => {
      progress.show(`${++done} records`);
      await predictions?.write(line);
    },
  };

  const tallies: Tally[] = [];
  for (const file of files) {
    const { name, stream, problem } = await openRecords(context, file);
    if (stream === null) {
      complain(context, progress, name, problem);
      failed = true;
      continue;
    }
    const tally = await runBatch(detector, name, stream, settings).catch((error: unknown) => {
      if (error instanceof Failure) throw error;
      complain(context, progress, name, fileErrorMessage(error));
      return null;
    });
    if (tally === null) {
      failed = true;
      continue;
    }
    tallies.push(tally);
    if (tally.records === 0 && tally.broken > 0) failed = true;
    if (stopped) break;
  }
  progress.clear();
  await (options.predictions === "-" ? predictions?.flush() : predictions?.end());
  if (!(options.quiet === true && options.predictions !== undefined) && tallies.length > 0) await table.write(render(tallies, options.format));
  await table.flush();
  return stopped || failed ? 2 : 0;
}

function render(tallies: readonly Tally[], format: BatchCommandOptions["format"]): string {
  switch (format) {
    case "text":
      return textTable(tallies);
    case "json":
      return jsonTable(tallies);
    case "markdown":
      return markdownTable(tallies);
  }
}

function complain({ stderr }: Context, progress: Progress, place: string, message: string): void {
  progress.clear();
  stderr.write(`curlew: ${showText(place).text}: ${showText(message).text}\n`);
}

/** Opens the file before anything is predicted, so that a wrong path costs no work. */
async function openPredictions(context: Context, target: string | undefined, files: readonly string[]): Promise<Output | null> {
  if (target === undefined) return null;
  if (target === "-") return new Output(context.stdout);
  const path = resolve(context.cwd, target);
  for (const file of files) {
    if (file !== "-" && (await isSameFile(resolve(context.cwd, file), path))) throw new Failure(`cannot write ${target}: its records are read`);
  }
  try {
    const file = await open(path, "w");
    return new Output(file.createWriteStream({ encoding: "utf8" }), target);
  } catch (error) {
    throw new Failure(`cannot write ${target}: ${fileErrorMessage(error)}`);
  }
}

/** Whether two paths lead to one file, by whatever links. */
async function isSameFile(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([a, b].map((path) => stat(path).catch(() => null)));
  return first?.isFile() === true && first.dev === second?.dev && first.ino === second.ino;
}

type Opened =
  | { readonly name: string; readonly stream: Readable; readonly problem?: undefined }
  | { readonly name: string; readonly stream: null; readonly problem: string };

async function openRecords(context: Context, file: string): Promise<Opened> {
  if (file === "-") {
    if (context.stdin.isTTY === true) context.stderr.write("curlew: reading standard input; end it with Ctrl-D\n");
    return { name: STDIN, stream: context.stdin };
  }
  const path = resolve(context.cwd, file);
  try {
    if ((await stat(path)).isDirectory()) return { name: file, stream: null, problem: "is a folder; name JSON-lines files" };
    const handle = await open(path, "r");
    return { name: file, stream: handle.createReadStream({ highWaterMark: 1 << 20 }) };
  } catch (error) {
    return { name: file, stream: null, problem: fileErrorMessage(error) };
  }
}
