import { readlink, stat } from "node:fs/promises";
import { basename, dirname, relative, resolve, sep } from "node:path";
import { Failure, fileErrorMessage } from "../failure.js";
import { walk } from "../input/walk.js";

/** Maximum number of files, links and skipped folders below a path; larger folders are rejected. */
export const MAX_ENTRIES = 100_000;

/** A regular file below the given path. */
export interface ListedFile {
  readonly kind: "file";
  /** The path as the user would write it. */
  readonly shown: string;
  /** The absolute path, with forward slashes. */
  readonly absolute: string;
}

/** A symbolic link, which is never followed. */
export interface ListedLink {
  readonly kind: "link";
  readonly shown: string;
  readonly absolute: string;
  readonly target: string;
}

/** A folder that was not entered. */
export interface ListedFolder {
  readonly kind: "folder";
  readonly shown: string;
  readonly absolute: string;
  readonly reason: "dependencies" | "unreadable";
  readonly message: string;
}

export type Listed = ListedFile | ListedLink | ListedFolder;

export interface Listing {
  /** The absolute path of the given folder, or of the folder that contains the given file. */
  readonly root: string;
  /** The absolute path of the given file; null if a folder was given. */
  readonly named: string | null;
  readonly entries: readonly Listed[];
}

/**
 * Lists all files below a path, including ignored ones: `.gitignore` is written by the author of the unit, who must not be able to hide
 * files from the check.
 * @throws Failure if the path cannot be read or contains too many files
 */
export async function listFiles(
  cwd: string,
  path: string,
  dependencies: boolean,
): Promise<Listing> {
  const absolute = resolve(cwd, path);
  const stats = await stat(absolute).catch((error: unknown) => {
    throw new Failure(fileErrorMessage(error));
  });
  if (!stats.isDirectory())
    return {
      root: slashed(dirname(absolute)),
      named: slashed(absolute),
      entries: await listNamedFile(absolute, path),
    };
  return {
    root: slashed(absolute),
    named: null,
    entries: await listFolder(absolute, path, dependencies),
  };
}

/** Returns the entry of a given file; for a SKILL.md, the entries of all files of the skill. */
async function listNamedFile(absolute: string, path: string): Promise<Listed[]> {
  if (basename(absolute).toLowerCase() === "skill.md") {
    const shown = dirname(path);
    return listFolder(dirname(absolute), shown, false);
  }
  return [{ kind: "file", shown: path, absolute: slashed(absolute) }];
}

async function listFolder(folder: string, shown: string, dependencies: boolean): Promise<Listed[]> {
  const entries: Listed[] = [];
  const absoluteOf = (path: string): string =>
    slashed(resolve(folder, shown === "." ? path : relative(shown, path)));
  const links: { path: string; absolute: string }[] = [];
  const walked = walk(shown, folder, {
    ignoreFiles: false,
    excludes: () => false,
    dependencies,
    onUnreadable: (path, message) =>
      entries.push({
        kind: "folder",
        shown: path,
        absolute: absoluteOf(path),
        reason: "unreadable",
        message,
      }),
    onLink: (path, absolute) => links.push({ path, absolute }),
  });
  for await (const { path, kind } of walked) {
    if (entries.length + links.length >= MAX_ENTRIES)
      throw new Failure(`contains more than ${MAX_ENTRIES} files; name the folder of a unit`);
    entries.push(
      kind === "file"
        ? { kind, shown: path, absolute: absoluteOf(path) }
        : {
            kind: "folder",
            shown: path,
            absolute: absoluteOf(path),
            reason: "dependencies",
            message: "a dependency folder that Git does not track (--include-dependencies)",
          },
    );
  }
  for (const { path, absolute } of links) {
    const target = await readlink(absolute).catch(() => "");
    entries.push({ kind: "link", shown: path, absolute: slashed(absolute), target });
  }
  return entries.sort((a, b) => (a.absolute < b.absolute ? -1 : a.absolute > b.absolute ? 1 : 0));
}

/** The origin of files in a temporary folder. */
export interface Origin {
  readonly folder: string;
  /** The URL or the path of the archive from which the folder was filled. */
  readonly source: string;
}

/** Returns a listing that shows the files below their source instead of the temporary folder. */
export function shownBySource(listing: Listing, origin: Origin): Listing {
  const entries = listing.entries.map((entry) => ({
    ...entry,
    shown: pathInSource(entry.absolute, origin),
  }));
  return { ...listing, entries };
}

/** Returns the source, followed by the path from the temporary folder to a file. */
export function pathInSource(absolute: string, { folder, source }: Origin): string {
  return source.replace(/\/+$/, "") + absolute.slice(folder.length);
}

/** Returns a path with forward slashes. */
export function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
