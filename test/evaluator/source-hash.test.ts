import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { computeSourceHash, sourceFiles } from "../../src/evaluator/source-hash.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** Copies the hashed files to a folder, with the changes of a test. */
async function copy(extra: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "curlew-test-"));
  folders.push(folder);
  for (const path of sourceFiles(root)) await cp(join(root, path), join(folder, path));
  for (const [path, content] of Object.entries(extra)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

describe("the source hash", () => {
  it("does not depend on the folder of the sources or other files in it", async () => {
    const other = await copy({
      "README.md": "x",
      "src/cli/x.ts": "x",
      "src/core/x.ts.orig": "x",
      "src/core/tsc.tsbuildinfo": "x",
    });
    expect(computeSourceHash(other)).toBe(computeSourceHash(root));
  });

  it.each([
    "src/core/x.ts",
    "src/evaluator/x.ts",
    "queries/contract/bash/x.scm",
    "wasm/manifest.json",
    "package-lock.json",
  ])("changes with %s", async (path) => {
    expect(computeSourceHash(await copy({ [path]: "x" }))).not.toBe(computeSourceHash(root));
  });

  it("reads files in the order of their paths' bytes", () => {
    const files = sourceFiles(root);
    expect(files).toEqual([...files].sort());
    expect(files).toContain("src/evaluator/worker.ts");
    expect(files.some((path) => path.endsWith(".scm"))).toBe(true);
  });
});
