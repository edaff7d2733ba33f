import type { FastifyInstance } from "fastify";
import { Counter, Histogram, Registry } from "prom-client";

/** Counts and times requests, and serves `GET /metrics`. Returns the registry for further metrics. */
export function registerMetrics(app: FastifyInstance): Registry {
  const registry = new Registry();
  const duration = new Histogram({
    name: "curlew_http_request_duration_seconds",
    help: "Time from request to answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const problems = new Counter({
    name: "curlew_problems_total",
    help: "Error answers by code",
    labelNames: ["code"],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    if (request.facts.problem !== undefined) problems.inc({ code: request.facts.problem });
  });
  app.get("/metrics", { schema: metricsSchema }, async (_request, reply) => {
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return registry;
}

const metricsSchema = {
  operationId: "metrics",
  summary: "Metrics in the text format of Prometheus",
  tags: ["operation"],
  response: { 200: { description: "Metrics", content: { "text/plain": { schema: { type: "string" } } } } },
};
