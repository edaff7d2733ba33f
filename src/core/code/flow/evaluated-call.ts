import type { Roles } from "../../query/role.js";
import type { CallExpr } from "../ir.js";
import type { Item, Value } from "./value.js";

/** An evaluated call. */
export interface Call {
  readonly expr: CallExpr;
  readonly callee: Value;
  /** The object whose method is called; UNKNOWN for a plain function. */
  readonly receiver: Value;
  readonly positional: readonly Item[];
  /** The other lists of arguments that the call may have, because an argument that is spread may be several lists. */
  readonly others?: readonly (readonly Item[])[];
  readonly named: ReadonlyMap<string, Item>;
  /** The name after the last dot; empty if the callee has none. */
  readonly method: string;
  /** The roles of the callee. */
  readonly roles: Roles;
  /** The roles of the method's name on any object. */
  readonly methodRoles: Roles;
}
