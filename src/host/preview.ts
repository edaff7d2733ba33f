import { join } from "node:path";
import type { Detector, Profile } from "../core/index.js";
import { checksumOfQueries, keep, kept, pathsOfQueries } from "./kept.js";
import { readPackageFiles } from "./package-files.js";
import { packageRoot } from "./package-root.js";

/** The properties of a detector with built-in rules that are known before it is created. */
export type Preview = Pick<
  Detector,
  "revision" | "rules" | "disabledRules" | "ownQueries" | "gateWords" | "instructionWords"
>;

/** Stores the properties of a detector, so that later callers may not need one. */
export function keepPreview(
  folder: string,
  { revision, rules, disabledRules, ownQueries, gateWords, instructionWords }: Detector,
): void {
  const preview: Preview = {
    revision,
    rules,
    disabledRules,
    ownQueries,
    gateWords,
    instructionWords,
  };
  const root = packageRoot();
  const paths = pathsOfQueries(readPackageFiles(join(root, "queries")));
  const origin = { root, paths, checksum: checksumOfAssets(root) };
  keep(pathOf(folder, revision.profile), origin, new Map([["preview", JSON.stringify(preview)]]));
}

/** Returns the stored facts about a profile; null if there are none, or if the files they were made from have changed. */
export function keptPreview(folder: string, profile: Profile): Preview | null {
  const root = packageRoot();
  const known = kept(pathOf(folder, profile), root, () => checksumOfAssets(root));
  return known === null ? null : (JSON.parse(known.text("preview")) as Preview);
}

function pathOf(folder: string, profile: Profile): string {
  return join(folder, `preview-${profile}.txt`);
}

function checksumOfAssets(root: string): number {
  return checksumOfQueries(root, readPackageFiles(join(root, "queries")));
}
