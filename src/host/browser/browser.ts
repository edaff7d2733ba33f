import {
  createDetector,
  grammarNames,
  type Assets,
  type Detector,
  type DetectorOptions,
  type Grammar,
  type GrammarName,
} from "../../core/index.js";
import { checkOptions } from "../check-options.js";
import { AssetError } from "../asset-error.js";
import {
  readManifest,
  readQueryIndex,
  readRegistry,
  readVersion,
  byKind,
  type PinnedFile,
} from "../asset-files.js";
import { fetchBesideModule, fetchFromFolder, type FetchBytes } from "./fetching.js";
import { loadedLater, lazyDetector, type LazyDetector } from "../lazy-detector.js";

export * from "../../core/index.js";
export { AssetError, type AssetErrorCode } from "../asset-error.js";
export type { FetchBytes } from "./fetching.js";
export type { LazyDetector } from "../lazy-detector.js";

/** The options of a detector in a browser. Custom query files are given as paths and texts, because a browser cannot list folders. */
export interface BrowserDetectorOptions extends Omit<DetectorOptions, "assets"> {
  /** The folder into which `npx curlew assets FOLDER` wrote the files, if no bundler included them. */
  readonly assetsUrl?: string | URL;
  /** Loads a file of the package by its path; takes precedence over `assetsUrl`. */
  readonly fetchBytes?: FetchBytes;
}

/**
 * Creates a detector in a page, a worker or an extension. By default its grammars and queries are fetched from where a bundler put
 * them.
 * @throws AssetError if a file is missing or damaged, or the page's policy forbids WebAssembly
 * @throws QueryError if a query file is rejected
 * @throws InputError if an option has an invalid value
 */
export async function createBrowserDetector(given: BrowserDetectorOptions = {}): Promise<Detector> {
  checkOptions(given);
  const { assetsUrl, fetchBytes, ...options } = given;
  await checkPolicy();
  const needsPowershell =
    options.profile === "extended" ||
    (options.queries ?? []).some(({ path }) => /(?:^|[\\/])powershell[\\/]/.test(path));
  const assets = await loadAssets(
    fetchBytes ?? fetchFrom(assetsUrl),
    needsPowershell ? "all" : "contract",
  );
  return createDetector({ ...options, assets });
}

/**
 * Creates a detector like {@link createBrowserDetector}, but all grammars other than the shell's are fetched when a text first
 * needs them: the start is faster, and nothing is fetched that no text needs.
 */
export async function createLazyDetector(
  given: BrowserDetectorOptions = {},
): Promise<LazyDetector> {
  checkOptions(given);
  const { assetsUrl, fetchBytes, ...options } = given;
  await checkPolicy();
  const assets = await loadAssets(fetchBytes ?? fetchFrom(assetsUrl), "shell");
  return lazyDetector(() => createDetector({ ...options, assets }));
}

function fetchFrom(assetsUrl: string | URL | undefined): FetchBytes {
  return assetsUrl === undefined ? fetchBesideModule() : fetchFromFolder(assetsUrl);
}

/** The smallest valid module. */
const EMPTY_MODULE = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

/**
 * Throws if the page's policy forbids WebAssembly, which the grammars need. The browser's own message suggests the wrong remedy.
 */
async function checkPolicy(): Promise<void> {
  try {
    await WebAssembly.compile(EMPTY_MODULE);
  } catch (cause) {
    const problem =
      "the policy of this page (Content-Security-Policy) forbids WebAssembly; add 'wasm-unsafe-eval' to its script-src";
    throw new AssetError("wasm-forbidden", "wasm", problem, cause);
  }
}

/** The grammars that are loaded at the start: only the shell's, all except PowerShell's, or all. */
type Early = "shell" | "contract" | "all";

/** Loads grammars and queries. Every `.wasm` file is compared with the manifest's digest. */
export async function loadAssets(
  fetchBytes: FetchBytes,
  early: Early = "contract",
): Promise<Assets> {
  const text = async (path: string): Promise<string> =>
    new TextDecoder().decode(await fetchPart(fetchBytes, path));
  const manifest = readManifest("wasm/manifest.json", await text("wasm/manifest.json"));
  const grammar = async (name: GrammarName): Promise<Grammar> => {
    const { version } = manifest.grammars[name];
    return { bytes: await bytesOf(fetchBytes, manifest.grammars[name], name, early), version };
  };
  const index = readQueryIndex("queries/index.json", await text("queries/index.json"));
  const { queries, prose } = byKind(
    await Promise.all(index.map(async (path) => ({ path, text: await text(`queries/${path}`) }))),
  );
  return {
    package: readVersion("package.json", await text("package.json")),
    runtime: await pinned(fetchBytes, manifest.runtime),
    grammars: Object.fromEntries(
      await Promise.all(grammarNames.map(async (name) => [name, await grammar(name)] as const)),
    ) as Record<GrammarName, Grammar>,
    queries,
    prose,
    proven: queries,
    registry: readRegistry("queries/captures.json", await text("queries/captures.json")),
    sha256: (value) => sha256(new TextEncoder().encode(value)),
  };
}

async function bytesOf(
  fetchBytes: FetchBytes,
  file: PinnedFile,
  name: GrammarName,
  early: Early,
): Promise<Grammar["bytes"]> {
  if (name !== "bash" && early === "shell") return loadedLater(() => pinned(fetchBytes, file));
  if (name === "powershell" && early === "contract") return () => absent(`wasm/${file.file}`);
  const bytes = await pinned(fetchBytes, file);
  // Grammars that few texts need are compiled when a text first needs them.
  return name === "bash" || name === "python" || name === "javascript" ? bytes : () => bytes;
}

function absent(path: string): never {
  throw new AssetError(
    "asset-missing",
    path,
    "the contract profile does not use PowerShell's grammar, so it was not loaded",
  );
}

async function fetchPart(fetchBytes: FetchBytes, path: string): Promise<Uint8Array> {
  try {
    return await fetchBytes(path);
  } catch (cause) {
    throw cause instanceof AssetError
      ? cause
      : new AssetError("asset-missing", path, "the file cannot be read", cause);
  }
}

async function pinned(
  fetchBytes: FetchBytes,
  { file, sha256: expected }: PinnedFile,
): Promise<Uint8Array> {
  const path = `wasm/${file}`;
  const bytes = await fetchPart(fetchBytes, path);
  if ((await sha256(bytes)) !== expected)
    throw new AssetError(
      "asset-damaged",
      path,
      "its digest is not the one in wasm/manifest.json; restore the file",
    );
  return bytes;
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
