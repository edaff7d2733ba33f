import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore, type Store } from "../../packages/curlew-queue/src/index.js";
import { freePort } from "./redis.js";

interface Server {
  run(): Promise<unknown>;
  close(): Promise<void>;
}

const S3rver = createRequire(import.meta.url)("s3rver") as new (options: object) => Server;

/** A server that speaks as S3 does, on loopback. */
let server: Server;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  const port = await freePort();
  folder = mkdtempSync(join(tmpdir(), "curlew-bucket-"));
  server = new S3rver({
    port,
    address: "127.0.0.1",
    silent: true,
    directory: folder,
    configureBuckets: [{ name: "shards" }],
  });
  await server.run();
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" });
  env = { CURLEW_STORE_ENDPOINT: `http://127.0.0.1:${port}` };
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const cases: [string, () => Promise<Store>][] = [
  ["a bucket", () => openStore("s3://shards/runs", env)],
  ["a folder", () => openStore(join(folder, "store"), {})],
];

describe.each(cases)("%s", (_name, open) => {
  it("gives back what was put, and null for what was not", async () => {
    const store = await open();
    const bytes = new Uint8Array([0, 255, 10, 13]);
    await store.put("run/in/0", bytes);
    await store.put("run/in/0", bytes);
    expect([...((await store.get("run/in/0")) ?? [])]).toEqual([...bytes]);
    expect(await store.get("run/in/1")).toBeNull();
    await store.remove("run/in/0");
    await store.remove("run/in/0");
    expect(await store.get("run/in/0")).toBeNull();
  });

  it("removes a run as a whole, and no other", async () => {
    const store = await open();
    for (const key of ["a/in/0", "a/out/0", "ab/out/0"]) await store.put(key, new Uint8Array([1]));
    await store.removeAll("a");
    expect(
      await Promise.all(
        ["a/in/0", "a/out/0", "ab/out/0"].map(async (key) => (await store.get(key)) !== null),
      ),
    ).toEqual([false, false, true]);
  });
});

it("a bucket that is not there is named", async () => {
  const store = await openStore("s3://missing", env);
  await expect(store.put("x", new Uint8Array())).rejects.toThrow(
    "the store s3://missing does not work: The specified bucket does not exist",
  );
});
