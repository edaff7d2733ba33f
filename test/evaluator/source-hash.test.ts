import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { computeSourceHash, sourceFiles } from "../../src/evaluator/source-hash.js";
import { folderWith } from "../cli/folder-with.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** A folder with a copy of the hashed files. */
let copy: string;
let original: string;
beforeAll(() => {
  copy = folderWith({});
  for (const path of sourceFiles(root)) cpSync(join(root, path), join(copy, path));
  original = computeSourceHash(root);
});

/** Returns the hash of the copy with added or changed files, and then restores the copy. */
function hashWith(files: Record<string, string>): string {
  const before = Object.keys(files).map((name) => {
    const path = join(copy, name);
    return { path, text: existsSync(path) ? readFileSync(path) : null };
  });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(copy, name), content);
  const hash = computeSourceHash(copy);
  for (const { path, text } of before) {
    if (text === null) rmSync(path);
    else writeFileSync(path, text);
  }
  return hash;
}

describe("the source hash", () => {
  it("does not depend on the folder of the sources or other files in it", () => {
    const others = {
      "README.md": "x",
      "src/x.ts": "x",
      "src/core/x.ts.orig": "x",
      "src/core/tsc.tsbuildinfo": "x",
    };
    expect(hashWith(others)).toBe(original);
  });

  it.each([
    "src/core/x.ts",
    "src/evaluator/x.ts",
    "queries/contract/bash/x.scm",
    "wasm/manifest.json",
    "package-lock.json",
  ])("changes with %s", (path) => {
    expect(hashWith({ [path]: "x" })).not.toBe(original);
  });

  it("reads files in the order of their paths' bytes", () => {
    const files = sourceFiles(root);
    expect(files).toEqual([...files].sort());
    expect(files).toContain("src/evaluator/worker.ts");
    expect(files.some((path) => path.endsWith(".scm"))).toBe(true);
  });
});
