import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isPackageFile } from "./asset-files.js";

/**
 * Returns the text files that a browser needs, by their paths in the package, and a list of the query and prose files, because a
 * browser cannot list folders.
 */
export async function packedTexts(root: string): Promise<Readonly<Record<string, string>>> {
  const read = (path: string): Promise<string> => readFile(join(root, path), "utf8");
  const { name, version } = JSON.parse(await read("package.json")) as {
    name: string;
    version: string;
  };
  const index = (await readdir(join(root, "queries"), { recursive: true }))
    .map((path) => path.replaceAll("\\", "/"))
    .filter(isPackageFile)
    .sort();
  const paths = [
    "wasm/manifest.json",
    "queries/captures.json",
    ...index.map((path) => `queries/${path}`),
  ];
  const texts = await Promise.all(paths.map(async (path) => [path, await read(path)] as const));
  return {
    "package.json": JSON.stringify({ name, version }),
    "queries/index.json": JSON.stringify(index),
    ...Object.fromEntries(texts),
  };
}
