import { Option, type Command } from "commander";
import { batchDiff } from "../batch/diff/command.js";
import type { BatchCommandOptions } from "../batch/command.js";
import { withInputOptions } from "../batch/options.js";
import type { Context } from "../context.js";
import { withDetectionOptions } from "../options.js";

const HELP = `
A and B are two files of predictions over the same records, as --predictions writes them. With --on they
are two rule sets: contract, extended, a folder of query files, or both (extended+mine); then the
records of --on are predicted with both.

+ is a finding that only B has, - one that only A has, ~ one in another place or under another rule.
Where the records' labels are known (--columns labels, or --on), it is told what became right or wrong.

Exit status:
  0  compared, whatever differs
  1  --fail-on regression, and something is worse: with labels a verdict that became wrong,
     without them a finding that is gone; in any case a text no longer analysed to its end
  2  could not do it

Examples:
  $ curlew batch diff before.jsonl after.jsonl
  $ curlew batch diff contract contract+mine --on corpus.jsonl.gz --fail-on regression`;

interface Given extends Omit<BatchCommandOptions, "format"> {
  readonly on?: readonly string[];
  readonly format: "text" | "jsonl";
}

/** `curlew batch diff`. */
export function registerBatchDiff(
  batch: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  const command = withDetectionOptions(
    batch.command("diff").summary("compare two files of predictions, or two rule sets"),
  )
    .description(
      "Tells new, gone and moved findings between two files of predictions, or between two rule sets.",
    )
    .argument("<a>", "predictions, or a rule set with --on")
    .argument("<b>", "predictions, or a rule set with --on")
    .option("--on <file...>", "records to predict with both rule sets")
    .addOption(
      new Option("-f, --format <name>", "how to tell").choices(["text", "jsonl"]).default("text"),
    )
    .addOption(
      new Option("--fail-on <what>", "exit status 1 where something is worse").choices([
        "regression",
      ]),
    );
  withInputOptions(command);
  command
    .addHelpText("after", HELP)
    .action(async (a: string, b: string, { on, format, failOn, ...options }: Given) => {
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
