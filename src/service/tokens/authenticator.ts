import { timingSafeEqual } from "node:crypto";
import { statSync } from "node:fs";
import type { LastUse } from "./last-use.js";
import { hashToken } from "./token.js";
import { readTokenFile, type TokenRecord } from "./token-file.js";

/** Checks tokens against the hashes in a file, and reads the file again when it changes. */
export class Authenticator {
  #stamp: string | undefined;
  #loading: Promise<readonly TokenRecord[]> = Promise.resolve([]);

  /** @param lastUse records every use of a token */
  constructor(
    readonly path: string,
    readonly lastUse?: Pick<LastUse, "note">,
  ) {}

  /**
   * Returns the name of a token, or `undefined` if it is not listed or has expired. Rejects if the file cannot be read: a token
   * of an earlier version of the file may have been revoked.
   */
  async identify(token: string): Promise<string | undefined> {
    const records = await this.#records();
    const hash = Buffer.from(hashToken(token), "hex");
    let name: string | undefined;
    // All records are compared, so that the time does not depend on which one matches.
    for (const record of records) {
      if (timingSafeEqual(hash, Buffer.from(record.sha256, "hex")) && !isExpired(record))
        name = record.name;
    }
    if (name !== undefined) this.lastUse?.note(name);
    return name;
  }

  /** Returns the number of valid tokens. */
  async count(): Promise<number> {
    return (await this.#records()).filter((record) => !isExpired(record)).length;
  }

  async #records(): Promise<readonly TokenRecord[]> {
    try {
      const stamp = fileStamp(this.path);
      if (stamp !== this.#stamp) {
        this.#stamp = stamp;
        this.#loading = readTokenFile(this.path);
      }
      return await this.#loading;
    } catch (error) {
      this.#stamp = undefined;
      throw error;
    }
  }
}

function isExpired({ expiresAt }: TokenRecord): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();
}

/**
 * Returns a string that changes whenever the file is written or replaced. It is computed for each request, so that a revoked
 * token is rejected at once; a synchronous system call is cheaper than using the thread pool.
 */
function fileStamp(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return `${ino}/${size}/${mtimeNs}/${ctimeNs}`;
  } catch {
    // Reading the file reports the error; a missing file contains no tokens.
    return "absent";
  }
}
