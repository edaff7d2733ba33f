import { availableParallelism } from "node:os";
import { Option, type Command } from "commander";
import type { WorkerCommandOptions } from "../batch/queue/worker-command.js";
import type { Context } from "../context.js";
import { parseCount, withRuleOptions } from "../options.js";

const HELP = `
A worker reads the inputs and writes the partitions itself, so both must have the same paths on every machine, or
be in S3. It accepts only runs that use exactly the same rules (version, profile, query files); for runs on labelled
records, start it with --profile contract. It reports rejected partitions and the reason on standard error, and
leaves them to other workers. Workers can be added, killed and replaced at any time. On SIGTERM, a worker finishes
the partitions that it has begun.

CURLEW_QUEUE_URL       the queue, if --queue is not given
CURLEW_QUEUE_USERNAME, CURLEW_QUEUE_PASSWORD, CURLEW_QUEUE_CA
                       credentials for the queue, and its CA certificate
AWS_…                  credentials, region and endpoint for S3

Examples:
  $ CURLEW_QUEUE_PASSWORD=… curlew worker --queue rediss://queue.internal:6379
  $ curlew worker --queue redis://127.0.0.1 --jobs 4 --rate 20`;

/** Adds the command `curlew worker`. */
export function registerWorker(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  withRuleOptions(program.command("worker").summary("process partitions of `batch --queue` runs"))
    .description(
      "Processes partitions of runs that `curlew batch --queue` started on this or other machines.",
    )
    .addOption(
      new Option("--queue <url>", "redis://HOST:PORT, or rediss://")
        .env("CURLEW_QUEUE_URL")
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("-j, --jobs <n>", "number of partitions processed at the same time")
        .argParser(parseCount)
        .default(availableParallelism()),
    )
    .addOption(
      new Option(
        "--rate <n>",
        "maximum number of partitions per second, across all workers",
      ).argParser(parseCount),
    )
    .addOption(
      new Option(
        "--lock <s>",
        "seconds after which the partition of an unresponsive worker is given to another one",
      )
        .argParser(parseCount)
        .default(15),
    )
    .addOption(
      new Option("--wait <s>", "seconds to wait for the queue at startup")
        .argParser(parseCount)
        .default(60),
    )
    .option(
      "--alive-file <file>",
      "file touched every few seconds while the queue responds, for liveness probes",
    )
    .option("-q, --quiet", "do not report finished partitions")
    .addHelpText("after", HELP)
    .action(async (options: WorkerCommandOptions) => {
      const { work } = await import("../batch/queue/worker-command.js");
      exit(await work(context, options));
    });
}
