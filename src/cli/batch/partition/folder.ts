import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { Failure, fileErrorMessage } from "../../failure.js";
import type { Tally } from "../measure/tally.js";
import type { Identity } from "../output/manifest.js";
import type { Exhibit } from "../record/exhibit.js";
import type { InputFailure, Problem } from "../shard.js";
import type { Share } from "./share.js";

/** What all partitions of a run have in common. */
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

/** What came of a partition. It holds no times: a partition that is run twice gives the same bytes. */
export interface PartManifest {
  readonly plan: Plan;
  readonly index: number;
  readonly output: { readonly file: string; readonly bytes: number };
  readonly tallies: readonly (readonly [input: number, tally: Tally])[];
  readonly failures: readonly InputFailure[];
  readonly exhibits: readonly Exhibit[];
  readonly problems: readonly Problem[];
  readonly stopped: boolean;
}

const PLAN = "plan.json";

/** The folder of a run's partitions. */
export class PartFolder {
  /** @param name as the user wrote it */
  constructor(
    readonly path: string,
    readonly name: string,
  ) {}

  /**
   * Makes the folder where it is missing, and writes the plan into it.
   * @throws Failure where it holds partitions of another run
   */
  async open(plan: Plan, force: boolean): Promise<void> {
    await this.guarded(() => mkdir(this.path, { recursive: true }));
    const earlier = await this.readJson<Plan>(PLAN);
    if (earlier !== null && JSON.stringify(earlier) !== JSON.stringify(plan)) {
      if (!force) throw this.otherRun(earlier, plan);
      await this.clear();
    }
    await this.writeWhole(PLAN, `${JSON.stringify(plan)}\n`);
  }

  /** @throws Failure where there is none */
  async plan(): Promise<Plan> {
    const plan = await this.readJson<Plan>(PLAN);
    if (plan === null)
      throw new Failure(
        `${this.name} holds no partitions: it has no ${PLAN} (--out-dir writes it)`,
      );
    return plan;
  }

  /** What came of a partition; null where it is not finished, or its output is not there whole. */
  async part(index: number): Promise<PartManifest | null> {
    const manifest = await this.readJson<PartManifest>(manifestName(index));
    if (manifest === null) return null;
    const found = await stat(join(this.path, manifest.output.file)).catch(() => null);
    return found?.size === manifest.output.bytes ? manifest : null;
  }

  /** A name for what is not whole yet; of two that work on one partition each has its own. */
  temporary(index: number): string {
    return join(this.path, `.${partName(index)}.${hostname()}-${process.pid}.tmp`);
  }

  /** Gives an output its name, and says that its partition is finished. */
  async finish(temporary: string, manifest: Omit<PartManifest, "output">): Promise<void> {
    const file = `${partName(manifest.index)}.${manifest.plan.format}`;
    await this.guarded(async () => {
      const { size: bytes } = await stat(temporary);
      await rename(temporary, join(this.path, file));
      const text = JSON.stringify({ ...manifest, output: { file, bytes } });
      await this.writeWhole(manifestName(manifest.index), `${text}\n`);
    });
  }

  /** A file takes its name when it is whole, and is on the disk then. */
  async writeWhole(name: string, text: string): Promise<void> {
    const temporary = join(this.path, `.${name}.${hostname()}-${process.pid}.tmp`);
    await this.guarded(async () => {
      await writeFile(temporary, text, { flush: true });
      await rename(temporary, join(this.path, name));
    });
  }

  /** Removes what ended tasks left. */
  async removeTemporaries(): Promise<void> {
    for (const name of await readdir(this.path))
      if (/^[.](?:part-|plan|summary).*[.]tmp(?:[.]rows)?$/.test(name))
        await rm(join(this.path, name), { force: true });
  }

  /** Removes the partitions of another run. */
  private async clear(): Promise<void> {
    for (const name of await readdir(this.path))
      if (/^(?:part-\d+[.](?:jsonl|parquet|json)|plan[.]json|summary[.]json)$/.test(name))
        await rm(join(this.path, name), { force: true });
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
      `${this.name} holds partitions of a run with other ${what.join(", ")}: choose another folder, or remove them with --force`,
    );
  }

  private async readJson<T>(name: string): Promise<T | null> {
    try {
      return JSON.parse(await readFile(join(this.path, name), "utf8")) as T;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
      throw new Failure(`cannot read ${this.name}/${name}: ${fileErrorMessage(error)}`);
    }
  }

  private async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof Failure
        ? error
        : new Failure(`cannot write ${this.name}: ${fileErrorMessage(error)}`);
    }
  }
}

function partName(index: number): string {
  return `part-${String(index).padStart(5, "0")}`;
}

function manifestName(index: number): string {
  return `${partName(index)}.json`;
}

/** The bytes at the start and the end of a file, to know it again on another machine. */
export async function fileEnds(path: string, size: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const ends = [0, Math.max(0, size - END)].map(async (from) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(END), 0, END, from);
      return buffer.subarray(0, bytesRead);
    });
    return Buffer.concat(await Promise.all(ends));
  } finally {
    await file.close();
  }
}

const END = 64 * 1024;

export function shareName({ index, count }: Share): string {
  return `${index}/${count}`;
}
