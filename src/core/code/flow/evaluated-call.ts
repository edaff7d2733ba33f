import type { Roles } from "../../query/role.js";
import type { CallExpr } from "../ir.js";
import type { Item, Value } from "./value.js";

/** A call with its parts evaluated. */
export interface Call {
  readonly expr: CallExpr;
  readonly callee: Value;
  /** The object of the method; UNKNOWN for a plain function. */
  readonly receiver: Value;
  readonly positional: readonly Item[];
  readonly named: ReadonlyMap<string, Item>;
  /** The name after the last dot; empty if the callee has none. */
  readonly method: string;
  /** The roles of the callee, and those of the method's name. */
  readonly roles: Roles;
  readonly methodRoles: Roles;
}
