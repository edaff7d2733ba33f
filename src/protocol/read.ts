import * as v from "valibot";

/** A message that matches its schema, or the places where it does not. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly places: readonly string[] };

/** Validates a message. The places are JSON pointers with a reason and never contain a value of the message. */
export function read<T>(schema: v.GenericSchema<unknown, T>, message: unknown): Reading<T> {
  const result = v.safeParse(schema, message, { abortPipeEarly: true });
  if (result.success) return { ok: true, value: result.output };
  return { ok: false, places: result.issues.map(describe) };
}

function describe(issue: v.BaseIssue<unknown>): string {
  const pointer = (issue.path ?? []).map((item) => `/${String(item.key)}`).join("");
  return `${pointer || "/"}: ${reasonOf(issue)}`;
}

/** Checks have their own messages; those of the library would repeat received values. */
function reasonOf({ type, message, expected }: v.BaseIssue<unknown>): string {
  if (type === "check") return message;
  return expected === null ? `fails ${type}` : `expected ${expected}`;
}
