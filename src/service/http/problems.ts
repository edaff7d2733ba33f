import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from "fastify";
import {
  problem,
  PROBLEM_MEDIA_TYPE,
  PROBLEMS,
  type Problem,
  type ProblemCode,
} from "../../protocol/index.js";
import { ServiceError } from "../service-error.js";
import { TokenFileError } from "../tokens/token-file.js";
import { placesOf } from "./schema.js";

/** Sends a problem document (RFC 9457) for every error. */
export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler(answerProblem);
  app.setNotFoundHandler((request, reply) => answerUnrouted(app, request, reply));
}

/** Sends the error for a request without a route: an unknown resource, or an unsupported method. */
export function answerUnrouted(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const allowed = methodsOf(app, request.url);
  if (allowed.length === 0) return answerProblem(new ServiceError("not-found"), request, reply);
  reply.header("allow", allowed.join(", "));
  return answerProblem(new ServiceError("method-not-allowed"), request, reply);
}

const METHODS: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Returns the methods that the resource of a URL supports. */
function methodsOf(app: FastifyInstance, url: string): HTTPMethods[] {
  const path = url.split("?", 1)[0] ?? "";
  return METHODS.filter((method) => app.hasRoute({ method, url: path }));
}

/** Codes with a status of 500 or above that are not logged as errors. */
const EXPECTED_CODES: ReadonlySet<ProblemCode> = new Set(["overloaded", "shutting-down"]);

/** Sends the problem document of an error, and logs the error. */
export function answerProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = toServiceError(error);
  const { code, details } = known;
  request.facts.problem = code;
  // Overload is not a defect, and logging each rejection would add to the load.
  const level = PROBLEMS[code].status >= 500 && !EXPECTED_CODES.has(code) ? "error" : "debug";
  request.log[level]({ code, err: details.cause ?? known }, "request failed");
  if (details.retryAfter !== undefined) reply.header("retry-after", details.retryAfter);
  if (code === "unauthenticated") reply.header("www-authenticate", "Bearer");
  const { detail, errors } = details;
  const extra = {
    requestId: request.id,
    ...(detail === undefined ? {} : { detail }),
    ...(errors === undefined ? {} : { errors }),
  };
  // The body is sent as bytes, because Fastify adds a charset to a string, and this media type has no such parameter.
  const body = Buffer.from(JSON.stringify(problem(code, extra)));
  return reply.code(PROBLEMS[code].status).type(PROBLEM_MEDIA_TYPE).send(body);
}

/** Returns the problem document of a thrown value, for one result of a batch. */
export function problemOf(error: unknown): Problem {
  const { code, details } = toServiceError(error);
  return problem(code, details.detail === undefined ? {} : { detail: details.detail });
}

/** Returns the service error for a thrown value. */
function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof TokenFileError)
    return new ServiceError("tokens-unavailable", { retryAfter: 5, cause: error });
  if (error instanceof Error) return fromFramework(error as FastifyError);
  return new ServiceError("internal-error", { cause: error });
}

/** Returns the service error for an error of Fastify or its plugins. */
function fromFramework(error: FastifyError): ServiceError {
  const code = typeof error.code === "string" ? error.code : "";
  if (Array.isArray(error.validation))
    return new ServiceError("invalid-request", { errors: placesOf(error.validation) });
  if (code.startsWith("FST_BEARER_AUTH_")) return new ServiceError("unauthenticated");
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new ServiceError("text-too-large");
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return new ServiceError("unsupported-media-type");
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return new ServiceError("malformed-request", { cause: error });
  return new ServiceError("internal-error", { cause: error });
}
