import { add, emptyTally, type Tally } from "../measure/tally.js";
import { randomSample, type ReportedText } from "../record/reported-text.js";
import type { Executor, InputFailure, Problem, Shard, ShardResult } from "../shard.js";

/** Receives the results of shards in the order of the inputs. */
export interface Sink {
  /** False if no more results are accepted: the reader has closed the output, or the run was stopped. */
  readonly open: boolean;
  commit(shard: Shard, result: ShardResult): Promise<void>;
  fail(failure: InputFailure): Promise<void>;
}

export interface RunOptions {
  readonly shards: AsyncIterable<Shard | InputFailure>;
  readonly executor: Executor;
  readonly sink: Sink;
  /** Maximum number of texts in a report; 0 without a report. */
  readonly exhibits: number;
  readonly onProblem: (problem: Problem) => void;
  readonly onProgress: (progressed: Progressed) => void;
  /** The results of an earlier, interrupted run. */
  readonly before: Done;
}

/** The results of the shards that are finished. */
export interface Done {
  /** Counts by index of the input. */
  readonly tallies: Map<number, Tally>;
  readonly failures: InputFailure[];
  /** The texts for a report. */
  exhibits: ReportedText[];
  /** The first {@link MAX_PROBLEMS} problems. */
  readonly problems: Problem[];
  stopped: boolean;
}

/** Maximum number of problems that are kept for reports and manifests. */
export const MAX_PROBLEMS = 1000;

/** The counts of this run so far. */
export interface Progressed {
  readonly bytes: number;
  readonly records: number;
  readonly flagged: number;
}

export function nothingDone(): Done {
  return { tallies: new Map(), failures: [], exhibits: [], problems: [], stopped: false };
}

/** Processes shards, as many at the same time as the executor can, and passes the results to the sink in order. */
export async function run(options: RunOptions): Promise<Done> {
  const { shards, executor, sink, before: done } = options;
  const progress = { bytes: 0, records: 0, flagged: 0 };

  const settle = async (
    piece: Shard | InputFailure,
    result: Promise<ShardResult> | null,
  ): Promise<void> => {
    if (done.stopped) return;
    if ("failure" in piece || result === null) {
      if (!("failure" in piece)) return;
      done.failures.push(piece);
      options.onProblem({ place: piece.name, message: piece.failure });
      await sink.fail(piece);
      return;
    }
    const finished = await result;
    finished.problems.forEach(options.onProblem);
    addResult(done, piece, finished, options.exhibits);
    await sink.commit(piece, finished);
    progress.bytes += finished.tally.bytes;
    progress.records += finished.tally.records;
    progress.flagged += finished.tally.flagged;
    options.onProgress(progress);
  };

  // the result of each shard is committed as soon as it and all earlier ones are finished
  const turns: Promise<void>[] = [];
  let last: Promise<void> = Promise.resolve();
  for await (const piece of shards) {
    const result = "failure" in piece ? null : executor.process(piece);
    result?.catch(() => undefined); // it is awaited when its turn comes
    last = last.then(() => settle(piece, result));
    last.catch(() => undefined);
    turns.push(last);
    while (turns.length >= executor.capacity) await turns.shift();
    if (done.stopped || !sink.open) break;
  }
  if (sink.open) await last;
  return done;
}

/** Adds the result of a shard to the earlier ones. */
export function addResult(
  done: Done,
  { input, name }: Pick<Shard, "input" | "name">,
  result: Omit<ShardResult, "output">,
  exhibits: number,
): void {
  let tally = done.tallies.get(input);
  if (tally === undefined) done.tallies.set(input, (tally = emptyTally(name)));
  add(tally, result.tally);
  if (result.exhibits.length > 0)
    done.exhibits = randomSample([...done.exhibits, ...result.exhibits], exhibits);
  done.problems.push(...result.problems.slice(0, MAX_PROBLEMS - done.problems.length));
  done.stopped ||= result.stopped;
}
