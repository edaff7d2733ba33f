import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Time after which an unused exception expires, in milliseconds. */
const VALID_MS = 60 * 60 * 1000;

interface Exception {
  readonly hash: string;
  /** When the exception was granted, in milliseconds since 1970. */
  readonly since: number;
}

/** The commands, identified by their keyed hash, that the hook allows once. */
export class Exceptions {
  private readonly file: string;

  constructor(private readonly folder: string) {
    this.file = join(folder, "allow-once.json");
  }

  add(hash: string, now: number): void {
    this.write([...this.valid(now), { hash, since: now }]);
  }

  /** Returns whether there is an exception for a command, and removes it. */
  use(hash: string, now: number): boolean {
    const valid = this.valid(now);
    const at = valid.findIndex((each) => each.hash === hash);
    if (at < 0) return false;
    this.write(valid.toSpliced(at, 1));
    return true;
  }

  private valid(now: number): Exception[] {
    try {
      const all = JSON.parse(readFileSync(this.file, "utf8")) as Exception[];
      return all.filter(({ since }) => now - since < VALID_MS);
    } catch {
      return [];
    }
  }

  private write(all: readonly Exception[]): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const temporary = `${this.file}.${process.pid}`;
    writeFileSync(temporary, JSON.stringify(all), { mode: 0o600 });
    renameSync(temporary, this.file);
  }
}
