import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { fileErrorReason } from "../file-error-reason.js";
import { readLastUse } from "./last-use.js";
import { generateToken, hashToken } from "./token.js";
import {
  changeTokenFile,
  isTokenName,
  readTokenFile,
  TokenFileError,
  writeSecretFile,
} from "./token-file.js";

/** The data of a token that may be shown: neither its value nor its hash. */
export interface TokenSummary {
  readonly name: string;
  readonly createdAt: string;
  readonly expiresAt?: string | undefined;
  /** Set if last uses are recorded and the token was used. */
  readonly lastUsedAt?: string | undefined;
}

/** Creates a token, and writes its value to `out` (readable only by its owner) and its hash to the tokens file. */
export async function createToken(options: {
  name: string;
  out: string;
  tokens: string;
  expiresAt?: Date | undefined;
}): Promise<void> {
  const { name, out, tokens, expiresAt } = options;
  if (resolve(out) === resolve(tokens))
    throw new TokenFileError(`${out}: is the list of tokens; write the value to another file`);
  if (!isTokenName(name))
    throw new TokenFileError("a token name has 1 to 64 letters, digits or . _ @ -");
  let written = false;
  try {
    await changeTokenFile(tokens, async (records) => {
      if (records.some((record) => record.name === name)) {
        throw new TokenFileError(
          `a token named ${name} already exists; revoke it first or choose another name`,
        );
      }
      const token = generateToken();
      await writeTokenValue(out, token);
      written = true;
      return [
        ...records,
        {
          name,
          sha256: hashToken(token),
          createdAt: new Date().toISOString(),
          ...(expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() }),
        },
      ];
    });
  } catch (error) {
    if (written) await rm(out, { force: true });
    throw error;
  }
}

async function writeTokenValue(out: string, token: string): Promise<void> {
  try {
    await writeSecretFile(out, `${token}\n`);
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    throw new TokenFileError(
      exists
        ? `${out}: already exists and is not replaced`
        : `${out}: cannot be written${fileErrorReason(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** Returns all tokens in the order in which they were created. */
export async function listTokens(tokens: string, lastUse?: string): Promise<TokenSummary[]> {
  const used = lastUse === undefined ? new Map<string, string>() : await readLastUse(lastUse);
  return (await readTokenFile(tokens)).map(({ name, createdAt, expiresAt }) => ({
    name,
    createdAt,
    expiresAt,
    lastUsedAt: used.get(name),
  }));
}

/** Removes a token from the list; a running service rejects it from then on. */
export async function revokeToken(options: { name: string; tokens: string }): Promise<void> {
  await changeTokenFile(options.tokens, (records) => {
    const kept = records.filter((record) => record.name !== options.name);
    if (kept.length === records.length)
      throw new TokenFileError(`there is no token named ${options.name}`);
    return kept;
  });
}
