import type { Settings } from "../settings.js";
import type { PartFolder, PartManifest, Plan } from "./part-folder.js";
import { createOutput, doneOf, resultsOf, type PartChoice } from "./part-target.js";

/** Writes a partition by joining its sub-partitions in order. Does nothing if one of them is not finished. */
export async function joinSubParts(
  folder: PartFolder,
  plan: Plan,
  { index, name }: PartChoice,
  names: readonly string[],
): Promise<void> {
  const settings = plan.identity["settings"] as Settings;
  const found = await Promise.all(names.map((sub) => folder.part(sub)));
  const parts = found.filter((part): part is PartManifest => part !== null);
  if (parts.length < names.length) return;
  const done = doneOf(parts, settings.exhibits);
  const output = await createOutput(folder, plan, name, settings);
  try {
    for (const part of parts)
      for await (const chunk of folder.location.stream(part.output.file)) await output.write(chunk);
    await folder.finish(name, output, { plan, index, ...resultsOf(done) });
  } finally {
    await output.discard();
  }
}
