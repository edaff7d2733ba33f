import type { FastifyInstance } from "fastify";

/**
 * One line for each answered request. The URL is logged as the route's pattern: what a client puts
 * into a path or a query could be anything, a token included.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.decorateRequest("facts");
  app.addHook("onRequest", async (request, reply) => {
    request.facts = {};
    reply.headers({ "x-request-id": request.id, "cache-control": "no-store", "x-content-type-options": "nosniff" });
  });
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
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
