import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { knownInputs } from "../run-identity.js";
import type { InputFormat } from "../input/input-format.js";
import type { PlanOptions } from "../input/plan-shards.js";
import { PartFolder, type Plan } from "../partition/part-folder.js";
import { intervalsOf, sizedInputs } from "../partition/intervals.js";
import { shardsIn } from "../partition/record-range.js";
import { partTarget } from "../partition/part-target.js";
import { run, type Sink } from "../run/run.js";
import type { ThreadPool } from "../run/thread-pool.js";
import type { Settings } from "../settings.js";
import type { RuleChoice } from "../../rule-choice.js";
import type { PartTask } from "./queue-package.js";

/** Size of a shard, in bytes. */
const SHARD_SIZE = 1024 * 1024;
/** Number of shards of a partition that wait for a thread. */
const QUEUED_SHARDS = 2;

/** Returns the digest of a plan, by which a worker checks that a task belongs to the run in a folder. */
export function digestOf(plan: Plan): string {
  return createHash("sha256").update(JSON.stringify(plan)).digest("hex");
}

/** Returns the options with which the inputs of a partition are read. */
export async function planningOf(plan: Plan, cwd: string, index: number): Promise<PlanOptions> {
  const { settings, inputFormat, ignoreFiles } = plan.identity as unknown as {
    settings: Settings;
    inputFormat: InputFormat;
    ignoreFiles: boolean;
  };
  const inputs = await sizedInputs(plan.files, { cwd, ignoreFiles });
  return {
    cwd,
    stdin: Readable.from([]),
    settings,
    format: inputFormat,
    ignoreFiles,
    target: SHARD_SIZE,
    flush: false,
    within: intervalsOf(inputs, { index, count: plan.count }),
  };
}

/** Processes partitions of any run. */
export class PartWorker {
  /** The plans whose inputs were found on this machine, each with the working directory of the run. */
  private readonly checked = new Set<string>();

  constructor(
    private readonly pool: ThreadPool,
    /** The rules of this worker. Their query files may have other paths than those of a run; the revision ensures equal content. */
    private readonly rules: RuleChoice,
  ) {}

  /** Processes a partition. Returns null, or the reason why this machine cannot process it. */
  async work(task: PartTask, signal: AbortSignal): Promise<string | null> {
    const folder = await PartFolder.at(task.place, task.cwd);
    const found = await folder.plan().catch(() => null);
    if (found === null || digestOf(found) !== task.plan)
      return `the folder ${task.place} of the run does not exist, or is a different one`;
    const refusal = await this.refusalOf(found, task);
    if (refusal !== null) return refusal;
    const planning = await planningOf(found, task.cwd, task.index);
    const settings = { ...planning.settings, rules: this.rules };
    const target = await partTarget(folder, found, task, settings, false);
    if (target.complete) return null;
    let isComplete = false;
    try {
      const range = task.range ?? { from: null, to: null };
      await run({
        shards: shardsIn(found.files, { ...planning, settings }, range, task.poison),
        executor: {
          capacity: 1 + QUEUED_SHARDS,
          process: (shard) => this.pool.process(shard, settings),
          close: async () => undefined,
        },
        sink: closedAfter(signal, target.sink),
        exhibits: settings.exhibits,
        before: target.done,
        onProblem: () => undefined,
        onProgress: () => undefined,
      });
      isComplete = !signal.aborted;
    } finally {
      await target.close(isComplete);
    }
    return null;
  }

  /** Returns how the inputs of a run differ between this machine and the machine that started the run; null if they are equal. */
  private async refusalOf(plan: Plan, { cwd, plan: digest }: PartTask): Promise<string | null> {
    if (this.checked.has(`${digest} ${cwd}`)) return null;
    const { inputs: expected, ignoreFiles } = plan.identity as unknown as {
      inputs: { file: string }[];
      ignoreFiles: boolean;
    };
    const inputs = await sizedInputs(plan.files, { cwd, ignoreFiles });
    const found = await knownInputs(cwd, inputs);
    const other = expected.find(
      (input, index) => JSON.stringify(input) !== JSON.stringify(found[index]),
    );
    if (other !== undefined)
      return `the input ${other.file} (in ${cwd}) does not exist, or its content differs`;
    this.checked.add(`${digest} ${cwd}`);
    return null;
  }
}

/** Returns a sink that accepts no more results after a signal is aborted. */
function closedAfter(signal: AbortSignal, sink: Sink): Sink {
  return {
    get open() {
      return sink.open && !signal.aborted;
    },
    commit: (shard, result) => sink.commit(shard, result),
    fail: (failure) => sink.fail(failure),
  };
}
