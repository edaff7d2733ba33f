import rateLimit, { type FastifyRateLimitStore, type RateLimitOptions } from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { ServiceError } from "../service-error.js";
import { clientOf } from "./admission.js";

export interface RateConfig {
  /** Maximum number of requests per minute with one token; 0 means no limit. */
  readonly requestsPerMinute: number;
}

const WINDOW_MS = 60_000;

/** Maximum number of clients whose requests are counted; the client whose last request is oldest is forgotten first. */
const MAX_CLIENTS = 5000;

interface Usage {
  count: number;
  since: number;
}

/** Counts the requests of each client. A client's minute begins with its first request. */
export class Usages {
  readonly #usages = new Map<string, Usage>();

  /** @param now milliseconds on a monotonic clock */
  constructor(readonly now: () => number = () => performance.now()) {}

  /** Adds requests of a client. Returns the number in the client's current minute, and as `ttl` the milliseconds until it ends. */
  add(client: string, requests: number): { current: number; ttl: number } {
    const now = this.now();
    const known = this.#usages.get(client);
    const usage =
      known === undefined || now - known.since >= WINDOW_MS ? { count: 0, since: now } : known;
    usage.count += requests;
    this.#usages.delete(client);
    this.#usages.set(client, usage);
    if (this.#usages.size > MAX_CLIENTS)
      this.#usages.delete(this.#usages.keys().next().value ?? client);
    return { current: usage.count, ttl: WINDOW_MS - (now - usage.since) };
  }
}

/** Registers the limit of requests per minute; a route enables it in its `config`. */
export async function registerRateLimit(app: FastifyInstance): Promise<void> {
  const usages = new Usages();
  class Store implements FastifyRateLimitStore {
    incr(
      client: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
    ): void {
      done(null, usages.add(client, 1));
    }
    child(): FastifyRateLimitStore {
      return this;
    }
  }
  app.decorate("usages", usages);
  await app.register(rateLimit, { global: false, store: Store });
}

/** Returns the limit for one route, counted by token, or by IP address if no token is required. */
export function rateLimitOf(config: RateConfig): RateLimitOptions {
  return {
    max: () => config.requestsPerMinute,
    allowList: () => config.requestsPerMinute === 0,
    timeWindow: WINDOW_MS,
    // This hook runs after authentication and before memory for the body is reserved.
    hook: "onRequest",
    keyGenerator: clientOf,
    errorResponseBuilder: () => new ServiceError("rate-limited"),
  };
}

/**
 * Counts additional requests for a batch, because each of its texts counts as one request.
 * @throws ServiceError `rate-limited` if the limit is exceeded
 */
export function countFurther(
  app: FastifyInstance,
  client: string,
  requests: number,
  { requestsPerMinute }: RateConfig,
): void {
  if (requestsPerMinute === 0 || requests <= 0) return;
  const { current, ttl } = app.usages.add(client, requests);
  if (current > requestsPerMinute)
    throw new ServiceError("rate-limited", { retryAfter: Math.ceil(ttl / 1000) });
}
