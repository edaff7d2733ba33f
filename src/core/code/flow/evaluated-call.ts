import type { Roles } from "../../query/role.js";
import type { CallExpr } from "../ir.js";
import type { Item, Value } from "./value.js";

/** A call with its parts evaluated. */
export interface Call {
  readonly expr: CallExpr;
  readonly callee: Value;
  /** What the method is called on; UNKNOWN for a plain function. */
  readonly receiver: Value;
  readonly positional: readonly Item[];
  readonly named: ReadonlyMap<string, Item>;
  /** The name after the last dot; empty where the callee has none. */
  readonly method: string;
  /** The roles of what is called, and those of the method's name. */
  readonly roles: Roles;
  readonly methodRoles: Roles;
}
