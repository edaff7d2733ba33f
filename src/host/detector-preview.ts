import { join } from "node:path";
import type { Detector, Profile } from "../core/index.js";
import { checksumOfQueries, pathsOfQueries, readStoredTexts, storeTexts } from "./stored-texts.js";
import { readPackageFiles } from "./package-files.js";
import { packageRoot } from "./package-root.js";

/** The properties of a detector with built-in rules that are known before it is created. */
export type Preview = Pick<
  Detector,
  "revision" | "rules" | "disabledRules" | "ownQueries" | "gateWords" | "instructionWords"
>;

/** Stores the properties of a detector, so that programs that need only these do not create a detector. */
export function storePreview(
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
  storeTexts(
    pathOf(folder, revision.profile),
    origin,
    new Map([["preview", JSON.stringify(preview)]]),
  );
}

/** Returns the stored properties of a profile's detector; null if there are none, or if the package's files have changed since. */
export function readPreview(folder: string, profile: Profile): Preview | null {
  const root = packageRoot();
  const stored = readStoredTexts(pathOf(folder, profile), root, () => checksumOfAssets(root));
  return stored === null ? null : (JSON.parse(stored.text("preview")) as Preview);
}

function pathOf(folder: string, profile: Profile): string {
  return join(folder, `preview-${profile}.txt`);
}

function checksumOfAssets(root: string): number {
  return checksumOfQueries(root, readPackageFiles(join(root, "queries")));
}
