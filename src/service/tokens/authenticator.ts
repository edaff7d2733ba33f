import { timingSafeEqual } from "node:crypto";
import { statSync } from "node:fs";
import type { LastUse } from "./last-use.js";
import { hashToken } from "./token.js";
import { readTokenFile, type TokenRecord } from "./token-file.js";

/** Checks tokens against the hashes in a file, and follows the file as it changes. */
export class Authenticator {
  #stamp: string | undefined;
  #loading: Promise<readonly TokenRecord[]> = Promise.resolve([]);

  /** @param lastUse called for every use of a token */
  constructor(
    readonly path: string,
    readonly lastUse?: Pick<LastUse, "note">,
  ) {}

  /**
   * Returns the name of the token, or `undefined` if it is not on the list. Rejects if the list cannot be read: then no token is accepted,
   * because a token of an older list may have been revoked.
   */
  async identify(token: string): Promise<string | undefined> {
    const records = await this.#records();
    const hash = Buffer.from(hashToken(token), "hex");
    let name: string | undefined;
    // All are compared, so that the time does not depend on which one matched.
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
 * Changes whenever the file is replaced or written. Asked for each request, so that a revoked token
 * ends at once; one system call, which is cheaper than a turn on the thread pool.
 */
function fileStamp(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return `${ino}/${size}/${mtimeNs}/${ctimeNs}`;
  } catch {
    // Reading it reports what is wrong, or that the file is missing.
    return "absent";
  }
}
