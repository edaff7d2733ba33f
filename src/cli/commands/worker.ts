import { availableParallelism } from "node:os";
import { Option, type Command } from "commander";
import type { WorkerCommandOptions } from "../batch/queue/work.js";
import type { Context } from "../context.js";
import { parseCount, withRuleOptions } from "../options.js";

const HELP = `
Takes shards of runs that were started with \`curlew batch --queue\`, from the queue and the store that are
named here as there. It works only on runs whose rules are the very same (version, profile, query files),
and says which ones it refuses. Workers can be added, killed and replaced at any time. SIGTERM ends
one when its shards are done.

CURLEW_QUEUE_URL, CURLEW_STORE   the queue and the store, where no option names them
CURLEW_QUEUE_USERNAME, CURLEW_QUEUE_PASSWORD, CURLEW_QUEUE_CA
                                 what the queue asks for, and the certificate of its authority
CURLEW_STORE_ENDPOINT            the address of a service that speaks like S3
AWS_…                            credentials and region of the store

Examples:
  $ CURLEW_QUEUE_PASSWORD=… curlew worker --queue rediss://queue.internal:6379 --store /mnt/shards
  $ curlew worker --queue redis://127.0.0.1 --store s3://bucket/curlew --jobs 4 --rate 20`;

/** `curlew worker`. */
export function registerWorker(
  program: Command,
  context: Context,
  exit: (status: number) => void,
): void {
  withRuleOptions(program.command("worker").summary("work on the shards of runs on a queue"))
    .description(
      "Works on the shards of runs that `curlew batch --queue` started on this or other machines.",
    )
    .addOption(
      new Option("--queue <url>", "redis://HOST:PORT, or rediss://")
        .env("CURLEW_QUEUE_URL")
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("--store <place>", "folder that all machines see, or s3://BUCKET/PREFIX").env(
        "CURLEW_STORE",
      ),
    )
    .addOption(
      new Option("-j, --jobs <n>", "how many shards at a time")
        .argParser(parseCount)
        .default(availableParallelism()),
    )
    .addOption(
      new Option("--rate <n>", "most shards a second, over all workers").argParser(parseCount),
    )
    .addOption(
      new Option(
        "--lock <s>",
        "seconds without a sign of life after which a shard goes to another worker",
      )
        .argParser(parseCount)
        .default(15),
    )
    .addOption(
      new Option("--wait <s>", "how long to wait for the queue at the start, in seconds")
        .argParser(parseCount)
        .default(60),
    )
    .option("-q, --quiet", "do not report finished shards")
    .addHelpText("after", HELP)
    .action(async (options: WorkerCommandOptions) => {
      const { work } = await import("../batch/queue/work.js");
      exit(await work(context, options));
    });
}
