/** Builds this checkout and earlier revisions, each in a separate temporary folder. */
import { execFile, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build as bundle } from "esbuild";

const run = promisify(execFile);

/** Thrown if a comparison cannot run. The message is a sentence for the user. */
export class CannotRun extends Error {
  override readonly name = "CannotRun";
}

export interface Build {
  /** The revision's short name, or `working tree`. */
  readonly name: string;
  /** The full hash of the commit; null for the working tree. */
  readonly commit: string | null;
  readonly folder: string;
  /** The URL of the library's module. */
  readonly library: string;
  /** The path of the command `curlew`. */
  readonly command: string;
}

/** The files that the library reads at run time, in addition to its bundle. */
const shipped = ["package.json", "queries", "wasm"];
/** The files that are needed to build the library. */
const needed = [...shipped, "package-lock.json", ".npmrc", "src"];

/** The folder that caches the builds of revisions and their answers. */
const cache = join(tmpdir(), `curlew-revisions-${userInfo().username}`);

/**
 * Builds a revision, unless its build is in the cache.
 * @throws CannotRun if git does not know the revision, or if it cannot be built
 */
export async function buildRevision(revision: string, checkout = process.cwd()): Promise<Build> {
  const commit = await commitOf(revision, checkout);
  const folder = join(cache, commit);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    const unfinished = mkdtempSync(join(cache, "unfinished-"));
    try {
      await unpack(commit, unfinished, checkout);
      await linkModules(unfinished, checkout);
      await bundleTo(unfinished, unfinished);
      renameSync(unfinished, folder);
    } catch (cause) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(folder)) throw cause; // otherwise another process has built the revision
    }
  }
  await linkModules(folder, checkout); // the checkout to which a cached build is linked may no longer exist
  return described(commit.slice(0, 9), commit, folder);
}

/** Builds the checkout, including uncommitted changes. The folder of the build is removed when the process ends. */
export async function buildWorkingTree(checkout = process.cwd()): Promise<Build> {
  const folder = mkdtempSync(join(tmpdir(), "curlew-working-tree-"));
  process.once("exit", () => {
    rmSync(folder, { recursive: true, force: true });
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(2));
  for (const path of shipped) cpSync(join(checkout, path), join(folder, path), { recursive: true });
  symlinkSync(modulesOf(checkout), join(folder, "node_modules"), "junction");
  await bundleTo(checkout, folder);
  return described("working tree", null, folder);
}

function described(name: string, commit: string | null, folder: string): Build {
  const library = pathToFileURL(join(folder, "dist", "index.js")).href;
  return { name, commit, folder, library, command: join(folder, "dist", "cli.js") };
}

async function commitOf(revision: string, checkout: string): Promise<string> {
  try {
    const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
    const { stdout } = await run("git", args, { cwd: checkout });
    return stdout.trim();
  } catch {
    throw new CannotRun(`git does not know the revision ${revision}; name a commit, branch or tag`);
  }
}

/** Writes the files of a commit that a build needs into a folder. */
async function unpack(commit: string, folder: string, checkout: string): Promise<void> {
  const listed = await run("git", ["ls-tree", "--name-only", commit, ...needed], { cwd: checkout });
  const paths = listed.stdout.trim().split("\n");
  const missing = [...shipped, "src"].filter((path) => !paths.includes(path));
  if (missing.length > 0)
    throw new CannotRun(
      `${commit.slice(0, 9)} has no ${missing.join(", ")}: the revision is too old for this build`,
    );
  const archive = join(folder, "archive.tar");
  await run("git", ["archive", "--output", archive, commit, ...paths], { cwd: checkout });
  await run("tar", ["-xf", archive, "-C", folder]);
  rmSync(archive);
}

/** Links the checkout's dependencies into a build if both have the same lock file; otherwise installs the build's dependencies. */
async function linkModules(folder: string, checkout: string): Promise<void> {
  const modules = join(folder, "node_modules");
  const present = lstatSync(modules, { throwIfNoEntry: false });
  if (present?.isDirectory() === true) return;
  if (sameLock(folder, checkout)) {
    if (present !== undefined && existsSync(modules)) return;
    rmSync(modules, { force: true });
    symlinkSync(modulesOf(checkout), modules, "junction");
    return;
  }
  if (present !== undefined) rmSync(modules, { force: true });
  console.error("the revision has other dependencies: installing them");
  const status = await new Promise<number | null>((done) => {
    // The messages of npm are written to standard error.
    spawn("npm", ["ci", "--ignore-scripts"], { cwd: folder, stdio: ["ignore", 2, 2] })
      .on("close", done)
      .on("error", () => {
        done(null);
      });
  });
  if (status !== 0)
    throw new CannotRun(
      "the revision's dependencies could not be installed; see what npm says above",
    );
}

function sameLock(folder: string, checkout: string): boolean {
  const lockOf = (root: string): string => join(root, "package-lock.json");
  return (
    existsSync(lockOf(folder)) &&
    readFileSync(lockOf(folder), "utf8") === readFileSync(lockOf(checkout), "utf8")
  );
}

function modulesOf(checkout: string): string {
  const modules = join(checkout, "node_modules");
  if (!existsSync(modules)) throw new CannotRun("nothing is installed here: run npm ci first");
  return realpathSync(modules);
}

/** Bundles the library and the command as the package ships them, without the workers of the services. */
async function bundleTo(source: string, folder: string): Promise<void> {
  try {
    await bundle({
      absWorkingDir: resolve(source),
      entryPoints: { cli: "src/cli/main.ts", index: "src/host/node.ts" },
      outdir: join(folder, "dist"),
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20.19",
      packages: "external",
      splitting: true,
      legalComments: "none",
      logLevel: "silent",
      // The hash identifies the sources for clients of the evaluator; no answer depends on it.
      define: { CURLEW_SOURCE_HASH: '"comparison"' },
    });
  } catch (cause) {
    const what = source === folder ? "the revision" : "the working tree";
    throw new CannotRun(
      `${what} cannot be built: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}
