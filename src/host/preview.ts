import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Detector, Profile } from "../core/index.js";
import { checksumOf, readBytes, readPackageFiles } from "./package-files.js";
import { packageRoot } from "./package-root.js";

/** What is known of a detector with the package's own rules before it is made. */
export type Preview = Pick<Detector, "revision" | "rules" | "disabledRules" | "ownQueries" | "gateWords">;

interface Kept {
  readonly checksum: number;
  readonly preview: Preview;
}

/** Writes down what is known of a detector, for those who come later and may do without one. */
export function keepPreview(folder: string, { revision, rules, disabledRules, ownQueries, gateWords }: Detector): void {
  const kept: Kept = { checksum: checksumOfAssets(), preview: { revision, rules, disabledRules, ownQueries, gateWords } };
  writeFileSync(join(folder, nameOf(revision.profile)), `${JSON.stringify(kept)}\n`);
}

/** What was written down of a profile; null where nothing was, or where the files it was made of are others by now. */
export function keptPreview(folder: string, profile: Profile): Preview | null {
  let kept: Kept;
  try {
    kept = JSON.parse(readFileSync(join(folder, nameOf(profile)), "utf8")) as Kept;
  } catch {
    return null;
  }
  return kept.checksum === checksumOfAssets() ? kept.preview : null;
}

function nameOf(profile: Profile): string {
  return `preview-${profile}.json`;
}

function checksumOfAssets(): number {
  const root = packageRoot();
  const others = ["wasm/manifest.json", "queries/captures.json"].map((path) => ({ path, bytes: readBytes(join(root, path)) }));
  return checksumOf([...others, ...readPackageFiles(join(root, "queries"))]);
}
