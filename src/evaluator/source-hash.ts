import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";

/** The files that determine the evaluator's results, relative to the root of a checkout. */
const SOURCES = ["src/core", "src/evaluator", "queries", "wasm/manifest.json", "package-lock.json"];

/** The endings of files that are hashed; other files in these folders (build notes, editor backups) have no effect on results. */
const EXTENSIONS = new Set([".ts", ".scm", ".json"]);

/** Set by the build; absent if the sources run directly. */
declare const CURLEW_SOURCE_HASH: string | undefined;

/** Returns the SHA-256 of the evaluator's sources: fixed by the build, or computed in a checkout that runs unbuilt. */
export function sourceHash(): string {
  if (typeof CURLEW_SOURCE_HASH === "string") return CURLEW_SOURCE_HASH;
  return computeSourceHash(join(import.meta.dirname, "..", ".."));
}

/**
 * Computes the source hash of a checkout. The files are hashed in the byte order of their paths, which use `/`; each adds its path,
 * a zero byte, the length of its content in bytes, a zero byte, and its content with line ends as `\n`.
 */
export function computeSourceHash(root: string): string {
  const hash = createHash("sha256");
  for (const path of sourceFiles(root)) {
    const content = readFileSync(join(root, path), "utf8").replaceAll("\r\n", "\n");
    hash.update(`${path}\0${Buffer.byteLength(content)}\0${content}`);
  }
  return hash.digest("hex");
}

/** Returns the paths of the hashed files, in byte order. */
export function sourceFiles(root: string): string[] {
  const paths = SOURCES.flatMap((source) => filesBelow(root, source));
  return paths.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function filesBelow(root: string, path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    const child = `${path}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(root, child);
    return EXTENSIONS.has(extname(entry.name)) ? [child] : [];
  });
}
