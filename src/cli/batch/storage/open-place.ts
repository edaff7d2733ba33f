import { resolve } from "node:path";
import { FolderPlace } from "./folder-place.js";
import type { Place } from "./place.js";
import { isS3 } from "./s3.js";

/** Opens the folder, or the prefix of a bucket, that `--out-dir` names. */
export async function openPlace(name: string, cwd: string): Promise<Place> {
  if (!isS3(name)) return new FolderPlace(resolve(cwd, name), name);
  const { S3Place } = await import("./s3-place.js");
  return new S3Place(name);
}
