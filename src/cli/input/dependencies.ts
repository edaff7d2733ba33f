import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";

/** Names of folders into which package managers install the code of others. */
const NAMES: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  "jspm_packages",
  ".pnpm-store",
  ".venv",
  "site-packages",
  "__pypackages__",
  ".tox",
  ".nox",
  "Pods",
]);

/** Files that identify such a folder: of a Python virtual environment, and of `vendor` folders of Composer and Go. */
const MARKERS = ["pyvenv.cfg", join("composer", "installed.json"), "modules.txt"];

/** Whether a folder is one into which a package manager installs dependencies. */
export function hasDependencies(folder: string): boolean {
  const name = basename(folder);
  if (NAMES.has(name)) return true;
  const markers = name === "vendor" ? MARKERS : MARKERS.slice(0, 1);
  return markers.some((marker) => existsSync(join(folder, marker)));
}

/** Whether a path is a folder of dependencies or leads through one. */
export function isInDependencies(path: string): boolean {
  return path.split(sep).some((name) => NAMES.has(name)) || hasDependencies(path);
}

/** Returns the folder of dependencies that is nearest to the root of a path, or null; the path is relative to `root`. */
export function dependenciesAbove(root: string, path: string): string | null {
  const names = path.split("/").slice(0, -1);
  for (let n = 1; n <= names.length; n++) {
    const folder = join(root, ...names.slice(0, n));
    if (hasDependencies(folder)) return folder;
  }
  return null;
}

/** Whether Git tracks a file of a folder; nothing is tracked outside of a repository and without Git. */
export function isTracked(folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(
      "git",
      // does not start the program that the configuration of an untrusted repository may name
      ["--literal-pathspecs", "-c", "core.fsmonitor=false", "ls-files", "--", basename(folder)],
      { cwd: dirname(folder), maxBuffer: 4096 },
      // output that exceeds the buffer also means that files are tracked
      (_error, stdout) => resolve(stdout !== ""),
    );
  });
}
