import { randomBytes } from "node:crypto";
import { readFile, rename, rm } from "node:fs/promises";
import type { Logger } from "pino";
import * as v from "valibot";
import { read } from "../../protocol/index.js";
import { writeSecretFile } from "./token-file.js";

const LastUseFile = v.record(v.string(), v.pipe(v.string(), v.isoTimestamp()));

/** Milliseconds from the first new use until the file is written. */
const PAUSE_MS = 60_000;

/** Returns the times when tokens were last used, by the tokens' names. A file that cannot be read counts as empty. */
export async function readLastUse(path: string): Promise<ReadonlyMap<string, string>> {
  try {
    const file = read(LastUseFile, JSON.parse(await readFile(path, "utf8")));
    return new Map(file.ok ? Object.entries(file.value) : []);
  } catch {
    return new Map();
  }
}

/** Stores in a file when tokens were last used. */
export class LastUse {
  readonly #used = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #isNew = false;

  /** @param failed called when the file cannot be written */
  constructor(
    readonly path: string,
    readonly failed: (error: unknown) => void,
  ) {}

  /** Records that a token is used now. */
  note(name: string): void {
    this.#used.set(name, Date.now());
    this.#isNew = true;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.write();
    }, PAUSE_MS).unref();
  }

  /** Writes the new times. */
  async write(): Promise<void> {
    if (!this.#isNew) return;
    this.#isNew = false;
    const temporary = `${this.path}.${randomBytes(6).toString("hex")}`;
    try {
      const entries = new Map(await readLastUse(this.path));
      for (const [name, time] of this.#used) entries.set(name, new Date(time).toISOString());
      await writeSecretFile(temporary, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
      await rename(temporary, this.path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      this.failed(error);
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.write();
  }
}

/** Returns the store for the configured file, if there is one. A file that cannot be written only causes a warning in the log. */
export function lastUseOf(
  { lastUse }: { readonly lastUse?: string | undefined },
  log: Logger,
): LastUse | undefined {
  if (lastUse === undefined) return undefined;
  return new LastUse(lastUse, (error) =>
    log.warn({ err: error, file: lastUse }, "last use of tokens not written"),
  );
}
