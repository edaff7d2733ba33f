import { resolve } from "node:path";
import { FolderLocation } from "./folder-location.js";
import type { StorageLocation } from "./storage-location.js";
import { isS3 } from "./s3.js";

/** Opens the folder, or the prefix of a bucket, that `--out-dir` names. */
export async function openLocation(name: string, cwd: string): Promise<StorageLocation> {
  if (!isS3(name)) return new FolderLocation(resolve(cwd, name), name);
  const { S3Location } = await import("./s3-location.js");
  return new S3Location(name);
}
