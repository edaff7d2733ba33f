import { fromBuffer, type Entry, type ZipFile } from "yauzl";
import { messageOf } from "../failure.js";
import { RefusedArchive } from "./refused-archive.js";
import type { UnpackedFiles } from "./unpacked-files.js";

/** The bits of a Unix file mode that contain the type, and the types. */
const TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;
const LINK = 0o120000;

/**
 * Unpacks a zip archive.
 * @throws RefusedArchive if the archive is damaged, or breaks a limit or a rule
 */
export async function unpackZip(bytes: Uint8Array, files: UnpackedFiles): Promise<void> {
  const zip = await openZip(bytes);
  try {
    files.expectMembers(zip.entryCount);
    for (let entry = await nextEntry(zip); entry !== null; entry = await nextEntry(zip)) {
      files.countMember();
      if (isFolder(entry)) continue;
      await files.write(entry.fileName, counted(await contentOf(zip, entry), files));
    }
  } catch (error) {
    throw error instanceof RefusedArchive ? error : refusalFor(error);
  } finally {
    zip.close();
  }
}

function openZip(bytes: Uint8Array): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true } as const;
  return new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), options, (error, zip) => {
      if (error === null) resolve(zip);
      else reject(refusalFor(error));
    });
  });
}

/** Returns the next entry; null after the last one. */
function nextEntry(zip: ZipFile): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      zip.removeListener("entry", onEntry).removeListener("end", onEnd);
      zip.removeListener("error", onError);
    };
    const onEntry = (entry: Entry): void => {
      settle();
      resolve(entry);
    };
    const onEnd = (): void => {
      settle();
      resolve(null);
    };
    const onError = (error: Error): void => {
      settle();
      reject(error);
    };
    zip.on("entry", onEntry).on("end", onEnd).on("error", onError);
    zip.readEntry();
  });
}

/**
 * Whether an entry is a folder.
 * @throws RefusedArchive for a link, a special file, an encrypted file, or a name with control characters
 */
function isFolder(entry: Entry): boolean {
  const name = JSON.stringify(entry.fileName.slice(0, 200));
  // names that are not marked as UTF-8 are decoded with another character set, so control characters are searched in the bytes
  if (entry.fileNameRaw.some((byte) => byte < 0x20 || byte === 0x7f))
    throw new RefusedArchive("name", `contains a name with control characters: ${name}`);
  const type = (entry.externalFileAttributes >>> 16) & TYPE;
  if (type === LINK) throw new RefusedArchive("link", `contains a symbolic link: ${name}`);
  if (type !== 0 && type !== REGULAR && type !== FOLDER)
    throw new RefusedArchive("special-file", `contains a special file: ${name}`);
  if (entry.isEncrypted())
    throw new RefusedArchive("encrypted", `contains an encrypted file: ${name}`);
  return entry.fileName.endsWith("/");
}

function contentOf(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Uint8Array>> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error === null) resolve(stream as AsyncIterable<Uint8Array>);
      else reject(error);
    });
  });
}

/** Yields the content of a member, each chunk after its bytes were counted. */
async function* counted(
  content: AsyncIterable<Uint8Array>,
  files: UnpackedFiles,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    files.countBytes(chunk.length);
    yield chunk;
  }
}

/** Returns the refusal for an error of the library: with the reason `path` for a name that it rejects, else `damaged`. */
function refusalFor(error: unknown): RefusedArchive {
  const message = messageOf(error);
  if (/^(?:absolute path|invalid relative path|invalid characters in fileName)/.test(message))
    return new RefusedArchive(
      "path",
      `contains a path that leads out of the archive: ${JSON.stringify(message.replace(/^[^:]*: /, ""))}`,
    );
  return new RefusedArchive("damaged", `is a damaged zip archive: ${message}`);
}
