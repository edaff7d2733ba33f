/** Bundles scripts for worker threads and child processes, because a bundle starts several times as fast as the source with tsx. */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { buildSync } from "esbuild";

const ROOT = resolve(import.meta.dirname, "..", "..");
/** The folder of the bundles. It is in `node_modules`, so that the bundles can import installed packages. */
const FOLDER = join(ROOT, "node_modules", ".cache", "curlew-tests");

/** Returns the modification time of a file in milliseconds, or infinity if there is none. */
function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
}

/** Whether a bundle exists and is newer than its sources. `list` is the path of a JSON file with their paths. */
function isCurrent(bundle: string, list: string): boolean {
  const bundledAt = statSync(list, { throwIfNoEntry: false })?.mtimeMs;
  if (bundledAt === undefined || !Number.isFinite(modifiedAt(bundle))) return false;
  const inputs = JSON.parse(readFileSync(list, "utf8")) as string[];
  return inputs.every((path) => modifiedAt(join(ROOT, path)) < bundledAt);
}

/** Writes a file atomically, because another process may write the same file at the same time. */
function put(path: string, text: string | Uint8Array): void {
  const temporary = `${path}.${String(process.pid)}`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}

/** Returns the path of the bundle for a TypeScript file. Creates the bundle if it does not exist or is outdated. */
export function bundled(source: string): string {
  const name = relative(ROOT, source)
    .replace(/[\\/]/g, "+")
    .replace(/[.]ts$/, ".mjs");
  const [bundle, list] = [join(FOLDER, name), join(FOLDER, `${name}.json`)];
  if (isCurrent(bundle, list)) return bundle;
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: [source],
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    metafile: true,
    write: false,
  });
  mkdirSync(FOLDER, { recursive: true });
  for (const { path, contents } of outputFiles) put(path, contents);
  put(list, JSON.stringify(Object.keys(metafile.inputs)));
  return bundle;
}
