import type { CompiledPredicate } from "./predicates.js";
import type { PatternSource } from "./read-patterns.js";
import type { Role } from "./role.js";

/** A pattern that passed every check except the grammar's. */
export interface Pattern {
  readonly source: PatternSource;
  /** Its nodes without comments and predicates, with single spaces between tokens. */
  readonly structure: string;
  readonly predicates: readonly CompiledPredicate[];
  /** The roles of its captures; `_private` ones have none. */
  readonly roles: ReadonlyMap<string, Role>;
}

/** Returns the file and line of a pattern for traces and messages. */
export function placeOf({ file, start }: PatternSource): string {
  return `${file.path}:${String(file.text.slice(0, start).split("\n").length)}`;
}
