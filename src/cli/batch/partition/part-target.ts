import { discardingSink } from "../output/sinks.js";
import type { Target } from "../output/target.js";
import { outputColumn } from "../record/read-record.js";
import { randomSample } from "../record/reported-text.js";
import { addResult, MAX_PROBLEMS, nothingDone, type Done, type Sink } from "../run/run.js";
import type { Settings } from "../settings.js";
import type { NewFile } from "../storage/storage-location.js";
import { outputName, type PartFolder, type PartManifest, type Plan } from "./part-folder.js";
import { ParquetOutput } from "./parquet-output.js";

/** A partition, or a sub-partition. */
export interface PartChoice {
  readonly index: number;
  /** The name from {@link partName}, followed by numbers for a sub-partition. */
  readonly name: string;
}

/** Opens the output of a partition, or returns the results of a finished one. @param force whether a finished one is processed again */
export async function partTarget(
  folder: PartFolder,
  plan: Plan,
  { index, name }: PartChoice,
  settings: Settings,
  force: boolean,
): Promise<Target> {
  await folder.open(plan, force);
  const rest = { from: null, bytes: 0, before: 0, kept: false };
  const earlier = force ? null : await folder.part(name);
  if (earlier !== null)
    return {
      ...rest,
      done: doneOf([earlier], settings.exhibits),
      complete: true,
      sink: discardingSink,
      close: async () => undefined,
    };
  const done = nothingDone();
  const output = await createOutput(folder, plan, name, settings);
  const close = async (whole: boolean): Promise<void> => {
    try {
      if (whole) await folder.finish(name, output, { plan, index, ...resultsOf(done) });
    } finally {
      await output.discard();
    }
  };
  return { ...rest, done, complete: false, sink: new PartSink(output), close };
}

/** Creates the output of a partition. */
export function createOutput(
  { location }: PartFolder,
  plan: Plan,
  name: string,
  { columns }: Pick<Settings, "columns">,
): Promise<NewFile> {
  const file = outputName(name, plan);
  return file.endsWith(".parquet")
    ? ParquetOutput.create(location, file, columns.map(outputColumn))
    : location.create(file);
}

/** Returns the results of a partition in the form of its manifest. */
export function resultsOf({
  tallies,
  failures,
  exhibits,
  problems,
  stopped,
}: Done): Pick<PartManifest, "tallies" | "failures" | "exhibits" | "problems" | "stopped"> {
  return { tallies: [...tallies], failures, exhibits, problems, stopped };
}

/** Returns the combined results of several partitions. */
export function doneOf(parts: readonly PartManifest[], exhibits: number): Done {
  const done = nothingDone();
  for (const { tallies, failures, ...part } of parts) {
    for (const [input, tally] of tallies)
      addResult(
        done,
        { input, name: tally.file },
        { ...part, tally, exhibits: [], problems: [] },
        0,
      );
    done.exhibits = randomSample([...done.exhibits, ...part.exhibits], exhibits);
    done.problems.push(...part.problems.slice(0, MAX_PROBLEMS - done.problems.length));
    // an input that cannot be opened is reported by each of its partitions, but counts once
    for (const failure of failures)
      if (!done.failures.some((one) => JSON.stringify(one) === JSON.stringify(failure)))
        done.failures.push(failure);
    done.stopped ||= part.stopped;
  }
  return done;
}

class PartSink implements Sink {
  readonly open = true;

  constructor(private readonly output: NewFile) {}

  async commit(_shard: unknown, { output }: { readonly output: Uint8Array }): Promise<void> {
    await this.output.write(output);
  }

  async fail(): Promise<void> {
    // the manifest contains the failures
  }
}
