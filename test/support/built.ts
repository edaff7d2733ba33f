/**
 * The built command: it starts six times as fast as its sources, and tests of processes start it often.
 * `npm test` builds before it tests.
 */
import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..", "..");

/** The script of the built command `curlew`. */
export const CURLEW = join(ROOT, "dist", "cli.cjs");

/** Returns the modification time of the newest file at or below a path, in milliseconds; 0 if there is none. */
function written(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isDirectory()) return stats?.mtimeMs ?? 0;
  return Math.max(0, ...readdirSync(path).map((name) => written(join(path, name))));
}

const sources = [
  "src",
  "queries",
  ...readdirSync(join(ROOT, "packages")).map((name) => join("packages", name, "src")),
];
if (written(CURLEW) < Math.max(...sources.map((folder) => written(join(ROOT, folder)))))
  throw new Error(
    "dist/ is older than the sources, and this test runs what is built: npx tsx scripts/build.ts",
  );
