import type { Place, Stmt, Target } from "./ir.js";
import { assigned } from "./lowering.js";

/** The name under which a handler of exceptions reads what was thrown. It is no name of a program. */
export const CAUGHT = "(caught)";

/** Returns the statement that assigns a caught exception to the variable of its handler. */
export function caught({ start, end }: Place, target: Target): Stmt {
  return assigned({ start, end }, target, { kind: "name", name: CAUGHT, start, end });
}
