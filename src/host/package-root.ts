import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { AssetError } from "./error.js";

/**
 * Returns the folder that contains wasm/ and queries/: the package's, seen from src/host as well as from dist, and from a package that is
 * installed beside it.
 */
export function packageRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  let folder = start;
  while (!hasAssets(folder)) {
    const parent = dirname(folder);
    if (parent === folder) return besidePackage(start);
    folder = parent;
  }
  return folder;
}

function hasAssets(folder: string): boolean {
  return existsSync(join(folder, "wasm", "manifest.json"));
}

function besidePackage(start: string): string {
  try {
    const root = dirname(createRequire(import.meta.url).resolve("curlew/package.json"));
    if (hasAssets(root)) return root;
  } catch {
    // an error about the missing file is thrown later
  }
  throw new AssetError(
    "asset-missing",
    "wasm/manifest.json",
    `it is neither in a folder above ${start} nor in an installed package curlew; reinstall curlew`,
  );
}
