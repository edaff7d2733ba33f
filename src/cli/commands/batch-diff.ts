import { Option, type Command } from "commander";
import { batchDiff } from "../batch/diff/command.js";
import type { BatchCommandOptions } from "../batch/command-options.js";
import { withInputOptions } from "../batch/input-options.js";
import type { Context } from "../context.js";
import { withDetectionOptions } from "../options.js";

const HELP = `
A and B are two files of predictions for the same records, as --predictions writes them. With --on they
are two rule sets: contract, extended, a folder of query files, or both (extended+mine); the records of
--on are then scanned with both.

+ is a finding that only B has, - one that only A has, ~ one at a different position or of a different rule.
If the labels of the records are known (--columns labels, or --on), verdicts that became right or wrong
are reported.

Exit status:
  0  compared, with or without differences
  1  --fail-on regression, and something is worse: with labels a verdict that became wrong, without them
     a finding that disappeared; or a text that is no longer analyzed completely
  2  error

Examples:
  $ curlew batch diff before.jsonl after.jsonl
  $ curlew batch diff contract contract+mine --on corpus.jsonl.gz --fail-on regression`;

interface CommandOptions extends Omit<BatchCommandOptions, "format"> {
  readonly on?: readonly string[];
  readonly format: "text" | "jsonl";
}

/** Adds the command `curlew batch diff`. */
export function registerBatchDiff(
  batch: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  const command = withDetectionOptions(
    batch.command("diff").summary("compare two files of predictions, or two rule sets"),
    "contract",
  )
    .description(
      "Reports new, missing and moved findings between two files of predictions, or between two rule sets.",
    )
    .argument("<a>", "predictions, or a rule set with --on")
    .argument("<b>", "predictions, or a rule set with --on")
    .option("--on <file...>", "records to scan with both rule sets")
    .addOption(
      new Option("-f, --format <name>", "output format").choices(["text", "jsonl"]).default("text"),
    )
    .addOption(
      new Option("--fail-on <what>", "exit with status 1 if B is worse than A").choices([
        "regression",
      ]),
    );
  withInputOptions(command);
  command
    .addHelpText("after", HELP)
    .action(async (a: string, b: string, { on, format, failOn, ...options }: CommandOptions) => {
      exit(
        await batchDiff(context, a, b, {
          ...(on === undefined ? {} : { on }),
          format,
          failOn: [failOn ?? []].flat(),
          batch: { ...options, columns: [], failOn: [] },
        }),
      );
    });
}
