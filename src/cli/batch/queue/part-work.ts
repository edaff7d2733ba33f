import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { knownInputs } from "../identity.js";
import type { InputFormat } from "../input/syntax.js";
import type { PlanOptions } from "../input/plan-shards.js";
import { PartFolder, type Plan } from "../partition/folder.js";
import { intervalsOf, sizedInputs } from "../partition/intervals.js";
import { shardsIn } from "../partition/record-range.js";
import { partTarget } from "../partition/target.js";
import { run, type Sink } from "../run/run.js";
import type { ThreadPool } from "../run/threads.js";
import type { Settings } from "../settings.js";
import type { RuleChoice } from "../../rule-choice.js";
import type { PartTask } from "./port.js";

/** Bytes that are worked on at a time. */
const SHARD_SIZE = 1024 * 1024;
/** Shards of a partition that wait for the threads. */
const AHEAD = 2;

/** Returns the digest by which a task and the folder of its run are known to belong together. */
export function digestOf(plan: Plan): string {
  return createHash("sha256").update(JSON.stringify(plan)).digest("hex");
}

/** Returns how the inputs of a partition are read. */
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

/** Works on the partitions of any run. */
export class PartWorker {
  /** The plans whose inputs are as they should be on this machine. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly pool: ThreadPool,
    /** Query files have other paths on this machine; the revision ensures equal content. */
    private readonly rules: RuleChoice,
  ) {}

  /** @returns why the partition cannot be done on this machine; null if it is done */
  async work(task: PartTask, signal: AbortSignal): Promise<string | null> {
    const folder = await PartFolder.at(task.place, task.cwd);
    const found = await folder.plan().catch(() => null);
    if (found === null || digestOf(found) !== task.plan)
      return `the folder ${task.place} of the run does not exist, or is a different one`;
    const refusal = await this.unseen(found, task);
    if (refusal !== null) return refusal;
    const planning = await planningOf(found, task.cwd, task.index);
    const settings = { ...planning.settings, rules: this.rules };
    const target = await partTarget(folder, found, task, settings, false);
    if (target.complete) return null;
    let isWhole = false;
    try {
      const range = task.range ?? { from: null, to: null };
      await run({
        shards: shardsIn(found.files, { ...planning, settings }, range, task.poison),
        executor: {
          capacity: 1 + AHEAD,
          process: (shard) => this.pool.process(shard, settings),
          close: async () => undefined,
        },
        sink: until(signal, target.sink),
        exhibits: settings.exhibits,
        before: target.done,
        onProblem: () => undefined,
        onProgress: () => undefined,
      });
      isWhole = !signal.aborted;
    } finally {
      await target.close(isWhole);
    }
    return null;
  }

  /** Returns why the inputs of a run cannot be read here like on the machine that started the run; null if they can. */
  private async unseen(plan: Plan, { cwd, plan: digest }: PartTask): Promise<string | null> {
    if (this.seen.has(`${digest} ${cwd}`)) return null;
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
    this.seen.add(`${digest} ${cwd}`);
    return null;
  }
}

/** Returns a sink that accepts nothing after a signal. */
function until(signal: AbortSignal, sink: Sink): Sink {
  return {
    get open() {
      return sink.open && !signal.aborted;
    },
    commit: (shard, result) => sink.commit(shard, result),
    fail: (failure) => sink.fail(failure),
  };
}
