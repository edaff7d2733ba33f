import type { NameExpr, Stmt, Target } from "../ir.js";

/** Matches names of results that contain an error or a flag, and nothing of what a call returns besides it. */
const ERRORS = /^(?:err|ok)\d*$|Err$/;

/** Returns the targets of several results without those of errors, and statements that forget the earlier values of these. */
export function withoutErrors(targets: readonly Target[]): [(Target | null)[], Stmt[]] {
  const errors = targets.filter(
    (each): each is NameExpr => each.kind === "name" && ERRORS.test(each.name),
  );
  return [
    targets.map((each) => (errors.some((error) => error === each) ? null : each)),
    errors.map((target) => ({ kind: "forget", target })),
  ];
}
