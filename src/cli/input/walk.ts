import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileErrorMessage } from "../failure.js";
import { noRules, rulesFor, type IgnoreRules } from "./ignore-rules.js";

export interface WalkOptions {
  /** Whether `.gitignore` files are heeded. */
  readonly ignoreFiles: boolean;
  /** Whether the configuration excludes a path; an excluded folder is not entered. */
  readonly excludes: (absolute: string, isFolder: boolean) => boolean;
  /** Called for a folder that cannot be read. */
  readonly onUnreadable: (path: string, message: string) => void;
}

/** A file, or a folder that the configuration excludes. */
export interface Walked {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Regular files below a folder, sorted by name within each folder. Symbolic links and `.git` are left out. */
export async function* walk(
  folder: string,
  absolute: string,
  options: WalkOptions,
): AsyncGenerator<Walked> {
  yield* files(folder, absolute, options.ignoreFiles ? await rulesFor(absolute) : noRules, options);
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
    if (entry.name === ".git" || rules.ignores(path, entry.isDirectory())) continue;
    const name = shown === "." ? entry.name : join(shown, entry.name);
    const isFolder = entry.isDirectory();
    if (entry.isFile() || (isFolder && options.excludes(path, true)))
      yield { path: name, isFolder };
    else if (isFolder) yield* files(name, path, await rules.enter(path), options);
  }
}
