import { readlink, stat } from "node:fs/promises";
import { basename, dirname, relative, resolve, sep } from "node:path";
import { Failure, fileErrorMessage } from "../failure.js";
import { walk } from "../input/walk.js";

/** The most files of a folder; larger folders are rejected. */
export const MOST_FILES = 100_000;

/** A regular file below the argument. */
export interface ListedFile {
  readonly kind: "file";
  /** As the user would write it. */
  readonly shown: string;
  /** With forward slashes. */
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
  /** The folder that was named, or that of the named file. */
  readonly root: string;
  /** The file that was named; null for a folder. */
  readonly named: string | null;
  readonly entries: readonly Listed[];
}

/**
 * Lists all files below a path, including those that a `.gitignore` ignores, because it comes from the author of
 * the unit. @throws Failure if the path cannot be read, or contains too many files
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
      entries: await besides(absolute, path),
    };
  return {
    root: slashed(absolute),
    named: null,
    entries: await below(absolute, path, dependencies),
  };
}

/** Returns a named file; for a SKILL.md, with the files next to it. */
async function besides(absolute: string, path: string): Promise<Listed[]> {
  if (basename(absolute).toLowerCase() === "skill.md") {
    const shown = dirname(path);
    return below(dirname(absolute), shown, false);
  }
  return [{ kind: "file", shown: path, absolute: slashed(absolute) }];
}

async function below(folder: string, shown: string, dependencies: boolean): Promise<Listed[]> {
  const entries: Listed[] = [];
  const place = (path: string): string =>
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
        absolute: place(path),
        reason: "unreadable",
        message,
      }),
    onLink: (path, absolute) => links.push({ path, absolute }),
  });
  for await (const { path, kind } of walked) {
    if (entries.length + links.length >= MOST_FILES)
      throw new Failure(`contains more than ${MOST_FILES} files; name the folder of a unit`);
    entries.push(
      kind === "file"
        ? { kind, shown: path, absolute: place(path) }
        : {
            kind: "folder",
            shown: path,
            absolute: place(path),
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

/** Where listed files came from: the temporary folder they are in, and the address or archive they are shown by. */
export interface Origin {
  readonly folder: string;
  readonly address: string;
}

/** Returns a listing in which files are shown by the address that they came from. */
export function withAddress(listing: Listing, origin: Origin): Listing {
  const entries = listing.entries.map((entry) => ({
    ...entry,
    shown: addressOf(entry.absolute, origin),
  }));
  return { ...listing, entries };
}

/** Returns the address of a file or folder below a temporary folder. */
export function addressOf(absolute: string, { folder, address }: Origin): string {
  return address.replace(/\/+$/, "") + absolute.slice(folder.length);
}

/** Returns a path with forward slashes. */
export function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
