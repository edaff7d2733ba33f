import { createHash } from "node:crypto";
import type { Context } from "../../context.js";
import { Failure, messageOf } from "../../failure.js";
import { showText } from "../../report/terminal-text.js";
import { partName, type PartFolder, type Plan } from "../partition/part-folder.js";
import { joinSubParts } from "../partition/join-sub-parts.js";
import { firstRecord, splitRange, type RecordRange } from "../partition/record-range.js";
import { digestOf, planningOf } from "./part-work.js";
import {
  queueCode,
  queuePackage,
  revisionOf,
  type PartTask,
  type RemoteRun,
} from "./queue-package.js";

export interface QueueRunOptions {
  readonly url: string;
  readonly attempts: number;
  readonly timeoutMs: number;
  readonly resume: boolean;
  readonly quiet: boolean;
  readonly context: Context;
}

/** Maximum number of partitions that are on the queue at the same time. */
const MAX_QUEUED_PARTS = 256;
/** Maximum number of failed partitions that a message names. */
const MAX_NAMED = 5;

/** The error of a run that a signal ended, with the exit status. */
export class Interrupted extends Error {
  constructor(
    readonly signal: NodeJS.Signals,
    readonly status: number,
  ) {
    super(`stopped by ${signal}`);
  }
}

/**
 * Lets workers process all partitions of a plan.
 * @throws Failure if some could not be processed, after all others are finished
 * @throws Interrupted after SIGINT or SIGTERM
 */
export async function runOnQueue(
  folder: PartFolder,
  plan: Plan,
  options: QueueRunOptions,
): Promise<void> {
  const { context, url, attempts, timeoutMs, resume } = options;
  const { openRun } = await queuePackage();
  const { address } = folder.location;
  const remote = await openRun({
    url,
    env: context.env,
    output: createHash("sha256").update(address).digest("hex").slice(0, 16),
    plan: digestOf(plan).slice(0, 16),
    revision: revisionOf(plan.revision),
    attempts,
    timeoutMs,
    takeOver: resume,
    isDone: async (id) => (await folder.part(id)) !== null,
    onRemark: (remark) => context.stderr.write(`curlew: ${showText(remark).text}\n`),
  });
  const run = new PartsRun(folder, plan, remote, options);
  const { interrupted, stop } = signals();
  try {
    await Promise.race([run.processAll(), interrupted]);
  } finally {
    stop();
    run.stop();
    await remote.close();
  }
}

class PartsRun {
  private readonly failed: string[] = [];
  private finished = 0;
  private isStopped = false;

  constructor(
    private readonly folder: PartFolder,
    private readonly plan: Plan,
    private readonly remote: RemoteRun,
    private readonly options: QueueRunOptions,
  ) {}

  async processAll(): Promise<void> {
    const { count } = this.plan;
    let next = 0;
    let fatal: unknown;
    const processNext = async (): Promise<void> => {
      while (next < count && fatal === undefined && !this.isStopped) {
        const index = next++;
        try {
          await this.processPart(index, partName(index), null);
          this.finished++;
          this.show();
        } catch (error) {
          if (isOfPartition(error)) this.failed.push(`partition ${index}: ${messageOf(error)}`);
          else fatal = error;
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(MAX_QUEUED_PARTS, count) }, processNext));
    if (fatal !== undefined)
      throw new Failure(
        `${messageOf(fatal)}; finished partitions are kept: continue with --resume`,
      );
    if (this.failed.length === 0) return;
    const more = this.failed.length > MAX_NAMED ? "; …" : "";
    throw new Failure(
      `${this.failed.length} of ${count} partitions could not be processed by any worker; the others are kept: continue with --resume (${this.failed.slice(0, MAX_NAMED).join("; ")}${more})`,
    );
  }

  stop(): void {
    this.isStopped = true;
  }

  /** Lets workers process a partition or a range of it. If workers die, splits it until the record that ends them is found. */
  private async processPart(index: number, name: string, range: RecordRange | null): Promise<void> {
    if ((await this.folder.part(name)) !== null) return;
    const task: PartTask = {
      cwd: this.options.context.cwd,
      place: this.folder.location.address,
      plan: digestOf(this.plan),
      index,
      name,
      ...(range === null ? {} : { range }),
    };
    try {
      await this.remote.process(name, task, range !== null);
    } catch (error) {
      if (queueCode(error) !== "died") throw error;
      await this.splitPart(task, range ?? { from: null, to: null });
    }
    if (!this.isStopped && (await this.folder.part(name)) === null)
      throw new Failure(`a worker reports it as finished, but it is not in ${this.folder.name}`);
  }

  private async splitPart(task: PartTask, range: RecordRange): Promise<void> {
    const { files } = this.plan;
    const { index, name, cwd } = task;
    const planning = await planningOf(this.plan, cwd, index);
    const ranges = await splitRange(files, planning, range);
    if (ranges === null) {
      const record = await firstRecord(files, planning, range);
      if (record === null) throw new Failure("workers died on a partition without records");
      this.print(
        `record ${record.number} of ${files[record.input]} kills the workers: it is skipped`,
      );
      await this.remote.process(name, { ...task, range, poison: [record] }, true);
      return;
    }
    this.print(`workers died on ${name}: it is split into ${ranges.length}`);
    const names = ranges.map((_, i) => `${name}.${i}`);
    await Promise.all(ranges.map((own, i) => this.processPart(index, names[i] ?? "", own)));
    await joinSubParts(this.folder, this.plan, { index, name }, names);
  }

  private show(): void {
    if (this.options.quiet || this.options.context.stderr.isTTY !== true) return;
    this.options.context.stderr.write(`\r${this.finished} of ${this.plan.count} partitions`);
    if (this.finished === this.plan.count) this.options.context.stderr.write("\n");
  }

  private print(message: string): void {
    this.options.context.stderr.write(`curlew: ${showText(message).text}\n`);
  }
}

/** Whether an error concerns only its partition, so that the others can still be processed. */
function isOfPartition(error: unknown): boolean {
  return error instanceof Failure || ["partition", "died"].includes(queueCode(error) ?? "");
}

/** Returns a promise that rejects at SIGINT or SIGTERM, and a function that stops listening for these signals. */
function signals(): { interrupted: Promise<never>; stop: () => void } {
  let stop = (): void => undefined;
  const interrupted = new Promise<never>((_, reject) => {
    const interrupt = (): void => reject(new Interrupted("SIGINT", 130));
    const terminate = (): void => reject(new Interrupted("SIGTERM", 143));
    process.once("SIGINT", interrupt).once("SIGTERM", terminate);
    stop = () => void process.off("SIGINT", interrupt).off("SIGTERM", terminate);
  });
  interrupted.catch(() => undefined);
  return { interrupted, stop };
}
