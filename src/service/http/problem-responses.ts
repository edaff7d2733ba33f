import { Problem, PROBLEM_MEDIA_TYPE, PROBLEMS, type ProblemCode } from "../../protocol/index.js";
import { jsonSchema } from "./schema.js";

/** The codes of errors that every route can respond with. */
export const ROUTE_PROBLEMS = [
  "malformed-request",
  "host-not-allowed",
  "origin-not-allowed",
  "not-found",
  "method-not-allowed",
  "headers-too-large",
  "internal-error",
  "shutting-down",
] as const satisfies ProblemCode[];

/** The codes of errors that every route that accepts a text can respond with. */
export const TEXT_PROBLEMS = [
  ...ROUTE_PROBLEMS,
  "unauthenticated",
  "request-timeout",
  "text-too-large",
  "unsupported-media-type",
  "invalid-request",
  "rate-limited",
  "overloaded",
  "evaluation-interrupted",
  "analysis-failed",
  "tokens-unavailable",
  "evaluation-timeout",
] as const satisfies ProblemCode[];

/** Returns the response schemas for the errors of a route, by status. */
export function problemResponses(codes: readonly ProblemCode[]): Record<number, object> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const schema = jsonSchema(Problem);
  const entries = [...byStatus].map(([status, names]) => [
    status,
    {
      description: names.map((name) => `\`${name}\``).join(", "),
      content: { [PROBLEM_MEDIA_TYPE]: { schema } },
    },
  ]);
  return Object.fromEntries(entries) as Record<number, object>;
}
