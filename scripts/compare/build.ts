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

/** Why a comparison is not possible: a sentence for the user. */
export class CannotRun extends Error {
  override readonly name = "CannotRun";
}

export interface Build {
  /** The revision's short name, or `working tree`. */
  readonly name: string;
  /** The full hash of the commit; null for the working tree. */
  readonly commit: string | null;
  readonly folder: string;
  /** The argument of `import` that loads the library. */
  readonly library: string;
  /** The path of the command `curlew`. */
  readonly command: string;
}

/** The files that the library needs in addition to its bundle. */
const shipped = ["package.json", "queries", "wasm"];
const needed = [...shipped, "package-lock.json", ".npmrc", "src"];

/** The folder of builds of revisions, with their cached answers. */
const kept = join(tmpdir(), `curlew-revisions-${userInfo().username}`);

/**
 * Builds a revision, unless it was built before.
 * @throws CannotRun if git does not know it, or it cannot be built
 */
export async function buildRevision(revision: string, checkout = process.cwd()): Promise<Build> {
  const commit = await commitOf(revision, checkout);
  const folder = join(kept, commit);
  if (!existsSync(folder)) {
    mkdirSync(kept, { recursive: true, mode: 0o700 });
    const made = mkdtempSync(join(kept, "unfinished-"));
    try {
      await unpack(commit, made, checkout);
      await linkModules(made, checkout);
      await bundleTo(made, made);
      renameSync(made, folder);
    } catch (cause) {
      rmSync(made, { recursive: true, force: true });
      if (!existsSync(folder)) throw cause; // another process was faster
    }
  }
  await linkModules(folder, checkout); // the checkout from which it was made may not exist any more
  return described(commit.slice(0, 9), commit, folder);
}

/** Builds the checkout as it is, including uncommitted changes. The folder is removed when the process ends. */
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
    throw new CannotRun(`git knows no revision ${revision} here; name a commit, a branch or a tag`);
  }
}

/** Writes a commit's files that a build needs into a folder. */
async function unpack(commit: string, folder: string, checkout: string): Promise<void> {
  const listed = await run("git", ["ls-tree", "--name-only", commit, ...needed], { cwd: checkout });
  const paths = listed.stdout.trim().split("\n");
  const missing = [...shipped, "src"].filter((path) => !paths.includes(path));
  if (missing.length > 0)
    throw new CannotRun(
      `${commit.slice(0, 9)} has no ${missing.join(", ")}: too old to be built in today's way`,
    );
  const archive = join(folder, "archive.tar");
  await run("git", ["archive", "--output", archive, commit, ...paths], { cwd: checkout });
  await run("tar", ["-xf", archive, "-C", folder]);
  rmSync(archive);
}

/** Links the checkout's dependencies if the lock file is the same, else installs them. */
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
    // npm writes its messages to standard error
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
  const [there, here] = [folder, checkout].map((root) => join(root, "package-lock.json"));
  return (
    there !== undefined &&
    here !== undefined &&
    existsSync(there) &&
    readFileSync(there, "utf8") === readFileSync(here, "utf8")
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
      // it identifies the sources for the evaluator's clients and affects no answer
      define: { CURLEW_SOURCE_HASH: '"comparison"' },
    });
  } catch (cause) {
    const what = source === folder ? "the revision" : "the working tree";
    throw new CannotRun(
      `${what} cannot be built: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}
