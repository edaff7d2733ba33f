import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { AssetError } from "./asset-error.js";

/**
 * Returns the package's folder, which contains wasm/ and queries/: a folder above this file, or the folder of an installed `curlew` if this
 * file belongs to another package.
 */
export function packageRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  let folder = start;
  while (!hasAssets(folder)) {
    const parent = dirname(folder);
    if (parent === folder) return installedRoot(start);
    folder = parent;
  }
  return folder;
}

function hasAssets(folder: string): boolean {
  return existsSync(join(folder, "wasm", "manifest.json"));
}

function installedRoot(start: string): string {
  try {
    const root = dirname(createRequire(import.meta.url).resolve("curlew/package.json"));
    if (hasAssets(root)) return root;
  } catch {
    // The error below is thrown instead.
  }
  throw new AssetError(
    "asset-missing",
    "wasm/manifest.json",
    `it is neither in a folder above ${start} nor in an installed package curlew; reinstall curlew`,
  );
}
