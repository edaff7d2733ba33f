import * as v from "valibot";

/** The entry of a unit in a lock file. */
export const LockedUnitSchema = v.object({
  kind: v.string(),
  path: v.string(),
  name: v.string(),
  verdict: v.string(),
  fingerprint: v.string(),
  files: v.record(v.string(), v.nullable(v.string())),
});

/** A unit as a lock file records it. */
export type LockedUnit = v.InferOutput<typeof LockedUnitSchema>;
