import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CodeCache } from "../../src/cli/code-cache.js";

const require = createRequire(import.meta.url);

let folder = "";
let places: string[] = [];
const script = (): string => join(folder, "script.cjs");

/** Runs the script, and returns whether its compiled code was stored in the cache. */
async function runOnce(
  env: Record<string, string> = { XDG_CACHE_HOME: join(folder, "home") },
): Promise<{ sum: number; kept: boolean }> {
  const cache = new CodeCache(require, env);
  const { add } = cache.run<{ add: (one: number, other: number) => number }>(script());
  let kept = false;
  await cache.keep(() => Promise.resolve(void (kept = true)));
  return { sum: add(1, 2), kept };
}

function files(): string[] {
  return readdirSync(places[0] ?? "");
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "curlew-code-"));
  places = [join(folder, "home", "curlew")];
  writeFileSync(
    script(),
    'const { sep } = require("node:path"); exports.add = (one, other) => one + other + 0 * sep.length;',
  );
});

afterEach(() => rmSync(folder, { recursive: true }));

describe("the cache of compiled code", () => {
  it("is stored in and read from the user's cache folder", async () => {
    expect(await runOnce()).toEqual({ sum: 3, kept: true });
    expect(files()).toEqual([expect.stringMatching(/^curlew-[0-9a-f]{8}-[0-9a-f]{8}\.cache$/)]);
    expect(await runOnce()).toEqual({ sum: 3, kept: false });
  });

  it("is written again for another script, and if the file is damaged", async () => {
    await runOnce();
    const [name = ""] = files();
    const path = join(places[0] ?? "", name);
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 64;
    writeFileSync(path, bytes);
    expect(await runOnce()).toEqual({ sum: 3, kept: true });
    expect(await runOnce()).toEqual({ sum: 3, kept: false });
    writeFileSync(script(), "exports.add = (one, other) => one - other;");
    expect(await runOnce()).toEqual({ sum: -1, kept: true });
    expect(files()).toHaveLength(2);
  });

  it("can be stored in another folder or beside the script, or disabled", async () => {
    expect(await runOnce({ NODE_COMPILE_CACHE: folder })).toEqual({ sum: 3, kept: true });
    expect(await runOnce()).toEqual({ sum: 3, kept: false });
    expect(
      await runOnce({ NODE_COMPILE_CACHE: join(folder, "other"), NODE_DISABLE_COMPILE_CACHE: "1" }),
    ).toEqual({ sum: 3, kept: false });
    expect(
      await runOnce({ NODE_COMPILE_CACHE: join(folder, "other"), CURLEW_NO_CACHE: "1" }),
    ).toEqual({ sum: 3, kept: false });
    expect(readdirSync(folder)).not.toContain("other");
  });

  it("loses old files when a new file is stored", async () => {
    const [home = ""] = places;
    mkdirSync(home, { recursive: true });
    const [old, unfinished, recent, strange] = [
      "curlew-00000000-00000001.cache",
      "curlew-99.unfinished",
      "curlew-00000000-00000002.cache",
      "notes.txt",
    ] as const;
    for (const name of [old, unfinished, recent, strange]) writeFileSync(join(home, name), "");
    const longAgo = Date.now() / 1000 - 31 * 24 * 60 * 60;
    for (const name of [old, unfinished, strange]) utimesSync(join(home, name), longAgo, longAgo);
    expect(await runOnce()).toEqual({ sum: 3, kept: true });
    expect(files()).toEqual(expect.arrayContaining([recent, strange]));
    expect(files()).toHaveLength(3);
  });

  it("has a size limit, above which the oldest files are removed", async () => {
    const [home = ""] = places;
    mkdirSync(home, { recursive: true });
    for (let i = 1; i <= 6; i++) {
      const path = join(home, `curlew-00000000-0000000${i}.cache`);
      writeFileSync(path, Buffer.alloc(4 * 1024 * 1024));
      utimesSync(path, Date.now() / 1000 - i * 60, Date.now() / 1000 - i * 60);
    }
    expect(await runOnce()).toEqual({ sum: 3, kept: true });
    expect(files().filter((name) => name.startsWith("curlew-00000000-"))).toEqual([
      "curlew-00000000-00000001.cache",
      "curlew-00000000-00000002.cache",
      "curlew-00000000-00000003.cache",
    ]);
    expect(files()).toHaveLength(4);
  });

  it("is not an error if nothing can be written", async () => {
    writeFileSync(join(folder, "home"), "");
    expect(await runOnce()).toEqual({ sum: 3, kept: false });
  });
});
