/** Bundles scripts for threads and child processes, because a bundle starts several times as fast as the source through tsx. */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { buildSync } from "esbuild";

const ROOT = resolve(import.meta.dirname, "..", "..");
/** A folder from which packages are resolved as from the sources. */
const FOLDER = join(ROOT, "node_modules", ".cache", "curlew-tests");

function writtenAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
}

/** Whether a bundle is newer than its sources. */
function isCurrent(bundle: string, list: string): boolean {
  const madeAt = statSync(list, { throwIfNoEntry: false })?.mtimeMs;
  if (madeAt === undefined || !Number.isFinite(writtenAt(bundle))) return false;
  const inputs = JSON.parse(readFileSync(list, "utf8")) as string[];
  return inputs.every((path) => writtenAt(join(ROOT, path)) < madeAt);
}

/** Writes a file atomically, because another process may write it at the same time. */
function put(path: string, text: string | Uint8Array): void {
  const own = `${path}.${String(process.pid)}`;
  writeFileSync(own, text);
  renameSync(own, path);
}

/** Returns the bundle of a TypeScript file, which is created if it does not exist or is outdated. */
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
