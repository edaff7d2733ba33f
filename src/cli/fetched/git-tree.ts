import { Failure } from "../failure.js";
import { cloneBare, gitIn } from "./git-clone.js";
import { RefusedArchive } from "./refused-archive.js";
import type { SourceAddress } from "./source-address.js";
import { UnpackedFiles } from "./unpacked-files.js";

/** The result of writing the files of a repository. */
export interface GitTree {
  readonly commit: string;
  /** Number of files. */
  readonly files: number;
  /** Paths of symbolic links and submodules, which are not written. */
  readonly skipped: readonly string[];
}

interface Blob {
  readonly path: string;
  readonly object: string;
  readonly size: number;
}

/** Maximum number of objects that are requested at once. */
const MAX_BATCH_SIZE = 500;

/**
 * Writes the files of a repository's newest commit into a folder. Filters are not applied; symbolic links and submodules are
 * skipped.
 * @param repository the path of a new folder for the clone
 * @throws Failure if Git fails, RefusedArchive if a limit is exceeded
 */
export async function fetchGitTree(
  { url, ref, path }: Extract<SourceAddress, { kind: "git" }>,
  repository: string,
  folder: string,
): Promise<GitTree> {
  await cloneBare(url, ref, repository);
  const commit = (await gitIn(repository, ["rev-parse", "HEAD"])).toString("utf8").trim();
  const { blobs, skipped } = entriesOf(await gitIn(repository, ["ls-tree", "-rlz", "HEAD"]), path);
  if (blobs.length === 0)
    throw new Failure(path === "" ? "contains no files" : `contains no files below ${path}`);
  // without an archive, there is no limit on the ratio of sizes
  const files = new UnpackedFiles(folder, Infinity);
  for (const { size } of blobs) {
    files.countMember();
    files.countBytes(size);
  }
  for (let i = 0; i < blobs.length; i += MAX_BATCH_SIZE)
    await writeBlobs(repository, blobs.slice(i, i + MAX_BATCH_SIZE), path, files);
  return { commit, files: blobs.length, skipped };
}

/** Parses the output of `git ls-tree -rlz`. @param path the requested folder or file; empty for all */
function entriesOf(listing: Buffer, path: string): { blobs: Blob[]; skipped: string[] } {
  const blobs: Blob[] = [];
  const skipped: string[] = [];
  for (const line of listing.toString("utf8").split("\0")) {
    const tab = line.indexOf("\t");
    if (tab < 0) continue;
    const [mode = "", , object = "", size = ""] = line.slice(0, tab).split(/ +/);
    const name = line.slice(tab + 1);
    if (path !== "" && name !== path && !name.startsWith(`${path}/`)) continue;
    if (mode.startsWith("100")) blobs.push({ path: name, object, size: Number(size) });
    else skipped.push(name);
  }
  return { blobs, skipped };
}

/** Writes files, with paths relative to the requested folder. */
async function writeBlobs(
  repository: string,
  blobs: readonly Blob[],
  path: string,
  files: UnpackedFiles,
): Promise<void> {
  const input = `${blobs.map(({ object }) => object).join("\n")}\n`;
  const answer = await gitIn(repository, ["cat-file", "--batch"], input);
  let at = 0;
  for (const blob of blobs) {
    const end = answer.indexOf(0x0a, at);
    const [object, type, size] = answer.subarray(at, end).toString("latin1").split(" ");
    if (end < 0 || object !== blob.object || type !== "blob" || Number(size) !== blob.size)
      throw new RefusedArchive("damaged", `is a damaged repository: ${JSON.stringify(blob.path)}`);
    const name =
      blob.path === path
        ? (path.split("/").at(-1) ?? path)
        : blob.path.slice(path === "" ? 0 : path.length + 1);
    await files.write(name, [answer.subarray(end + 1, end + 1 + blob.size)]);
    at = end + blob.size + 2;
  }
}
