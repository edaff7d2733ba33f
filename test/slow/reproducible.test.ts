import { execFileSync, type ExecFileSyncOptionsWithStringEncoding } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/**
 * Compares the build of the checkout with the build of a copy in a deeper folder and in another time zone.
 * `npm test` builds before it tests.
 */

const quiet: ExecFileSyncOptionsWithStringEncoding = {
  encoding: "utf8",
  stdio: ["ignore", "pipe", "ignore"],
};
const checkout = resolve(".");
let base: string;
let copy: string;

/** Returns the paths of the files that Git tracks in a folder. */
function filesOf(folder: string): string[] {
  return execFileSync("git", ["ls-files", "-z"], { ...quiet, cwd: folder })
    .split("\0")
    .filter((path) => path !== "");
}

function build(folder: string): void {
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const TZ = new Date().getTimezoneOffset() === -840 ? "UTC" : "Pacific/Kiritimati";
  for (const script of ["scripts/build.ts", "scripts/build-extension.ts"])
    execFileSync(process.execPath, ["--import", import.meta.resolve("tsx"), script], {
      ...quiet,
      cwd: folder,
      env: { ...process.env, TZ },
    });
}

const hashOf = (folder: string) =>
  execFileSync(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), "scripts/source-hash.ts"],
    { ...quiet, cwd: folder },
  ).trim();

/**
 * Returns the SHA-256 of every file in the built folders of `curlew` (with the extension), `curlew-service` and
 * `remark-lint-curlew`, by path. V8's compiled code is excluded, because it is not reproducible.
 */
function digestsOf(folder: string): Record<string, string> {
  const built = ["dist", "packages/curlew-service/dist", "packages/remark-lint-curlew/dist"];
  const files = built.flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, withFileTypes: true }),
  );
  const shipped = files.filter((entry) => entry.isFile() && !entry.name.endsWith(".cache"));
  const paths = shipped.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(
    paths.map((path) => [
      path.slice(folder.length),
      createHash("sha256").update(readFileSync(path)).digest("hex"),
    ]),
  );
}

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), "curlew-build-"));
  copy = join(base, "somewhere", "else", "copy");
  for (const path of filesOf(checkout)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(checkout, path), join(copy, path));
  }
  build(copy);
}, 300_000);
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("two builds of the same sources", () => {
  it("have the same source hash, which the bundle contains", () => {
    const hash = hashOf(checkout);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOf(copy)).toBe(hash);
    const built = join(checkout, "packages", "curlew-service", "dist");
    const bundles = readdirSync(built).filter((name) => name.endsWith(".js"));
    expect(bundles.some((name) => readFileSync(join(built, name), "utf8").includes(hash))).toBe(
      true,
    );
  });

  it("are equal byte for byte", () => {
    const built = digestsOf(checkout);
    expect(Object.keys(built)).toEqual(
      expect.arrayContaining(["/dist/cli.cjs", "/dist/extension/chromium/background.js"]),
    );
    expect(digestsOf(copy)).toEqual(built);
  });
});
