import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** An exception that is not used ends after one hour. */
const MOST_MS = 60 * 60 * 1000;

interface Exception {
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Commands, by their keyed hash, that the hook lets through once. */
export class Exceptions {
  private readonly file: string;

  constructor(private readonly folder: string) {
    this.file = join(folder, "allow-once.json");
  }

  add(hash: string, now: number): void {
    this.write([...this.valid(now), { hash, since: now }]);
  }

  /** Returns whether there is an exception for this command, and uses it up. */
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
      return all.filter(({ since }) => now - since < MOST_MS);
    } catch {
      return [];
    }
  }

  private write(all: readonly Exception[]): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const beside = `${this.file}.${process.pid}`;
    writeFileSync(beside, JSON.stringify(all), { mode: 0o600 });
    renameSync(beside, this.file);
  }
}
