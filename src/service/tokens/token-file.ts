import { lstat, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { randomBytes } from "node:crypto";
import * as v from "valibot";
import { read, Sha256 } from "../../protocol/index.js";
import { fileErrorReason } from "../file-error-reason.js";
import { lockFile } from "./lock.js";
import { TokenFileError } from "./token-file-error.js";

export { TokenFileError } from "./token-file-error.js";

/** The stored data of one token. */
const TokenRecord = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[\w.@-]{1,64}$/)),
  sha256: Sha256,
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The time from which the token is no longer accepted. */
  expiresAt: v.optional(v.pipe(v.string(), v.isoTimestamp())),
});
export type TokenRecord = v.InferOutput<typeof TokenRecord>;

const TokenFile = v.strictObject({ version: v.literal(1), tokens: v.array(TokenRecord) });

const OWNER_ONLY = 0o600;

/** The bit in a folder's mode that gives new files the folder's group. */
const SET_GROUP = 0o2000;

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** Whether a name can be given to a token. */
export function isTokenName(name: string): boolean {
  return v.is(TokenRecord.entries.name, name);
}

/** Reads a tokens file. A missing file contains no tokens. */
export async function readTokenFile(path: string): Promise<TokenRecord[]> {
  let content: string;
  try {
    content = await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw new TokenFileError(`${path}: cannot be read${fileErrorReason(error)}`, { cause: error });
  }
  return parseTokenFile(path, content);
}

function parseTokenFile(path: string, content: string): TokenRecord[] {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw new TokenFileError(`${path}: is not JSON`);
  }
  const file = read(TokenFile, value);
  if (!file.ok) throw new TokenFileError(`${path}: is not a tokens file (${file.places[0]})`);
  return file.value.tokens;
}

/**
 * Changes a tokens file. The file is locked, because otherwise a command could write what it read before another command's
 * change, and restore a revoked token.
 */
export async function changeTokenFile(
  path: string,
  change: (
    tokens: readonly TokenRecord[],
  ) => Promise<readonly TokenRecord[]> | readonly TokenRecord[],
): Promise<void> {
  const unlock = await lockFile(path);
  try {
    await writeTokenFile(path, await change(await readTokenFile(path)));
  } finally {
    await unlock();
  }
}

/**
 * Writes a tokens file atomically. The new file has the owner and group of the old file and its mode, limited to reading and writing by
 * the owner and reading by the group.
 */
async function writeTokenFile(path: string, tokens: readonly TokenRecord[]): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    const old = await accessOf(path);
    await writeNewFile(temporary, `${JSON.stringify({ version: 1, tokens }, null, 2)}\n`, old);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new TokenFileError(`${path}: cannot be written${fileErrorReason(error)}`, {
      cause: error,
    });
  }
}

/** The mode, owner and group of a file. */
interface Access {
  readonly mode: number;
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Returns the mode, owner and group that the new version of a file gets. If the file does not exist yet, only its owner has access,
 * except that its group can read it if the folder determines the group.
 */
async function accessOf(path: string): Promise<Access> {
  const known = await lstat(path).catch(() => null);
  // Other users get no access, even if they had it before.
  if (known?.isFile() === true) return { mode: known.mode & 0o640, uid: known.uid, gid: known.gid };
  const folder = await stat(dirname(path));
  const inheritsGroup = (folder.mode & SET_GROUP) !== 0;
  return { mode: inheritsGroup ? 0o640 : OWNER_ONLY };
}

/** Writes a new file that only its owner can read; fails if the file exists. */
export async function writeSecretFile(path: string, content: string): Promise<void> {
  await writeNewFile(path, content, { mode: OWNER_ONLY });
}

/**
 * Writes a new file; fails if the file exists. Mode and owner are set through the open file, because in a folder that somebody else can
 * write to, the path could refer to another file a moment later.
 */
async function writeNewFile(
  path: string,
  content: string,
  { mode, uid, gid }: Access,
): Promise<void> {
  // The flag `wx` does not follow a symbolic link.
  const file = await open(path, "wx", OWNER_ONLY);
  try {
    await file.writeFile(content, "utf8");
    const made = await file.stat();
    if (uid !== undefined && gid !== undefined && (made.uid !== uid || made.gid !== gid))
      await file.chown(uid, gid);
    await file.chmod(mode);
    await file.sync();
  } catch (error) {
    // An incomplete file would block the next attempt.
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
