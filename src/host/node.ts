import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { createDetector, type Assets, type Detector, type GrammarName, type Profile, type QueryFile } from "../core/index.js";
import { AssetError } from "./error.js";
import { isQueryFile, readManifest, readRegistry, readVersion, type PinnedFile } from "./manifest.js";

export * from "../core/index.js";
export { AssetError, type AssetErrorCode } from "./error.js";

export interface AssetOptions {
  /**
   * A folder with query files of the user's own, in folders named for a grammar (`bash/mine.scm`).
   * They are in force beside the package's. With a `captures.json` of its own the folder takes
   * the place of the package's queries.
   */
  readonly queriesDir?: string;
}

export interface NodeDetectorOptions extends AssetOptions {
  /** `contract` by default. */
  readonly profile?: Profile;
}

/**
 * Makes a detector with the package's own grammars and queries.
 * @throws AssetError where a file is missing or damaged
 * @throws QueryError where a query file is refused
 */
export async function createNodeDetector({ profile = "contract", ...options }: NodeDetectorOptions = {}): Promise<Detector> {
  return createDetector({ assets: await loadAssets(options), profile });
}

/** Reads grammars and queries from disk. Every `.wasm` file is held against the manifest's digest. */
export async function loadAssets({ queriesDir }: AssetOptions = {}): Promise<Assets> {
  const root = packageRoot();
  const manifestPath = join(root, "wasm", "manifest.json");
  const manifest = readManifest(manifestPath, await readText(manifestPath));
  const pinned = (file: PinnedFile): Promise<Uint8Array> => readPinned(join(root, "wasm"), file);
  const grammar = async (name: GrammarName): Promise<{ bytes: Uint8Array; version: string }> => {
    const entry = manifest.grammars[name];
    return { bytes: await pinned(entry), version: entry.version };
  };
  const packagePath = join(root, "package.json");
  return {
    package: readVersion(packagePath, await readText(packagePath)),
    runtime: await pinned(manifest.runtime),
    grammars: { bash: await grammar("bash"), python: await grammar("python"), javascript: await grammar("javascript") },
    ...(await readQueries(join(root, "queries"), queriesDir)),
    sha256: (text) => Promise.resolve(sha256(text)),
  };
}

/** The folder that holds wasm/ and queries/: the package's, seen from src/host as well as from dist. */
export function packageRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  let folder = start;
  while (!existsSync(join(folder, "wasm", "manifest.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new AssetError("asset-missing", "wasm/manifest.json", `it is in no folder above ${start}; install the package again`);
    folder = parent;
  }
  return folder;
}

async function readQueries(own: string, queriesDir: string | undefined): Promise<Pick<Assets, "queries" | "proven" | "registry">> {
  const replaced = queriesDir !== undefined && existsSync(join(queriesDir, "captures.json"));
  const base = replaced ? queriesDir : own;
  const registryPath = join(base, "captures.json");
  const registry = readRegistry(registryPath, await readText(registryPath));
  const queries = await readQueryFolder(base, "");
  if (replaced) return { registry, queries };
  if (queriesDir === undefined) return { registry, queries, proven: queries };
  const added = await readQueryFolder(queriesDir, `${queriesDir.replace(/[\\/]+$/, "")}/`);
  if (added.length === 0) throw new AssetError("asset-missing", queriesDir, "the folder holds no query files; put .scm files into folders named bash, python or javascript, and names of another language beside them (ruby.json)");
  return { registry, queries: [...queries, ...added], proven: queries };
}

/** All query files below a folder, by their path from it with `/` between the parts, after `prefix`. */
async function readQueryFolder(folder: string, prefix: string): Promise<QueryFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new AssetError("asset-missing", folder, "the folder cannot be read", cause);
  });
  const paths = entries.filter((entry) => entry.isFile() && isQueryFile(entry.name)).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map(async (path) => ({ path: prefix + relative(folder, path).split(sep).join("/"), text: await readText(path) }));
  return (await Promise.all(files)).sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function readPinned(folder: string, { file, sha256: expected }: PinnedFile): Promise<Uint8Array> {
  const path = join(folder, file);
  const bytes = await readBytes(path);
  if (sha256(bytes) !== expected) throw new AssetError("asset-damaged", path, "its digest is not the one in wasm/manifest.json; restore the file");
  return bytes;
}

async function readText(path: string): Promise<string> {
  return new TextDecoder().decode(await readBytes(path));
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new AssetError("asset-missing", path, "the file cannot be read", cause);
  }
}

function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
