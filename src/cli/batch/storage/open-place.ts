import { resolve } from "node:path";
import { FolderPlace } from "./folder-place.js";
import type { Place } from "./place.js";

/** Opens the folder that `--out-dir` names. */
export async function openPlace(name: string, cwd: string): Promise<Place> {
  return new FolderPlace(resolve(cwd, name), name);
}
