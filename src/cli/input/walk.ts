import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileErrorMessage } from "../failure.js";
import { hasDependencies, isInDependencies, isTracked } from "./dependency-folders.js";
import { noRules, rulesFor, type IgnoreRules } from "./ignore-rules.js";

export interface WalkOptions {
  /** Whether `.gitignore` files are respected. */
  readonly ignoreFiles: boolean;
  /** Whether the configuration excludes a path; an excluded folder is not entered. */
  readonly excludes: (absolute: string, isFolder: boolean) => boolean;
  /** Whether dependency folders that Git does not track are entered; false if absent. */
  readonly dependencies?: boolean | undefined;
  /** Called for a folder that cannot be read. */
  readonly onUnreadable: (path: string, message: string) => void;
  /** Called for a symbolic link, which is not followed. */
  readonly onLink?: (path: string, absolute: string) => void;
}

/** A file, a folder that the configuration excludes, or a dependency folder that is not entered. */
export interface Walked {
  readonly path: string;
  readonly kind: "file" | "excluded" | "dependencies";
}

/** Matches the name of a temporary file of this program. */
const UNFINISHED = /\.curlew-\d+$/;

/** Yields the regular files below a folder, sorted by name in each folder. Symbolic links and `.git` are skipped. */
export async function* walk(
  folder: string,
  absolute: string,
  options: WalkOptions,
): AsyncGenerator<Walked> {
  const rules = options.ignoreFiles ? await rulesFor(absolute) : noRules;
  // a named folder is read even if it is a dependency folder or in one
  const isNamed = isInDependencies(absolute);
  yield* files(folder, absolute, rules, isNamed ? { ...options, dependencies: true } : options);
}

async function* files(
  shown: string,
  folder: string,
  rules: IgnoreRules,
  options: WalkOptions,
): AsyncGenerator<Walked> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    options.onUnreadable(shown, fileErrorMessage(error));
    return [];
  });
  entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.name === ".git" || UNFINISHED.test(entry.name)) continue;
    const name = shown === "." ? entry.name : join(shown, entry.name);
    const isIgnored = rules.ignores(path, entry.isDirectory());
    if (entry.isDirectory()) yield* subfolder(name, path, isIgnored ? null : rules, options);
    else if (entry.isFile() && !isIgnored) yield { path: name, kind: "file" };
    else if (entry.isSymbolicLink() && !isIgnored) options.onLink?.(name, path);
  }
}

/**
 * Yields the files in a subfolder.
 * @param rules the rules of the parent folder; null if they ignore the subfolder
 */
async function* subfolder(
  shown: string,
  folder: string,
  rules: IgnoreRules | null,
  options: WalkOptions,
): AsyncGenerator<Walked> {
  const { dependencies = false } = options;
  // an ignored folder is entered only if it is a dependency folder and these are included
  const hasPackages = (rules !== null || dependencies) && hasDependencies(folder);
  if (options.excludes(folder, true)) {
    if (rules !== null) yield { path: shown, kind: "excluded" };
  } else if (hasPackages && dependencies) yield* files(shown, folder, noRules, options);
  else if (rules === null) return;
  else if (hasPackages && !(await isTracked(folder))) yield { path: shown, kind: "dependencies" };
  else yield* files(shown, folder, await rules.enter(folder), options);
}
