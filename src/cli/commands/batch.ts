import { InvalidArgumentError, Option, type Command } from "commander";
import { registerBatchDiff } from "./batch-diff.js";
import { batch } from "../batch/command.js";
import type { BatchCommandOptions } from "../batch/command-options.js";
import { outputFormats } from "../batch/output/target.js";
import { withInputOptions } from "../batch/options.js";
import type { Context } from "../context.js";
import { parseCount, parseSize, withDetectionOptions } from "../options.js";

const HELP = `
FILE holds JSON lines, an array of JSON (as ChatGPT exports conversations), CSV, TSV or Parquet; gzip
and zstd are undone. A folder is read as texts, one for each file; - is standard input. A record has its
text in "text", or as ChatGPT, ShareGPT ("conversations") or "messages" have it, or where --text-field says.

Predictions are lines in input order, whatever --jobs says: {"id","labels","spans","findings","outcome"};
id is the record's own, or its line number. A record with several texts gets a line for each, with
"field". A record that cannot be read gets a line whose outcome is incomplete and says why.
\`curlew batch -\` alone is a filter: each line that comes in goes out as its prediction at once.

Records with labels ([] or ["PS"]) and spans ([[start, end], …] in the unit of --offset-encoding) are
compared with them. Beside a file of predictions stands a manifest of what is finished, for --resume.

Exit status:
  0  every record was read
  1  what --fail-on names has happened
  2  error: wrong usage, or an input, a record or a text that could not be read

Examples:
  $ curlew batch answers.jsonl.gz --text-field 'messages[].content' --role assistant -o found.parquet
  $ curlew batch corpora/*.jsonl --format markdown
  $ curlew batch crawl/*.parquet --only-flagged --columns url,lang -o flagged.jsonl --report report.html
  $ curlew batch conversations.json --sample 1000 --seed 7
  $ parallel --pipepart --block 64M -a records.jsonl curlew batch - > predictions.jsonl`;

/** `curlew batch`. */
export function registerBatch(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  const command = withDetectionOptions(
    program
      .command("batch")
      .summary("predict records of any number, and compare with their labels"),
  )
    .description(
      "Predicts records of any number, and compares the predictions with the records' own labels and spans.",
    )
    .argument("[file...]", "files of records, folders of texts, or - for standard input");
  withInputOptions(command);
  withOutputOptions(command);
  withQueueOptions(command);
  registerBatchDiff(command, context, exit);
  command
    .enablePositionalOptions()
    .addHelpText("after", HELP)
    .action(async (files: string[], options: BatchCommandOptions) => {
      exit(await batch(context, files, options));
    });
}

function withOutputOptions(command: Command): void {
  command
    .option("-o, --predictions <file>", "write predictions to a file, or to standard output with -")
    .addOption(
      new Option(
        "--output-format <name>",
        "how they are written; else the file's name says",
      ).choices(outputFormats),
    )
    .option(
      "--columns <names>",
      "fields to pass on, with commas between; * for all but the texts",
      parseColumns,
      [],
    )
    .option("--report <file>", "write a page of HTML with totals, charts and flagged texts")
    .addOption(
      new Option(
        "--report-texts <n>",
        "how many texts it shows, drawn by chance where there are more",
      )
        .argParser(parseCount)
        .default(1000),
    )
    .option(
      "--only-flagged",
      "predictions only of texts with a label, and of those not analysed to the end",
    )
    .option("--out-dir <folder>", "write predictions and counts in partitions, for many machines")
    .option(
      "--partition <i/n>",
      "work on one partition alone; auto takes the numbers from Slurm, Kubernetes, AWS Batch, …",
    )
    .option("--merge <folder>", "check that all partitions are there, and show their counts")
    .addOption(
      new Option("--ids <from>", "input refuses records without an id")
        .choices(["auto", "input"])
        .default("auto"),
    )
    .option("--resume", "go on where an earlier run of the same ended")
    .option("--force", "write over an earlier output")
    .addOption(
      new Option(
        "-j, --jobs <n>",
        "number of threads (default: one per processor for large inputs)",
      ).argParser(parseCount),
    )
    .addOption(
      new Option("-f, --format <name>", "how to show the summary").choices([
        "text",
        "json",
        "markdown",
      ]),
    )
    .option(
      "--fail-on <what>",
      "exit status 1 on finding, incomplete or regression, with commas between",
      parseFailOn,
      [],
    )
    .option(
      "--baseline <file>",
      "earlier predictions of the same records, for --fail-on regression",
    )
    .addOption(
      new Option("--shard-size <size>", "how much is worked on at a time")
        .argParser(parseSize)
        .hideHelp(),
    );
}

function withQueueOptions(command: Command): void {
  command
    .addOption(
      new Option(
        "--queue <url>",
        "let workers of other machines do the partitions: redis://HOST:PORT, or rediss://",
      ),
    )
    .addOption(
      new Option(
        "--partitions <n>",
        "how many partitions a run on a queue has (default: by the size of the inputs)",
      ).argParser(parseCount),
    )
    .addOption(
      new Option("--queue-attempts <n>", "how often a partition is tried")
        .argParser(parseCount)
        .default(5),
    )
    .addOption(
      new Option("--queue-timeout <s>", "how long the queue may be away, in seconds")
        .argParser(parseCount)
        .default(120),
    );
}

function parseColumns(text: string): string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

const FAIL_ON = ["finding", "incomplete", "regression"];

function parseFailOn(text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  if (!names.every((name) => FAIL_ON.includes(name)))
    throw new InvalidArgumentError(`Write ${FAIL_ON.join(", ")}, or several with commas between.`);
  return names;
}
