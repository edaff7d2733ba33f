/**
 * Tests run the built command, because it starts six times as fast as its sources. This module throws an error if the build is older than
 * the sources. `npm test` builds before it tests.
 */
import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..", "..");

/** The script of the built command `curlew`. */
export const CURLEW = join(ROOT, "dist", "cli.cjs");

/** Returns the modification time of the newest file at or below a path, in milliseconds, or 0 if there is none. */
function lastModified(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isDirectory()) return stats?.mtimeMs ?? 0;
  return Math.max(0, ...readdirSync(path).map((name) => lastModified(join(path, name))));
}

const sources = [
  "src",
  "queries",
  ...readdirSync(join(ROOT, "packages")).map((name) => join("packages", name, "src")),
];
if (lastModified(CURLEW) < Math.max(...sources.map((folder) => lastModified(join(ROOT, folder)))))
  throw new Error(
    "dist/ is older than the sources, and this test runs the built command: run npx tsx scripts/build.ts",
  );
