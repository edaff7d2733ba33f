/**
 * A queue worker that kills its own process for a record with the word ENDING: `node dying-worker.mjs URL [FOLDER]`, run from the bundle
 * of this file. With FOLDER, the worker reads and writes partitions in that folder instead of the folder of the task.
 */
import { runWorker } from "../../packages/curlew-queue/src/index.js";
import { processShard } from "../../src/cli/batch/process-shard.js";
import { PartWorker } from "../../src/cli/batch/queue/part-work.js";
import { revisionOf, type PartTask } from "../../src/cli/batch/queue/queue-package.js";
import { createNodeDetector } from "../../src/host/node.js";

const [url = "", folder] = process.argv.slice(2);
const rules = { profile: "extended" } as never;
const detector = await createNodeDetector({ profile: "extended" });
const dying = {
  detect: async (text: string) => {
    if (text.includes("ENDING")) process.kill(process.pid, "SIGKILL");
    return detector.detect(text);
  },
};
const parts = new PartWorker(
  {
    process: (shard, settings) => processShard(dying, shard, settings),
    close: async () => undefined,
  },
  rules,
);
await runWorker({
  url,
  env: {},
  revision: revisionOf(detector.revision),
  concurrency: 1,
  rate: null,
  // on a busy machine, a lock may be renewed more than a second late, and a lost lock would be counted like a killed worker
  lockMs: 3_000,
  timeoutMs: 10_000,
  signal: new AbortController().signal,
  onAlive: () => undefined,
  onEvent: ({ event, message }) => process.stderr.write(`${event}: ${message}\n`),
  work: (task, signal) => {
    const own = task as PartTask;
    return parts.work(folder === undefined ? own : { ...own, place: folder }, signal);
  },
});
