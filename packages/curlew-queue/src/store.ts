import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf, QueueError } from "./error.js";

/** Where the bytes of shards and results lie. An object is there as a whole, or not. */
export interface Store {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is no such object. */
  get(key: string): Promise<Uint8Array | null>;
  remove(key: string): Promise<void>;
  /** Removes all whose names begin so. */
  removeAll(folder: string): Promise<void>;
}

/** @param address a folder that all machines see, or `s3://BUCKET/PREFIX` */
export async function openStore(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Store> {
  if (!address.startsWith("s3://")) return folderStore(address);
  const { bucketStore } = await import("./bucket.js");
  return bucketStore(address, env);
}

function folderStore(folder: string): Store {
  const pathOf = (key: string): string => join(folder, key);
  return {
    put: (key, bytes) =>
      guarded(folder, async () => {
        const path = pathOf(key);
        const part = `${path}.${randomUUID()}.part`;
        await mkdir(dirname(path), { recursive: true });
        await writeFile(part, bytes);
        await rename(part, path);
      }),
    get: (key) =>
      guarded(folder, () =>
        readFile(pathOf(key)).catch((error: unknown) =>
          isMissing(error) ? null : Promise.reject(error as Error),
        ),
      ),
    remove: (key) => guarded(folder, () => rm(pathOf(key), { force: true })),
    removeAll: (prefix) =>
      guarded(folder, () => rm(pathOf(prefix), { recursive: true, force: true })),
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

export async function guarded<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new QueueError("store", `the store ${name} does not work: ${messageOf(error)}`, error);
  }
}
