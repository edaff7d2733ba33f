import { plural } from "../report/text.js";
import type { LockedUnit } from "./locked-unit.js";

/** The differences between a recorded unit and its current state. */
export interface UnitChange {
  readonly change: "added" | "removed" | "changed";
  readonly kind: string;
  /** The path in the lock file. */
  readonly path: string;
  readonly files: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
  /** The recorded and the current verdict; null if the unit was not recorded or was not found. */
  readonly verdict: { readonly before: string | null; readonly after: string | null };
}

/** Returns the differences between two lists of units, sorted by path. */
export function changesOf(
  before: readonly LockedUnit[],
  after: readonly LockedUnit[],
): UnitChange[] {
  const keyOf = ({ kind, path }: LockedUnit): string => `${path}\0${kind}`;
  const old = new Map(before.map((unit) => [keyOf(unit), unit]));
  const now = new Map(after.map((unit) => [keyOf(unit), unit]));
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort()
    .flatMap((key) => changeOf(old.get(key), now.get(key)) ?? []);
}

function changeOf(
  before: LockedUnit | undefined,
  after: LockedUnit | undefined,
): UnitChange | null {
  const unit = after ?? before;
  if (unit === undefined) return null;
  if (before?.fingerprint === after?.fingerprint && before?.verdict === after?.verdict) return null;
  const old = new Map(Object.entries(before?.files ?? {}));
  const now = new Map(Object.entries(after?.files ?? {}));
  return {
    change: before === undefined ? "added" : after === undefined ? "removed" : "changed",
    kind: unit.kind,
    path: unit.path,
    files: {
      added: [...now.keys()].filter((path) => !old.has(path)),
      removed: [...old.keys()].filter((path) => !now.has(path)),
      changed: [...now]
        .filter(([path, hash]) => old.has(path) && old.get(path) !== hash)
        .map(([path]) => path),
    },
    verdict: { before: before?.verdict ?? null, after: after?.verdict ?? null },
  };
}

/** Returns a description of a change: the predicate of a sentence whose subject is the unit. */
export function describeChange({ change, files, verdict }: UnitChange): string {
  if (change === "added") return "is not in the lock file";
  if (change === "removed") return "is in the lock file and was not found";
  const parts = (["added", "removed", "changed"] as const).flatMap((what) => {
    const names = files[what];
    const shown = `${names.slice(0, 5).join(", ")}${names.length > 5 ? ", …" : ""}`;
    return names.length === 0 ? [] : [`${plural(names.length, "file")} ${what} (${shown})`];
  });
  return [
    ...parts,
    ...(verdict.before === verdict.after ? [] : [`verdict ${verdict.before} → ${verdict.after}`]),
  ].join(", ");
}
