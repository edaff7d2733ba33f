import type { CompiledPredicate } from "./predicates.js";
import type { PatternSource } from "./read-patterns.js";
import type { Role } from "./role.js";

/** A pattern that passed every check but the grammar's. */
export interface Pattern {
  readonly source: PatternSource;
  /** Its nodes without comments and predicates, blanks folded. */
  readonly structure: string;
  readonly predicates: readonly CompiledPredicate[];
  /** What each of its captures says of a node; `_private` ones say nothing. */
  readonly roles: ReadonlyMap<string, Role>;
}

/** Where a pattern stands, as traces and messages name it. */
export function placeOf({ file, start }: PatternSource): string {
  return `${file.path}:${String(file.text.slice(0, start).split("\n").length)}`;
}
