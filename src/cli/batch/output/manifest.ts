import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { Failure, fileErrorMessage } from "../../failure.js";
import type { Tally } from "../measure/tally.js";
import type { ReportedText } from "../record/reported-text.js";
import type { InputFailure, Problem } from "../shard.js";

/** The identity of a run: runs with equal identity have equal output. */
export type Identity = Readonly<Record<string, unknown>>;

/** A finished shard. */
export interface Finished {
  readonly input: number;
  readonly name: string;
  readonly next: number;
  readonly nextFirst: number;
  /** Size of the output after this shard, in bytes. */
  readonly bytes: number;
  readonly tally: Tally;
  readonly exhibits: readonly ReportedText[];
  readonly problems: readonly Problem[];
  readonly stopped: boolean;
}

type Entry =
  | { readonly run: Identity }
  | { readonly finished: Finished }
  | { readonly failed: InputFailure }
  | { readonly complete: true };

/** The entries of an earlier run's manifest. */
export interface Earlier {
  readonly finished: readonly Finished[];
  readonly failed: readonly InputFailure[];
  readonly complete: boolean;
}

/**
 * The finished shards of a run, in a file next to the output: a line of JSON for the run, one for each finished shard and each
 * failed input, and one at the end. A line is written after the output that it describes; an incomplete last line is ignored.
 */
export class Manifest {
  private constructor(readonly path: string) {}

  static pathFor(output: string): string {
    return `${output}.manifest`;
  }

  static start(path: string, identity: Identity): Manifest {
    const manifest = new Manifest(path);
    manifest.guarded(() => writeFileSync(path, lineOf({ run: identity })));
    return manifest;
  }

  /** @throws Failure if the manifest is of another run */
  static resume(path: string, identity: Identity): { manifest: Manifest; earlier: Earlier } {
    const manifest = new Manifest(path);
    const { run, ...earlier } = read(path);
    const different = Object.keys({ ...run, ...identity }).filter(
      (key) => JSON.stringify(run[key]) !== JSON.stringify(identity[key]),
    );
    if (different.length > 0) {
      throw new Failure(
        `cannot resume: ${path} belongs to a run with different ${different.join(", ")}; repeat the same command, or start over with --force`,
      );
    }
    // removes an incomplete last line, to which the next entry would be appended
    manifest.guarded(() => writeFileSync(path, read(path).lines.join("")));
    return { manifest, earlier };
  }

  finish(finished: Finished): void {
    this.append({ finished });
  }

  fail(failed: InputFailure): void {
    this.append({ failed });
  }

  complete(): void {
    this.append({ complete: true });
  }

  private append(entry: Entry): void {
    this.guarded(() => appendFileSync(this.path, lineOf(entry)));
  }

  private guarded(write: () => void): void {
    try {
      write();
    } catch (error) {
      throw new Failure(`cannot write ${this.path}: ${fileErrorMessage(error)}`);
    }
  }
}

/** Whether a run that writes this output was started and not completed. */
export function isUnfinished(output: string): boolean {
  const path = Manifest.pathFor(output);
  return existsSync(path) && !read(path).complete;
}

function lineOf(entry: Entry): string {
  return `${JSON.stringify(entry)}\n`;
}

interface ReadManifest extends Earlier {
  readonly run: Identity;
  readonly lines: readonly string[];
}

function read(path: string): ReadManifest {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new Failure(`cannot read ${path}: ${fileErrorMessage(error)}`);
  }
  let run: Identity | null = null;
  const finished: Finished[] = [];
  const failed: InputFailure[] = [];
  const lines: string[] = [];
  let complete = false;
  for (const line of text.match(/.*\n/g) ?? []) {
    const entry = parse(line);
    if (entry === null) break;
    lines.push(line);
    if ("run" in entry) run = entry.run;
    else if ("finished" in entry) finished.push(entry.finished);
    else if ("failed" in entry) failed.push(entry.failed);
    else complete = true;
  }
  return { run: run ?? {}, finished, failed, complete, lines };
}

function parse(line: string): Entry | null {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return null;
  }
}
