import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";

/** Names of folders into which package managers install dependencies. */
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

/** Files that identify a Python virtual environment, and `vendor` folders of Composer and Go. */
const MARKERS = ["pyvenv.cfg", join("composer", "installed.json"), "modules.txt"];

/** Whether a package manager installs dependencies into a folder. */
export function hasDependencies(folder: string): boolean {
  const name = basename(folder);
  if (NAMES.has(name)) return true;
  const markers = name === "vendor" ? MARKERS : MARKERS.slice(0, 1);
  return markers.some((marker) => existsSync(join(folder, marker)));
}

/** Whether a path is a dependency folder, or contains the name of a dependency folder. */
export function isInDependencies(path: string): boolean {
  return path.split(sep).some((name) => NAMES.has(name)) || hasDependencies(path);
}

/**
 * Returns the outermost dependency folder that contains a path; null if there is none.
 * @param path a path relative to `root`, with forward slashes
 */
export function dependenciesAbove(root: string, path: string): string | null {
  const names = path.split("/").slice(0, -1);
  for (let n = 1; n <= names.length; n++) {
    const folder = join(root, ...names.slice(0, n));
    if (hasDependencies(folder)) return folder;
  }
  return null;
}

/** Whether Git tracks a file in a folder; false outside a repository and if Git is not installed. */
export function isTracked(folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(
      "git",
      // without this setting, Git starts a program that the configuration of an untrusted repository can name
      ["--literal-pathspecs", "-c", "core.fsmonitor=false", "ls-files", "--", basename(folder)],
      { cwd: dirname(folder), maxBuffer: 4096 },
      // output that exceeds the buffer also means that files are tracked
      (_error, stdout) => resolve(stdout !== ""),
    );
  });
}
