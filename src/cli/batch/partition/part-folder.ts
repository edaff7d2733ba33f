import { Failure, messageOf } from "../../failure.js";
import type { Tally } from "../measure/tally.js";
import type { Identity } from "../output/manifest.js";
import type { ReportedText } from "../record/reported-text.js";
import type { InputFailure, Problem } from "../shard.js";
import { openLocation } from "../storage/open-location.js";
import type { NewFile, StorageLocation } from "../storage/storage-location.js";
import { bytesAt } from "../storage/stored-input.js";
import type { Share } from "./share.js";

/** The common data of all partitions of a run. */
export interface Plan {
  readonly count: number;
  readonly format: "jsonl" | "parquet";
  readonly files: readonly string[];
  readonly revision: {
    readonly package: string;
    readonly profile: string;
    readonly queries: string;
  };
  readonly identity: Identity;
}

/** The result of a partition. It contains no times, so that its bytes are the same if the partition is processed again. */
export interface PartManifest {
  readonly plan: Plan;
  readonly index: number;
  readonly output: { readonly file: string; readonly bytes: number };
  readonly tallies: readonly (readonly [input: number, tally: Tally])[];
  readonly failures: readonly InputFailure[];
  readonly exhibits: readonly ReportedText[];
  readonly problems: readonly Problem[];
  readonly stopped: boolean;
}

const PLAN = "plan.json";

/** The folder with the partitions of a run. The name of a sub-partition is the name of its partition, followed by numbers. */
export class PartFolder {
  constructor(readonly location: StorageLocation) {}

  static async at(name: string, cwd: string): Promise<PartFolder> {
    return new PartFolder(await openLocation(name, cwd));
  }

  get name(): string {
    return this.location.name;
  }

  /**
   * Creates the folder if it is missing, and writes the plan to it. With `force`, partitions of another run are removed.
   * @throws Failure if the folder contains partitions of another run, without `force`
   */
  async open(plan: Plan, force: boolean): Promise<void> {
    await this.location.prepare();
    const earlier = await this.readJson<Plan>(PLAN);
    if (JSON.stringify(earlier) === JSON.stringify(plan)) return;
    if (earlier !== null) {
      if (!force) throw this.otherRun(earlier, plan);
      await this.clear();
    }
    await this.location.write(PLAN, `${JSON.stringify(plan)}\n`);
  }

  /** Returns the plan of the run. @throws Failure if there is none */
  async plan(): Promise<Plan> {
    const plan = await this.readJson<Plan>(PLAN);
    if (plan === null)
      throw new Failure(
        `${this.name} contains no partitions: it has no ${PLAN} (--out-dir writes it)`,
      );
    return plan;
  }

  /** Returns the result of a partition; null if it is not finished or its output is incomplete. */
  async part(name: string): Promise<PartManifest | null> {
    const manifest = await this.readJson<PartManifest>(`${name}.json`);
    if (manifest === null) return null;
    const size = await this.location.sizeOf(manifest.output.file);
    return size === manifest.output.bytes ? manifest : null;
  }

  /** Renames an output to its final name, and records that its partition is finished. */
  async finish(
    name: string,
    output: NewFile,
    manifest: Omit<PartManifest, "output">,
  ): Promise<void> {
    const bytes = await output.finish();
    const file = outputName(name, manifest.plan);
    const text = JSON.stringify({ ...manifest, output: { file, bytes } });
    await this.location.write(`${name}.json`, `${text}\n`);
  }

  /** Removes sub-partitions, after they were joined. */
  async removeSubParts(): Promise<void> {
    for (const file of await this.location.list())
      if (/^part-\d+(?:[.]\d+)+[.](?:jsonl|json)$/.test(file)) await this.location.remove(file);
  }

  /** Removes the partitions of another run. */
  private async clear(): Promise<void> {
    for (const file of await this.location.list())
      if (
        /^(?:part-\d+(?:[.]\d+)*[.](?:jsonl|parquet|json)|plan[.]json|summary[.]json)$/.test(file)
      )
        await this.location.remove(file);
  }

  private otherRun(earlier: Plan, plan: Plan): Failure {
    const names = { ...earlier, ...earlier.identity };
    const own: Readonly<Record<string, unknown>> = { ...plan, ...plan.identity };
    const different = Object.keys(names).filter(
      (key) =>
        key !== "identity" &&
        JSON.stringify((names as Record<string, unknown>)[key]) !== JSON.stringify(own[key]),
    );
    const what = different.map((key) => (key === "count" ? "number of partitions" : key));
    return new Failure(
      `${this.name} contains partitions of a run with different ${what.join(", ")}: choose another folder, or remove them with --force`,
    );
  }

  private async readJson<T>(file: string): Promise<T | null> {
    const bytes = await this.location.read(file);
    try {
      return bytes === null ? null : (JSON.parse(Buffer.from(bytes).toString("utf8")) as T);
    } catch (error) {
      throw new Failure(`cannot read ${this.name}/${file}: ${messageOf(error)}`);
    }
  }
}

/** Returns the name of a partition. */
export function partName(index: number): string {
  return `part-${String(index).padStart(5, "0")}`;
}

/** Returns the file name of a partition's output. The output of a sub-partition is always JSON Lines, so that it can be joined. */
export function outputName(name: string, { format }: Plan): string {
  return `${name}.${name.includes(".") ? "jsonl" : format}`;
}

/** Returns the first and last bytes of a file, by which it is recognized on another machine. */
export async function fileEnds(path: string, size: number): Promise<Buffer> {
  const starts = [0, Math.max(0, size - END_SIZE)];
  const ends = starts.map((from) => bytesAt(path, from, Math.min(size, from + END_SIZE)));
  return Buffer.concat(await Promise.all(ends));
}

/** Number of bytes at each end. */
const END_SIZE = 64 * 1024;

/** Returns a share as an option value: `3/16`. */
export function shareName({ index, count }: Share): string {
  return `${index}/${count}`;
}
