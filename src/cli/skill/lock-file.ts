import { readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import * as v from "valibot";
import { Failure, fileErrorMessage } from "../failure.js";
import { sourceAddress } from "../fetched/source-address.js";
import { replaceFile } from "../replace-file.js";
import type { CheckedUnit } from "./check-unit.js";
import { slashed } from "./list-files.js";
import { LockedUnitSchema, type LockedUnit } from "./locked-unit.js";
import { changesOf, type UnitChange } from "./unit-changes.js";

const LockSchema = v.object({
  version: v.literal(1),
  tool: v.literal("curlew"),
  units: v.array(LockedUnitSchema),
});

/** A file that records units, so that a later run can report changes. */
export class Lock {
  private constructor(
    private readonly path: string,
    private readonly recorded: readonly LockedUnit[] | null,
  ) {}

  /**
   * Reads a lock file, which may not exist yet.
   * @throws Failure if it cannot be read or is not a lock file
   */
  static async read(cwd: string, name: string): Promise<Lock> {
    const path = resolve(cwd, name);
    let text: string;
    try {
      text = await readFile(path, "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT")
        return new Lock(path, null);
      throw new Failure(`${name}: ${fileErrorMessage(error)}`);
    }
    const parsed = v.safeParse(LockSchema, jsonOf(text));
    if (parsed.success) return new Lock(path, parsed.output.units);
    throw new Failure(
      `${name}: is not a lock file of this version; remove it, and run \`curlew skill --lock\` again to record the units`,
    );
  }

  /** Whether the file existed when it was read. */
  get isRecorded(): boolean {
    return this.recorded !== null;
  }

  /**
   * Returns the differences from the recorded units, sorted by path.
   * @param isCovered whether this run looked for units at an absolute path or a URL
   */
  compare(
    units: readonly CheckedUnit[],
    isCovered: (place: string) => boolean,
  ): readonly UnitChange[] {
    const before = (this.recorded ?? []).filter(({ path }) => isCovered(this.placeOf(path)));
    return changesOf(before, this.entriesOf(units));
  }

  /** Writes the units of this run, and the recorded units that this run did not look for. Returns the number of written units. */
  async write(
    units: readonly CheckedUnit[],
    isCovered: (place: string) => boolean,
  ): Promise<number> {
    const kept = (this.recorded ?? []).filter(({ path }) => !isCovered(this.placeOf(path)));
    const byPath = [...kept, ...this.entriesOf(units)].sort((a, b) => (a.path < b.path ? -1 : 1));
    const content = { version: 1, tool: "curlew", units: byPath };
    try {
      await replaceFile(this.path, `${JSON.stringify(content, null, 2)}\n`);
    } catch (error) {
      throw new Failure(`${this.path}: ${fileErrorMessage(error)}`);
    }
    return byPath.length;
  }

  private entriesOf(units: readonly CheckedUnit[]): LockedUnit[] {
    return units.map(({ kind, place, name, verdict, fingerprint, files }) => ({
      kind,
      path: isAddress(place) ? place : slashed(relative(dirname(this.path), place)) || ".",
      name,
      verdict,
      fingerprint,
      files: Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256])),
    }));
  }

  /** Returns the absolute path for a recorded path, which is relative to the folder of the lock file; returns a URL unchanged. */
  private placeOf(path: string): string {
    return isAddress(path) ? path : slashed(resolve(dirname(this.path), path));
  }
}

/** Whether a unit was recorded with its URL instead of a path. */
function isAddress(place: string): boolean {
  return sourceAddress(place) !== null;
}

/** Returns the parsed JSON; undefined if the text is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
