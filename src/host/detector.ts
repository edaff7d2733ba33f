import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { createDetector, InputError, joinQueries, type Assets, type Detector, type GrammarName, type Profile, type QueryFile } from "../core/index.js";
import { AssetError } from "./error.js";
import { isPackageFile, readManifest, readRegistry, readVersion, byKind, type PinnedFile } from "./manifest.js";
import { readQueryFolders } from "./query-folder.js";

export interface AssetOptions {
  /**
   * A folder with query files of the user's own, in folders named for a grammar (`bash/mine.scm`); those below `extended/` are
   * in force in the extended profile only. They are in force beside the package's.
   */
  readonly queriesDir?: string;
  /** More such folders. They add up: files of the same name in two of them are both in force. */
  readonly queriesDirs?: readonly string[];
  /** A file that has the path of one of the package (`contract/bash/fetchers.scm`) takes its place; false by default, where it joins it. */
  readonly replaceQueries?: boolean;
}

export interface NodeDetectorOptions extends AssetOptions {
  /** `contract` by default. */
  readonly profile?: Profile;
  /** Ids of rules that are switched off, of the package or of the user's own. */
  readonly disabledRules?: readonly string[];
  /** Languages in which warnings are heard beside English, such as `de`; the extended profile hears all of them. */
  readonly languages?: readonly string[];
}

/**
 * Makes a detector with the package's own grammars and queries.
 * @throws AssetError where a file is missing or damaged, or a folder with query files holds what is none
 * @throws QueryError where a query file is refused
 * @throws InputError where an option is none of its values
 */
export async function createNodeDetector({ profile = "contract", disabledRules = [], languages = [], ...options }: NodeDetectorOptions = {}): Promise<Detector> {
  return createDetector({ assets: await loadAssets(options), profile, disabledRules, languages });
}

/** Reads grammars and queries from disk. Every `.wasm` file is held against the manifest's digest. */
export async function loadAssets(options: AssetOptions = {}): Promise<Assets> {
  const root = packageRoot();
  const manifestPath = join(root, "wasm", "manifest.json");
  const manifest = readManifest(manifestPath, await readText(manifestPath));
  const pinned = (file: PinnedFile): Promise<Uint8Array> => readPinned(join(root, "wasm"), file);
  const grammar = async (name: GrammarName): Promise<{ bytes: Uint8Array; version: string }> => {
    const entry = manifest.grammars[name];
    return { bytes: await pinned(entry), version: entry.version };
  };
  const lateGrammar = (name: GrammarName): { bytes: () => Uint8Array; version: string } => {
    const entry = manifest.grammars[name];
    return { bytes: () => checked(join(root, "wasm", entry.file), readFileSync(join(root, "wasm", entry.file)), entry), version: entry.version };
  };
  const packagePath = join(root, "package.json");
  return {
    package: readVersion(packagePath, await readText(packagePath)),
    runtime: await pinned(manifest.runtime),
    grammars: { bash: await grammar("bash"), python: await grammar("python"), javascript: await grammar("javascript"), powershell: lateGrammar("powershell") },
    ...(await readQueries(join(root, "queries"), options)),
    sha256: (text) => Promise.resolve(sha256(text)),
  };
}

/**
 * The folder that holds wasm/ and queries/: the package's, seen from src/host as well as from dist, and from a package that is
 * installed beside it.
 */
export function packageRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  let folder = start;
  while (!holdsAssets(folder)) {
    const parent = dirname(folder);
    if (parent === folder) return besidePackage(start);
    folder = parent;
  }
  return folder;
}

function holdsAssets(folder: string): boolean {
  return existsSync(join(folder, "wasm", "manifest.json"));
}

function besidePackage(start: string): string {
  try {
    const root = dirname(createRequire(import.meta.url).resolve("curlew/package.json"));
    if (holdsAssets(root)) return root;
  } catch {
    // it is said below what is missing
  }
  throw new AssetError("asset-missing", "wasm/manifest.json", `it is in no folder above ${start}, and in no package curlew beside it; install curlew (again)`);
}

async function readQueries(own: string, { queriesDir, queriesDirs = [], replaceQueries = false }: AssetOptions): Promise<Pick<Assets, "queries" | "prose" | "proven" | "registry" | "own">> {
  const registryPath = join(own, "captures.json");
  const registry = readRegistry(registryPath, await readText(registryPath));
  const { queries: ofPackage, prose } = byKind(await readOwnQueries(own));
  const folders = [...(queriesDir === undefined ? [] : [queriesDir]), ...queriesDirs];
  if (folders.length === 0 && replaceQueries) throw new InputError("replaceQueries", "no folder with query files is given that could replace the package's; name one with queriesDir");
  if (folders.length === 0) return { registry, prose, queries: ofPackage, proven: ofPackage };
  const { files, unread } = await readQueryFolders(folders);
  const joined = joinQueries(ofPackage, files, replaceQueries);
  return { registry, prose, queries: joined.queries, proven: ofPackage, own: { ...joined.own, unread } };
}

/** The package's files of queries and prose, by their path from its queries folder with `/` between the parts. */
async function readOwnQueries(folder: string): Promise<QueryFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new AssetError("asset-missing", folder, "the folder cannot be read", cause);
  });
  const paths = entries.filter((entry) => entry.isFile() && isPackageFile(entry.name)).map((entry) => join(entry.parentPath, entry.name));
  const files = paths.map(async (path) => ({ path: relative(folder, path).split(sep).join("/"), text: await readText(path) }));
  return (await Promise.all(files)).sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function readPinned(folder: string, pinned: PinnedFile): Promise<Uint8Array> {
  const path = join(folder, pinned.file);
  return checked(path, await readBytes(path), pinned);
}

function checked(path: string, bytes: Uint8Array, { sha256: expected }: PinnedFile): Uint8Array {
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
