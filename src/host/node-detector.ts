import { createHash } from "node:crypto";
import { join } from "node:path";
import {
  byGrammar,
  createDetector,
  InputError,
  joinQueries,
  prepareQueries,
  type Assets,
  type Detector,
  type Grammar,
  type GrammarName,
  type Profile,
} from "../core/index.js";
import { checkOptions } from "./check-options.js";
import { AssetError } from "./asset-error.js";
import {
  checksumOfQueries,
  folderOfScript,
  pathsOfQueries,
  readStoredTexts,
  storeTexts,
  type StoredTexts,
} from "./stored-texts.js";
import {
  byKind,
  readManifest,
  readRegistry,
  readVersion,
  type Manifest,
  type PinnedFile,
} from "./asset-files.js";
import {
  packageFiles,
  readBytes,
  readPackageFiles,
  textOfFile,
  type PackageFile,
} from "./package-files.js";
import { packageRoot } from "./package-root.js";
import { readQueryFolders } from "./query-folder.js";

export interface AssetOptions {
  /**
   * A folder with custom query files, in folders that are named after a grammar (`bash/mine.scm`). They are used in addition to the
   * built-in files. Files below `extended/` are used only in the extended profile.
   */
  readonly queriesDir?: string;
  /** More folders like `queriesDir`. If two folders contain files of the same name, both files are used. */
  readonly queriesDirs?: readonly string[];
  /** Whether a file with the path of a built-in file (`contract/bash/fetchers.scm`) replaces that file instead of adding to it. */
  readonly replaceQueries?: boolean;
}

export interface NodeDetectorOptions extends AssetOptions {
  /** `contract` by default. */
  readonly profile?: Profile;
  /** Ids of rules to disable, built-in or custom. */
  readonly disabledRules?: readonly string[];
  /** Languages in which warnings are recognized in addition to English, such as `de`; the extended profile recognizes all. */
  readonly languages?: readonly string[];
}

/**
 * Creates a detector with the grammars and queries of the package.
 * @throws AssetError if a file is missing or damaged, or a folder of query files contains a file that is not allowed there
 * @throws QueryError if a query file is rejected
 * @throws InputError if an option has an invalid value
 */
export async function createNodeDetector(given: NodeDetectorOptions = {}): Promise<Detector> {
  checkOptions(given);
  const { profile = "contract", disabledRules = [], languages = [], ...options } = given;
  return createDetector({
    assets: await assetsOf(options, profile),
    profile,
    disabledRules,
    languages,
  });
}

/**
 * Reads the queries and the shell's grammar; other grammars are read when a text first needs them. The digest of every `.wasm` file is
 * compared with that in the manifest.
 */
export function loadAssets(options: AssetOptions = {}): Promise<Assets> {
  return assetsOf(options, null);
}

/** Stores the parsed query files of the package in a folder, for the detectors of a profile that scripts in this folder create. */
export async function storePrepared(folder: string, profile: Profile): Promise<void> {
  const root = packageRoot();
  const files = readPackageFiles(join(root, "queries"));
  const early = earlyFiles(root, manifestOf(root));
  const origin = {
    root,
    paths: [...pathsOfQueries(files), ...early.map(({ path }) => `wasm/${path}`)],
    checksum: checksumOfPrepared(root, files, early),
  };
  storeTexts(
    preparedIn(folder, profile),
    origin,
    await prepareQueries(await loadAssets(), profile),
  );
}

/** Returns a checksum of the query files and of the runtime and grammar whose digests were checked when the data was prepared. */
function checksumOfPrepared(
  root: string,
  queries: readonly PackageFile[],
  early: readonly PackageFile[],
): number {
  return checksumOfQueries(root, [...queries, ...early]);
}

function manifestOf(root: string): Manifest {
  const path = join(root, "wasm", "manifest.json");
  return readManifest(path, readText(path));
}

