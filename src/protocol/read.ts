import * as v from "valibot";

/** The validated message, or the problems: for each, a JSON pointer with the reason why the value does not match the schema. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly places: readonly string[] };

/** Validates a message. The problems never contain a value of the message. */
export function read<T>(schema: v.GenericSchema<unknown, T>, message: unknown): Reading<T> {
  const result = v.safeParse(schema, message, { abortPipeEarly: true });
  if (result.success) return { ok: true, value: result.output };
  return { ok: false, places: result.issues.map(describe) };
}

function describe(issue: v.BaseIssue<unknown>): string {
  const pointer = (issue.path ?? []).map((item) => `/${String(item.key)}`).join("");
  return `${pointer || "/"}: ${reasonOf(issue)}`;
}

/** Returns why a value does not match. Only the messages of custom checks are used, because Valibot's repeat the received value. */
function reasonOf({ type, message, expected }: v.BaseIssue<unknown>): string {
  if (type === "check") return message;
  return expected === null ? `fails ${type}` : `expected ${expected}`;
}
