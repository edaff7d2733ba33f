import rateLimit, { type RateLimitOptions } from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { ServiceError } from "../service-error.js";

/** Prepares the limit of requests a minute; a route takes it up through its `config`. */
export async function registerRateLimit(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false });
}

/** The limit for one route, counted by token, or by address where no token is asked for. */
export function rateLimitOf(requestsPerMinute: number): RateLimitOptions {
  return {
    max: requestsPerMinute,
    timeWindow: 60_000,
    // After authentication and before the body is read.
    hook: "preParsing",
    keyGenerator: (request) => request.facts.token ?? request.ip,
    errorResponseBuilder: () => new ServiceError("rate-limited"),
  };
}
