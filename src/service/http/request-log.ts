import type { FastifyInstance } from "fastify";
import { traceparentOf } from "./with-call.js";

/**
 * Logs one line for each request that gets a response, and then releases the capacity reserved for the request. Also sets the headers that
 * all responses have. The URL is logged as the route's pattern, because a path or query could contain anything, even a token.
 */
export function registerRequestLog(app: FastifyInstance, level: "info" | "debug" = "info"): void {
  app.decorateRequest("facts");
  app.decorateRequest("releaseCapacity", undefined);
  app.addHook("onRequest", async (request, reply) => {
    const trace = traceparentOf(request)?.split("-")[1];
    request.facts = trace === undefined ? {} : { trace };
    reply.headers({
      "x-request-id": request.id,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
  });
  app.addHook("onResponse", async (request, reply) => {
    request.releaseCapacity?.();
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 1000) / 1000,
        ...request.facts,
      },
      "answered",
    );
  });
}
