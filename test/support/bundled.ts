/** Scripts that run on threads and in child processes: from one bundled file they start several times as fast as through tsx. */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { buildSync } from "esbuild";

const ROOT = resolve(import.meta.dirname, "..", "..");
/** Packages are found from here as from the sources. */
const FOLDER = join(ROOT, "node_modules", ".cache", "curlew-tests");

function writtenAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
}

/** Whether a bundle was made of its sources as they are now. */
function isCurrent(bundle: string, list: string): boolean {
  const madeAt = statSync(list, { throwIfNoEntry: false })?.mtimeMs;
  if (madeAt === undefined || !Number.isFinite(writtenAt(bundle))) return false;
  const inputs = JSON.parse(readFileSync(list, "utf8")) as string[];
  return inputs.every((path) => writtenAt(join(ROOT, path)) < madeAt);
}

/** Writes a file at once, for another process may do the same. */
function put(path: string, text: string | Uint8Array): void {
  const own = `${path}.${String(process.pid)}`;
  writeFileSync(own, text);
  renameSync(own, path);
}

/** The bundle of a TypeScript file, which is made where there is none of its sources as they are now. */
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
