import * as v from "valibot";

/** An entry of the error table: the HTTP status, and a title that is the same for every occurrence. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
}

/** Every error of a curlew service. The keys are stable values of `code`; a test checks that docs/errors.md lists the same codes. */
export const PROBLEMS = {
  "malformed-request": { status: 400, title: "The request is not well-formed HTTP or JSON" },
  unauthenticated: { status: 401, title: "A valid access token is required" },
  "origin-not-allowed": { status: 403, title: "The Origin is not on the allow-list" },
  "host-not-allowed": { status: 403, title: "The Host is not on the allow-list" },
  "not-found": { status: 404, title: "There is no such resource" },
  "method-not-allowed": { status: 405, title: "The resource does not support this method" },
  "request-timeout": { status: 408, title: "The request did not arrive in time" },
  "text-too-large": { status: 413, title: "The text is larger than the limit" },
  "unsupported-media-type": { status: 415, title: "The body must be application/json" },
  "invalid-request": { status: 422, title: "The request does not match the schema" },
  "rate-limited": { status: 429, title: "Too many requests with this token" },
  "headers-too-large": { status: 431, title: "The request headers are larger than the limit" },
  "client-closed": { status: 499, title: "The client disconnected before the response" },
  "internal-error": { status: 500, title: "The service failed" },
  "evaluator-unreachable": { status: 502, title: "The evaluator cannot be reached" },
  "evaluator-failed": { status: 502, title: "The evaluator answered with an error" },
  "evaluator-invalid-response": {
    status: 502,
    title: "The evaluator's response does not match the schema",
  },
  "evaluator-missing-revision": {
    status: 502,
    title: "The evaluator's response has no model revision",
  },
  "evaluator-unknown-code": { status: 502, title: "The evaluator answered with an unknown code" },
  "evaluator-unexpected-revision": {
    status: 502,
    title: "The evaluator is not the one that the gateway expects",
  },
  "evaluator-untrusted-assertion": {
    status: 502,
    title: "The evaluator's response contains personal-data assertions",
  },
  "redactor-failed": {
    status: 502,
    title: "The configured Presidio analyzer did not return a usable response",
  },
  overloaded: { status: 503, title: "The service is at its limit; try again later" },
  "evaluation-interrupted": { status: 503, title: "The evaluation was interrupted; try again" },
  "analysis-failed": {
    status: 503,
    title: "The analysis of this text failed twice; it is refused for some minutes",
  },
  "tokens-unavailable": { status: 503, title: "The list of tokens cannot be read" },
  "shutting-down": { status: 503, title: "The service is stopping" },
  "evaluation-timeout": { status: 504, title: "The evaluation did not finish in time" },
} as const satisfies Record<string, ProblemKind>;

/** A stable error code. */
export type ProblemCode = keyof typeof PROBLEMS;

/** All codes, in the order of the table. */
export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[];

/** Media type of an error body (RFC 9457). */
export const PROBLEM_MEDIA_TYPE = "application/problem+json";

/** A JSON pointer to a part of the request that does not match the schema, and the reason, which never contains a value from it. */
export const ProblemPlace = v.object({ pointer: v.string(), detail: v.string() });
export type ProblemPlace = v.InferOutput<typeof ProblemPlace>;

/** An error body. `type` is `urn:curlew:problem:` followed by the code. */
export const Problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.pipe(v.number(), v.integer()),
  /** Any string, because codes may be added within v1. */
  code: v.string(),
  detail: v.optional(v.string()),
  /** The id of the request in the logs. */
  requestId: v.optional(v.string()),
  errors: v.optional(v.array(ProblemPlace)),
});
export type Problem = v.InferOutput<typeof Problem>;

/** Builds the error body for a code. */
export function problem(
  code: ProblemCode,
  extra: Pick<Problem, "detail" | "requestId" | "errors"> = {},
): Problem {
  const { status, title } = PROBLEMS[code];
  return { type: `urn:curlew:problem:${code}`, title, status, code, ...extra };
}
