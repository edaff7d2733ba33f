import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Context } from "../../context.js";
import { Failure, fileErrorMessage } from "../../failure.js";
import { Output } from "../../output.js";
import { showSummary, type Summary } from "../measure/summary.js";
import type { Done } from "../run/run.js";
import type { Settings } from "../settings.js";
import { partName, PartFolder, shareName, type PartManifest, type Plan } from "./part-folder.js";
import { doneOf } from "./part-target.js";

/** The results of all partitions of a run. */
export interface Merged {
  readonly folder: PartFolder;
  readonly plan: Plan;
  readonly parts: readonly PartManifest[];
  readonly done: Done;
}

/** Maximum number of missing partitions that a message names. */
const MAX_NAMED = 20;

/** Reads the results of all partitions. @throws Failure if one is missing, or belongs to another run */
export async function readParts(context: Context, name: string): Promise<Merged> {
  const folder = await PartFolder.at(name, context.cwd);
  const plan = await folder.plan();
  const parts: PartManifest[] = [];
  const missing: number[] = [];
  for (let index = 0; index < plan.count; index++) {
    const part = await folder.part(partName(index));
    if (part === null) missing.push(index);
    else if (JSON.stringify(part.plan) !== JSON.stringify(plan))
      throw new Failure(
        `${name}: partition ${index} belongs to another run; remove it and run it again`,
      );
    else parts.push(part);
  }
  if (missing.length > 0) {
    const named = missing
      .slice(0, MAX_NAMED)
      .map((index) => shareName({ index, count: plan.count }));
    const more = missing.length > MAX_NAMED ? `, and ${missing.length - MAX_NAMED} more` : "";
    throw new Failure(
      `${name}: ${missing.length} of ${plan.count} partitions are missing: run again with --partition ${named.join(", ")}${more}`,
    );
  }
  return { folder, plan, parts, done: doneOf(parts, exhibitsOf(plan)) };
}

/** Writes the summary next to the partitions, and removes sub-partitions and temporary files. */
export async function writeSummary({ folder }: Merged, summary: Summary): Promise<void> {
  await folder.location.write("summary.json", showSummary(summary, "json"));
  await folder.removeSubParts();
  await folder.location.removeTemporaries();
}

/** Writes the predictions of all partitions into one file, or to standard output. */
export async function joinParts(
  context: Context,
  { folder, plan, parts }: Merged,
  name: string,
): Promise<void> {
  if (plan.format !== "jsonl")
    throw new Failure(
      `cannot write ${name}: Parquet partitions are not merged; read them as one table (${folder.name}/*.parquet)`,
    );
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const { output } of parts) yield* folder.location.stream(output.file);
  }
  if (name === "-") {
    const output = new Output(context.stdout);
    for await (const chunk of bytes()) await output.write(chunk);
    await output.flush();
    return;
  }
  const path = resolve(context.cwd, name);
  try {
    await pipeline(bytes, createWriteStream(`${path}.part`));
    await rename(`${path}.part`, path);
  } catch (error) {
    await rm(`${path}.part`, { force: true });
    throw new Failure(`cannot write ${name}: ${fileErrorMessage(error)}`);
  }
}

function exhibitsOf({ identity }: Plan): number {
  return (identity["settings"] as Settings).exhibits;
}
