import type { TraceStep } from "../../model.js";
import type { Role } from "../../query/role.js";
import type { Source } from "../../source.js";
import type { Place } from "../ir.js";
import type { Group } from "./syntax.js";

/** A text that was fetched or decoded. */
export interface Held {
  readonly kind: "fetched" | "decoded";
  /** The variable that brought it in, where one did. */
  readonly variable: Place | null;
  readonly role: Role;
  /** Where the decoder stands, or the text of a program in an encoding; absent for what was fetched. */
  readonly encoded?: { readonly at: number } | { readonly program: string };
  readonly steps: readonly TraceStep[];
}

export interface Value {
  readonly held: Held | null;
  /** A text that is known. */
  readonly text: Source | null;
  readonly block: Group | null;
  /** What makes a block of a text, where this is one: to call it is to execute that. */
  readonly created: Role | null;
}

export const NOTHING_KNOWN: Value = { held: null, text: null, block: null, created: null };

/** A value made out of others. */
export function carried(values: readonly Value[]): Value {
  const held = values.find((value) => value.held !== null)?.held ?? null;
  return held === null ? NOTHING_KNOWN : { ...NOTHING_KNOWN, held };
}
