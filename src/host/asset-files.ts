import { grammarNames, type GrammarName, type QueryFile, type Registry } from "../core/index.js";
import { AssetError } from "./asset-error.js";

/** A `.wasm` file that wasm/manifest.json lists. */
export interface PinnedFile {
  readonly file: string;
  /** The npm package from which the file was copied, or from whose sources it was built. */
  readonly package: string;
  readonly version: string;
  /** The digest in lower-case hexadecimal. */
  readonly sha256: string;
  /** The digest of the file in the package, if this one was built from the package's sources. */
  readonly packageSha256?: string;
}

/** The content of wasm/manifest.json. */
export interface Manifest {
  readonly runtime: PinnedFile;
  readonly grammars: Readonly<Record<GrammarName, PinnedFile & { readonly abi: number }>>;
}

/**
 * Parses a manifest.
 * @throws AssetError if the text is not a manifest
 */
export function readManifest(path: string, text: string): Manifest {
  const manifest = readJson(path, text);
  const pinned = [
    field(manifest, "runtime"),
    ...grammarNames.map((name) => field(field(manifest, "grammars"), name)),
  ];
  for (const entry of pinned) {
    const isComplete = ["file", "package", "version", "sha256"].every(
      (key) => typeof field(entry, key) === "string",
    );
    if (!isComplete)
      throw new AssetError(
        "asset-invalid",
        path,
        "an entry lacks file, package, version or sha256; run `npm run lab -- wasm`",
      );
  }
  return manifest as Manifest;
}

/**
 * Parses a registry.
 * @throws AssetError if the text is not a registry
 */
export function readRegistry(path: string, text: string): Registry {
  const registry = readJson(path, text);
  for (const part of ["predicates", "settings", "rules"]) {
    const sentences = field(registry, part);
    const valid =
      typeof sentences === "object" &&
      sentences !== null &&
      Object.values(sentences).every((sentence) => typeof sentence === "string");
    if (!valid)
      throw new AssetError("asset-invalid", path, `"${part}" must map names to one sentence each`);
  }
  const captures = field(registry, "captures");
  const entries =
    typeof captures === "object" && captures !== null ? Object.values(captures) : [null];
  if (
    !entries.every(
      (entry) =>
        typeof field(entry, "sentence") === "string" && typeof field(entry, "on") === "object",
    )
  ) {
    throw new AssetError(
      "asset-invalid",
      path,
      '"captures" must map names to a sentence and the nodes they act on',
    );
  }
  if (typeof field(registry, "values") !== "object")
    throw new AssetError("asset-invalid", path, '"values" must map settings to lists of values');
  for (const [part, what] of [
    ["gate", "captures"],
    ["extendedRules", "rules"],
  ] as const) {
    const list = field(registry, part);
    if (!Array.isArray(list) || !list.every((name) => typeof name === "string"))
      throw new AssetError("asset-invalid", path, `"${part}" must list ${what}`);
  }
  return registry as Registry;
}

/** Returns the version in a package.json. @throws AssetError if there is none */
export function readVersion(path: string, text: string): string {
  const version = field(readJson(path, text), "version");
  if (typeof version !== "string") throw new AssetError("asset-invalid", path, "it has no version");
  return version;
}

/** Whether a path below a query folder is a query file: patterns, or names for a language without a grammar. */
export function isQueryFile(path: string): boolean {
  return (
    path.endsWith(".scm") ||
    (path.endsWith(".json") && !/(?:^|[\\/])(?:captures|index)\.json$/.test(path))
  );
}

/** Whether a path below the package's query folder is a file with the words and sentence patterns of a natural language. */
export function isProseFile(path: string): boolean {
  return path.endsWith(".prose");
}

/** Whether a path below the package's query folder is a file that every host loads for the core: queries or prose. */
export function isPackageFile(path: string): boolean {
  return isQueryFile(path) || isProseFile(path);
}

/** Divides files into query files and prose files; other files are dropped. */
export function byKind<File extends { readonly path: string }>(
  files: readonly File[],
): { readonly queries: readonly File[]; readonly prose: readonly File[] } {
  return {
    queries: files.filter(({ path }) => isQueryFile(path)),
    prose: files.filter(({ path }) => isProseFile(path)),
  };
}

/** Returns the paths that queries/index.json lists for browsers, which cannot list folders. @throws AssetError if it is invalid */
export function readQueryIndex(path: string, text: string): readonly QueryFile["path"][] {
  const index = readJson(path, text);
  if (!Array.isArray(index) || !index.every((entry) => typeof entry === "string"))
    throw new AssetError("asset-invalid", path, "it must list paths");
  return index;
}

function readJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AssetError(
      "asset-invalid",
      path,
      `it is not valid JSON (${cause instanceof Error ? cause.message : String(cause)})`,
      cause,
    );
  }
}

function field(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
