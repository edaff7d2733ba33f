import { availableParallelism } from "node:os";
import { Option, type Command } from "commander";
import type { WorkerCommandOptions } from "../batch/queue/work.js";
import type { Context } from "../context.js";
import { parseCount, withRuleOptions } from "../options.js";

const HELP = `
Takes partitions of runs that were started with \`curlew batch --queue\`. It reads the inputs and writes the
partitions itself: both are where the command that started the run has them, in folders with the same
paths or in buckets. It works only on runs whose rules are the very same (version, profile, query files).
What it refuses, and why, is on standard error; other workers do it. Workers can be added, killed and
replaced at any time. SIGTERM ends one when the partitions that it has begun are done.

CURLEW_QUEUE_URL       the queue, where no option names it
CURLEW_QUEUE_USERNAME, CURLEW_QUEUE_PASSWORD, CURLEW_QUEUE_CA
                       what the queue asks for, and the certificate of its authority
AWS_…                  credentials, region and endpoint of buckets

Examples:
  $ CURLEW_QUEUE_PASSWORD=… curlew worker --queue rediss://queue.internal:6379
  $ curlew worker --queue redis://127.0.0.1 --jobs 4 --rate 20`;

/** `curlew worker`. */
export function registerWorker(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  withRuleOptions(program.command("worker").summary("work on the partitions of runs on a queue"))
    .description(
      "Works on the partitions of runs that `curlew batch --queue` started on this or other machines.",
    )
    .addOption(
      new Option("--queue <url>", "redis://HOST:PORT, or rediss://")
        .env("CURLEW_QUEUE_URL")
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("-j, --jobs <n>", "how many partitions at a time")
        .argParser(parseCount)
        .default(availableParallelism()),
    )
    .addOption(
      new Option("--rate <n>", "most partitions a second, over all workers").argParser(parseCount),
    )
    .addOption(
      new Option(
        "--lock <s>",
        "seconds without a sign of life after which a partition goes to another worker",
      )
        .argParser(parseCount)
        .default(15),
    )
    .addOption(
      new Option("--wait <s>", "how long to wait for the queue at the start, in seconds")
        .argParser(parseCount)
        .default(60),
    )
    .option(
      "--alive-file <file>",
      "touched every few seconds while the queue responds, for liveness probes",
    )
    .option("-q, --quiet", "do not report finished partitions")
    .addHelpText("after", HELP)
    .action(async (options: WorkerCommandOptions) => {
      const { work } = await import("../batch/queue/work.js");
      exit(await work(context, options));
    });
}
