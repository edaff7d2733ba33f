import { createHash } from "node:crypto";
import { mkdir, open, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Context } from "../context.js";
import { Failure } from "../failure.js";
import { readFileUpTo } from "../input/read-limited.js";
import { download } from "../inspect/download.js";
import { showSize } from "../input/size.js";
import { plural } from "../report/text.js";
import { fetchGitTree } from "./git-tree.js";
import { isWrittenAsAddress, sourceAddress, type SourceAddress } from "./source-address.js";
import { TemporaryFolder } from "./temporary-folder.js";
import { ARCHIVE_HEAD, archiveKind, unpack } from "./unpack.js";

/** Maximum size of an archive, in bytes. */
const MAX_ARCHIVE_SIZE = 256 * 1024 * 1024;
const TIMEOUT_MS = 120_000;

/** The files of an archive or a repository, in a temporary folder that `close` removes. */
export interface FetchedSource {
  readonly folder: string;
  /** Messages about what was fetched. */
  readonly remarks: readonly string[];
  close(): Promise<void>;
}

/**
 * Fetches the archive or repository at an address, or unpacks a local archive, into a temporary folder. Nothing in the folder is run.
 * @returns null if the argument is neither an address (see {@link SourceAddress}) nor the path of an archive
 * @throws Failure if the source cannot be fetched, RefusedArchive if the archive breaks a limit or a rule
 */
export async function fetchSource(
  { cwd }: Pick<Context, "cwd">,
  argument: string,
  version: string,
): Promise<FetchedSource | null> {
  const path = resolve(cwd, argument);
  const exists = (await stat(path).catch(() => null)) !== null;
  const address = exists ? null : sourceAddress(argument);
  if (!exists && address === null && isWrittenAsAddress(argument))
    throw new Failure(
      "is not fetched: only http, https, ssh, git and git+file addresses are supported; download it and name its path",
    );
  if (address === null && !(exists && (await isArchive(path)))) return null;
  const temporary = await TemporaryFolder.create();
  try {
    // a skill that does not declare a name is named after its folder
    const folder = join(temporary.path, nameOf(argument));
    await mkdir(folder, { mode: 0o700 });
    const remarks =
      address === null
        ? await fromArchive(await readFileUpTo(path, MAX_ARCHIVE_SIZE), folder)
        : address.kind === "git"
          ? await fromGit(address, join(temporary.path, ".repository"), folder)
          : await fromAddress(address.url, folder, version);
    return { folder, remarks, close: () => temporary.close() };
  } catch (error) {
    await temporary.close();
    throw error;
  }
}

async function fromArchive(bytes: Uint8Array, folder: string): Promise<string[]> {
  const kind = await unpack(bytes, folder);
  return [`unpacked a ${kind} archive of ${showSize(bytes.length)} into a temporary folder`];
}

async function fromGit(
  address: Extract<SourceAddress, { kind: "git" }>,
  repository: string,
  folder: string,
): Promise<string[]> {
  const { commit, files, skipped } = await fetchGitTree(address, repository, folder);
  const links = skipped.slice(0, 5).join(", ") + (skipped.length > 5 ? ", …" : "");
  return [
    `fetched ${plural(files, "file")} of commit ${commit} from ${address.url} into a temporary folder`,
    ...(skipped.length === 0 ? [] : [`did not fetch symbolic links and submodules: ${links}`]),
  ];
}

async function fromAddress(url: string, folder: string, version: string): Promise<string[]> {
  const { bytes, urls } = await download(url, {
    maxSize: MAX_ARCHIVE_SIZE,
    timeoutMs: TIMEOUT_MS,
    userAgent: `curlew/${version}`,
  }).catch((error: unknown) => {
    throw withoutUrl(error, url);
  });
  if (archiveKind(bytes.subarray(0, ARCHIVE_HEAD)) === null)
    throw new Failure("is not a zip or tar archive; `curlew inspect` downloads and scans one file");
  await unpack(bytes, folder);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return [
    `fetched ${showSize(bytes.length)} from ${urls.at(-1) ?? url} (sha256 ${sha256}) into a temporary folder`,
  ];
}

/** Returns an error without the URL at the beginning of its message, because the callers print the argument before it. */
function withoutUrl(error: unknown, url: string): unknown {
  const start = `${new URL(url).href}: `;
  return error instanceof Failure && error.message.startsWith(start)
    ? new Failure(error.message.slice(start.length))
    : error;
}

async function isArchive(path: string): Promise<boolean> {
  if (!(await stat(path)).isFile()) return false;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ARCHIVE_HEAD), 0, ARCHIVE_HEAD, 0);
    return archiveKind(buffer.subarray(0, bytesRead)) !== null;
  } finally {
    await file.close();
  }
}

/** Returns a folder name: the last part of an argument without the extension of an archive, or `fetched` if that is not a safe name. */
function nameOf(argument: string): string {
  const last = argument
    .replace(/[?#].*$/s, "")
    .split(/[/\\:]/)
    .findLast((part) => part !== "");
  const name = (last ?? "").replace(/\.(?:git|zip|skill|plugin|tar|tgz|tar\.gz)$/i, "");
  return /^[\w-][\w.-]{0,100}$/.test(name) ? name : "fetched";
}
