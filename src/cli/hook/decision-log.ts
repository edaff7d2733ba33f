import { createHmac, randomBytes } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { hmacSha256 } from "./hmac.js";

/** The decision in the log: none, deny or ask; `allowed-once` by an exception; `watched` if the hook only logs (`--watch`). */
export type Logged = "none" | "deny" | "ask" | "allowed-once" | "watched";

/** One line of the decision log. The line does not contain the command, only its keyed hash. */
export interface LogEntry {
  /** The time of the decision, in ISO 8601 format. */
  readonly time: string;
  readonly agent: string;
  readonly decision: Logged;
  readonly rules: readonly string[];
  /** The keyed hash of the command. */
  readonly hash: string;
}

/** Maximum size in bytes of a command that is hashed without `node:crypto`. For a longer one, loading `node:crypto` takes less time. */
const MAX_SHORT_BYTES = 2048;

/** Size above which the log is renamed and a new one is begun, in bytes; the previous log is kept. */
const MAX_BYTES = 2.5 * 1024 * 1024;

/** The decision log of this user: JSON lines in a folder that only this user can read. Methods throw errors of the file system. */
export class DecisionLog {
  private readonly file: string;
  private readonly keyFile: string;

  constructor(private readonly folder: string) {
    this.file = join(folder, "hook.jsonl");
    this.keyFile = join(folder, "hook.key");
  }

  /** Returns the HMAC-SHA-256 of a command with this user's key, as 16 hexadecimal digits. */
  hashOf(command: string): string {
    const text = Buffer.from(command);
    const key = this.key();
    const hash =
      text.length > MAX_SHORT_BYTES
        ? createHmac("sha256", key).update(text).digest()
        : Buffer.from(hmacSha256(key, text));
    return hash.toString("hex", 0, 8);
  }

  append(entry: LogEntry): void {
    if ((statSync(this.file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES)
      renameSync(this.file, `${this.file}.1`);
    appendFileSync(this.file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  }

  /** Returns all entries, the oldest first; lines that cannot be parsed are omitted. */
  entries(): LogEntry[] {
    return [`${this.file}.1`, this.file]
      .filter((path) => existsSync(path))
      .flatMap((path) => readFileSync(path, "utf8").split("\n"))
      .flatMap((line) => {
        try {
          return [JSON.parse(line) as LogEntry];
        } catch {
          return [];
        }
      });
  }

  private key(): Buffer {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    if (!existsSync(this.keyFile))
      try {
        writeFileSync(this.keyFile, randomBytes(32), { mode: 0o600, flag: "wx" });
      } catch (error) {
        // another hook has created the key in the meantime
        if (!existsSync(this.keyFile)) throw error;
      }
    return readFileSync(this.keyFile);
  }
}
