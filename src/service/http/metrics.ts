import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { ProblemCode } from "../../protocol/index.js";

/** Upper bounds of the histograms' buckets, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of a service. */
export interface Metrics {
  readonly registry: Registry;
  /** Counts an error response. */
  countProblem(code: ProblemCode): void;
}

/** Measures the process (event loop, memory, processor time), and counts and times requests. */
export function createMetrics(version: string): Metrics & { observe(app: FastifyInstance): void } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "curlew_build_info",
    help: "Versions of curlew and Node",
    labelNames: ["version", "node"],
    registers: [registry],
  }).set({ version, node: process.version }, 1);
  const duration = new Histogram({
    name: "curlew_http_request_duration_seconds",
    help: "Time from request to response",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
    registers: [registry],
  });
  const problems = new Counter({
    name: "curlew_problems_total",
    help: "Error responses by code",
    labelNames: ["code"],
    registers: [registry],
  });
  const countProblem = (code: ProblemCode) => problems.inc({ code });
  return {
    registry,
    countProblem,
    observe: (app) =>
      app.addHook("onResponse", async (request, reply) => {
        const route = request.routeOptions.url ?? "none";
        duration.observe(
          { method: request.method, route, status: String(reply.statusCode) },
          reply.elapsedTime / 1000,
        );
        if (request.facts.problem !== undefined) countProblem(request.facts.problem);
      }),
  };
}

/** Returns a function that runs a request to another service and measures its time. */
export function upstreamTimer(
  registry: Registry,
): <T>(upstream: string, work: () => Promise<T>) => Promise<T> {
  const duration = new Histogram({
    name: "curlew_upstream_request_duration_seconds",
    help: "Time that another service took to respond",
    labelNames: ["upstream", "outcome"],
    buckets: BUCKETS,
    registers: [registry],
  });
  return async (upstream, work) => {
    const started = performance.now();
    const observe = (outcome: string) =>
      duration.observe({ upstream, outcome }, (performance.now() - started) / 1000);
    try {
      const result = await work();
      observe("ok");
      return result;
    } catch (error) {
      observe("error");
      throw error;
    }
  };
}
