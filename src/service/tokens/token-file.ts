import { chmod, chown, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { randomBytes } from "node:crypto";
import * as v from "valibot";
import { read, Sha256 } from "../../protocol/index.js";
import { fileTrouble } from "../file-trouble.js";

/** What the service keeps of one token. */
const TokenRecord = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[\w.@-]{1,64}$/)),
  sha256: Sha256,
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
});
export type TokenRecord = v.InferOutput<typeof TokenRecord>;

const TokenFile = v.strictObject({ version: v.literal(1), tokens: v.array(TokenRecord) });

/** A tokens file that cannot be used. */
export class TokenFileError extends Error {
  override readonly name = "TokenFileError";
}

const OWNER_ONLY = 0o600;

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** Whether a name can be given to a token. */
export function isTokenName(name: string): boolean {
  return v.is(TokenRecord.entries.name, name);
}

/** Reads a tokens file. A file that is not there holds no tokens. */
export async function readTokenFile(path: string): Promise<TokenRecord[]> {
  let content: string;
  try {
    content = await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw new TokenFileError(`${path}: cannot be read${fileTrouble(error)}`, { cause: error });
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

/** How long one command waits for another that changes the same file. */
const PATIENCE = { tries: 40, pause: 50 };

/**
 * Changes a tokens file. Two commands at once wait for each other: what one of them had read would undo the other's change,
 * and a token taken off the list would be back on it.
 */
export async function changeTokenFile(path: string, change: (tokens: readonly TokenRecord[]) => Promise<readonly TokenRecord[]> | readonly TokenRecord[]): Promise<void> {
  const unlock = await lock(path);
  try {
    await writeTokenFile(path, await change(await readTokenFile(path)));
  } finally {
    await unlock();
  }
}

async function lock(path: string): Promise<() => Promise<void>> {
  const name = `${path}.lock`;
  for (let left = PATIENCE.tries; ; left--) {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await (await open(name, "wx", OWNER_ONLY)).close();
      return () => rm(name, { force: true });
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw new TokenFileError(`${path}: cannot be written${fileTrouble(error)}`, { cause: error });
      if (left === 0) throw new TokenFileError(`${path}: is being changed by another command; where none is running, remove ${name}`);
      await setTimeout(PATIENCE.pause);
    }
  }
}

/** Writes a tokens file in one step, readable by its owner only, who stays the same. */
async function writeTokenFile(path: string, tokens: readonly TokenRecord[]): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    await writeSecretFile(temporary, `${JSON.stringify({ version: 1, tokens }, null, 2)}\n`);
    await giveToOwnerOf(path, temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new TokenFileError(`${path}: cannot be written${fileTrouble(error)}`, { cause: error });
  }
}

/** A list that root changes stays readable for the service, which runs as another user. */
async function giveToOwnerOf(path: string, replacement: string): Promise<void> {
  const [owned, made] = await Promise.all([stat(path).catch(() => null), stat(replacement)]);
  if (owned !== null && owned.uid !== made.uid) await chown(replacement, owned.uid, owned.gid);
}

/** Writes a new file that only its owner can read; refuses to replace one. */
export async function writeSecretFile(path: string, content: string): Promise<void> {
  const file = await open(path, "wx", OWNER_ONLY);
  try {
    await file.writeFile(content, "utf8");
    await file.sync();
  } catch (error) {
    // Half a file would be in the way of the next try.
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await chmod(path, OWNER_ONLY);
}
