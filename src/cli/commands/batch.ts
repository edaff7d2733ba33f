import { InvalidArgumentError, Option, type Command } from "commander";
import { registerBatchDiff } from "./batch-diff.js";
import { batch } from "../batch/command.js";
import type { GivenBatchOptions } from "../batch/command-options.js";
import { outputFormats } from "../batch/output/target.js";
import { withInputOptions } from "../batch/input-options.js";
import type { Context } from "../context.js";
import { parseCount, parseSize, withDetectionOptions } from "../options.js";

const HELP = `
FILE contains JSON Lines, a JSON array (as ChatGPT exports conversations), CSV, TSV or Parquet, also compressed
with gzip or zstd. A folder is read as one text for each file; - is standard input. The text of a record is
read from "text", from the conversations of ChatGPT and ShareGPT, from "messages", or from the field given to --text-field.

Predictions are written in input order, whatever --jobs is: {"id","labels","spans","findings","outcome"};
id is the record's own, or the name of the file and the number of the record. A record with several texts gives
a line for each, with "field". A record that cannot be read gives a line with the outcome "incomplete" and the reason.
\`curlew batch -\` alone is a filter: the prediction of each input line is printed immediately.

Records with labels ([] or ["PS"]) and spans ([[start, end], …] in the unit of --offset-encoding) are
compared with the predictions. A manifest next to the output file records what is finished, for --resume.

Exit status:
  0  every record was read
  1  a condition given to --fail-on is met
  2  error: wrong usage, or an input, a record or a text that could not be read

Examples:
  $ curlew batch answers.jsonl.gz --text-field 'messages[].content' --role assistant -o found.parquet
  $ curlew batch corpora/*.jsonl --format markdown
  $ curlew batch crawl/*.parquet --only-flagged --columns url,lang -o flagged.jsonl --report report.html
  $ curlew batch conversations.json --sample 1000 --seed 7
  $ parallel --pipepart --block 64M -a records.jsonl curlew batch - > predictions.jsonl`;

/** Adds the command `curlew batch`. */
export function registerBatch(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  const command = withDetectionOptions(
    program
      .command("batch")
      .summary("analyze a dataset and score the predictions against its labels"),
    null,
  )
    .description(
      "Analyzes a dataset of any size and scores the predictions against its labels and spans.",
    )
    .argument("[file...]", "files of records, folders of texts, or - for standard input");
  withInputOptions(command);
  withOutputOptions(command);
  withQueueOptions(command);
  registerBatchDiff(command, context, exit);
  command
    .enablePositionalOptions()
    .addHelpText("after", HELP)
    .action(async (files: string[], options: GivenBatchOptions) => {
      exit(await batch(context, files, options));
    });
}

function withOutputOptions(command: Command): void {
  command
    .option("-o, --predictions <file>", "write predictions to a file, or to standard output with -")
    .addOption(
      new Option(
        "--output-format <name>",
        "format of the predictions (default: by the file name)",
      ).choices(outputFormats),
    )
    .addOption(
      new Option(
        "--columns <names>",
        "comma-separated fields to copy to the output; * for all except the texts",
      )
        .argParser(parseColumns)
        .default([], "none"),
    )
    .option("--report <file>", "write an HTML page with totals, charts and flagged texts")
    .addOption(
      new Option(
        "--report-texts <n>",
        "maximum number of texts in the report; a random sample if there are more",
      )
        .argParser(parseCount)
        .default(1000),
    )
    .option("--only-flagged", "write only texts with findings or an incomplete outcome")
    .option(
      "--out-dir <folder>",
      "write predictions and counts as partitions to a folder, for several machines",
    )
    .option(
      "--partition <i/n>",
      "process one partition; auto reads the numbers from Slurm, Kubernetes, AWS Batch, …",
    )
    .option("--merge <folder>", "check that no partition is missing, and print the summary")
    .addOption(
      new Option(
        "--ids <from>",
        "where ids come from: auto numbers records without an id, input rejects them",
      )
        .choices(["auto", "input"])
        .default("auto"),
    )
    .option("--resume", "continue an interrupted run of the same command")
    .option("--force", "overwrite an existing output")
    .addOption(
      new Option(
        "-j, --jobs <n>",
        "number of threads (default: one per processor for large inputs)",
      ).argParser(parseCount),
    )
    .addOption(
      new Option("-f, --format <name>", "format of the summary").choices([
        "text",
        "json",
        "markdown",
      ]),
    )
    .addOption(
      new Option(
        "--fail-on <what>",
        "exit with status 1 on finding, incomplete or regression (comma-separated)",
      )
        .argParser(parseFailOn)
        .default([], "none"),
    )
    .option(
      "--baseline <file>",
      "earlier predictions of the same records, for --fail-on regression",
    )
    .addOption(
      new Option("--shard-size <size>", "size of the input that is processed at a time")
        .argParser(parseSize)
        .hideHelp(),
    );
}

function withQueueOptions(command: Command): void {
  command
    .addOption(
      new Option(
        "--queue <url>",
        "let workers on other machines process the partitions: redis://HOST:PORT, or rediss://",
      ),
    )
    .addOption(
      new Option(
        "--partitions <n>",
        "number of partitions of a run on a queue (default: by the size of the inputs)",
      ).argParser(parseCount),
    )
    .addOption(
      new Option("--queue-attempts <n>", "maximum number of attempts for a partition")
        .argParser(parseCount)
        .default(5),
    )
    .addOption(
      new Option("--queue-timeout <s>", "how long the queue may be unreachable, in seconds")
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
    throw new InvalidArgumentError(`Write any of ${FAIL_ON.join(", ")}, separated by commas.`);
  return names;
}