/** Returns the files without which no text can be parsed: the runtime and the shell's grammar. */
function earlyFiles(
  root: string,
  { runtime, grammars }: Manifest,
): readonly [runtime: PackageFile, bash: PackageFile] {
  const read = ({ file }: PinnedFile): PackageFile => ({
    path: file,
    bytes: readBytes(join(root, "wasm", file)),
  });
  return [read(runtime), read(grammars.bash)];
}

function preparedIn(folder: string, profile: Profile): string {
  return join(folder, `prepared-${profile}.txt`);
}

/** @param profile the profile whose prepared data may be used; null if none may be used */
async function assetsOf(options: AssetOptions, profile: Profile | null): Promise<Assets> {
  const root = packageRoot();
  const manifest = manifestOf(root);
  const early = earlyFiles(root, manifest);
  const queries = await readQueries(root, options, (files) =>
    profile === null
      ? null
      : readStoredTexts(preparedIn(folderOfScript(), profile), root, () =>
          checksumOfPrepared(root, files(), early),
        ),
  );
  const [runtime, bash] = early;
  // Prepared data was made with exactly these bytes, whose digests were checked then.
  if (queries.prepared === undefined) {
    checkDigest(root, manifest.runtime, runtime.bytes);
    checkDigest(root, manifest.grammars.bash, bash.bytes);
  }
  const late = (name: GrammarName): Grammar => {
    const entry = manifest.grammars[name];
    return {
      bytes: () => checkDigest(root, entry, readBytes(join(root, "wasm", entry.file))),
      version: entry.version,
    };
  };
  const packagePath = join(root, "package.json");
  return {
    package: readVersion(packagePath, readText(packagePath)),
    runtime: runtime.bytes,
    grammars: byGrammar((name) =>
      name === "bash" ? { bytes: bash.bytes, version: manifest.grammars.bash.version } : late(name),
    ),
    ...queries,
    sha256: (text) => Promise.resolve(sha256(text)),
  };
}

async function readQueries(
  root: string,
  { queriesDir, queriesDirs = [], replaceQueries = false }: AssetOptions,
  preparedOf: (files: () => readonly PackageFile[]) => StoredTexts | null,
): Promise<Pick<Assets, "queries" | "prose" | "proven" | "prepared" | "registry" | "own">> {
  const own = join(root, "queries");
  const registryPath = join(own, "captures.json");
  const registry = readRegistry(registryPath, readText(registryPath));
  let walked: readonly PackageFile[] | null = null;
  const found = (): readonly PackageFile[] => (walked ??= readPackageFiles(own));
  const folders = [...(queriesDir === undefined ? [] : [queriesDir]), ...queriesDirs];
  if (folders.length === 0 && replaceQueries)
    throw new InputError(
      "replaceQueries",
      "replacing built-in query files needs a folder with query files; name one with queriesDir",
    );
  const prepared = folders.length === 0 ? preparedOf(found) : null;
  // If nothing has changed, the stored list of files is used.
  const files = prepared === null ? found() : packageFiles(own, prepared.queries);
  const { queries: ofPackage, prose } = byKind(files.map(textOfFile));
  if (folders.length === 0) {
    return {
      registry,
      prose,
      queries: ofPackage,
      proven: ofPackage,
      ...(prepared && { prepared: prepared.text }),
    };
  }
  const { files: added, unread } = await readQueryFolders(folders);
  const joined = joinQueries(ofPackage, added, replaceQueries);
  return {
    registry,
    prose,
    queries: joined.queries,
    proven: ofPackage,
    own: { ...joined.own, unread },
  };
}

function checkDigest(
  root: string,
  { file, sha256: expected }: PinnedFile,
  bytes: Uint8Array,
): Uint8Array {
  if (sha256(bytes) === expected) return bytes;
  throw new AssetError(
    "asset-damaged",
    join(root, "wasm", file),
    "its digest is not the one in wasm/manifest.json; restore the file",
  );
}

function readText(path: string): string {
  return new TextDecoder().decode(readBytes(path));
}

function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
