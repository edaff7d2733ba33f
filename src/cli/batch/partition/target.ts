import { open, rm, type FileHandle } from "node:fs/promises";
import { Failure, fileErrorMessage } from "../../failure.js";
import { writeParquet } from "../output/parquet.js";
import { nowhere } from "../output/sinks.js";
import type { Target } from "../output/target.js";
import { outputColumn } from "../record/record.js";
import { chosen } from "../record/exhibit.js";
import { include, MOST_PROBLEMS, nothingDone, type Done, type Sink } from "../run/run.js";
import type { Settings } from "../settings.js";
import type { PartFolder, PartManifest, Plan } from "./folder.js";

/** Where the predictions of a partition go. One that is finished is not done again. */
export async function partTarget(
  folder: PartFolder,
  plan: Plan,
  index: number,
  settings: Settings,
  force: boolean,
): Promise<Target> {
  await folder.open(plan, force);
  const rest = { from: null, bytes: 0, before: 0, kept: false };
  const earlier = force ? null : await folder.part(index);
  if (earlier !== null)
    return {
      ...rest,
      done: doneOf([earlier], settings.exhibits),
      complete: true,
      sink: nowhere,
      close: async () => undefined,
    };
  const temporary = folder.temporary(index);
  const rows = plan.format === "parquet" ? `${temporary}.rows` : temporary;
  const done = nothingDone();
  const sink = await PartSink.open(rows, folder.name);
  const close = async (whole: boolean): Promise<void> => {
    await sink.close();
    try {
      if (!whole) return;
      if (plan.format === "parquet")
        await writeParquet(rows, temporary, settings.columns.map(outputColumn));
      await folder.finish(temporary, { plan, index, ...listed(done) });
    } finally {
      await Promise.all([rows, temporary].map((path) => rm(path, { force: true })));
    }
  };
  return { ...rest, done, complete: false, sink, close };
}

function listed({
  tallies,
  failures,
  exhibits,
  problems,
  stopped,
}: Done): Pick<PartManifest, "tallies" | "failures" | "exhibits" | "problems" | "stopped"> {
  return { tallies: [...tallies], failures, exhibits, problems, stopped };
}

/** What several partitions have done together. */
export function doneOf(parts: readonly PartManifest[], exhibits: number): Done {
  const done = nothingDone();
  for (const { tallies, failures, ...part } of parts) {
    for (const [input, tally] of tallies)
      include(done, { input, name: tally.file }, { ...part, tally, exhibits: [], problems: [] }, 0);
    done.exhibits = chosen([...done.exhibits, ...part.exhibits], exhibits);
    done.problems.push(...part.problems.slice(0, MOST_PROBLEMS - done.problems.length));
    // an input that cannot be opened is named by each of its partitions
    for (const failure of failures)
      if (!done.failures.some((one) => JSON.stringify(one) === JSON.stringify(failure)))
        done.failures.push(failure);
    done.stopped ||= part.stopped;
  }
  return done;
}

class PartSink implements Sink {
  readonly open = true;

  private constructor(
    private readonly handle: FileHandle,
    private readonly name: string,
  ) {}

  static async open(path: string, name: string): Promise<PartSink> {
    return new PartSink(await open(path, "w").catch((error: unknown) => refuse(name, error)), name);
  }

  async commit(_shard: unknown, { output }: { readonly output: Uint8Array }): Promise<void> {
    await this.handle.writeFile(output).catch((error: unknown) => refuse(this.name, error));
  }

  async fail(): Promise<void> {
    // what could not be read is in the manifest
  }

  async close(): Promise<void> {
    await this.handle.sync().catch(() => undefined);
    await this.handle.close();
  }
}

function refuse(name: string, error: unknown): never {
  throw new Failure(`cannot write ${name}: ${fileErrorMessage(error)}`);
}
