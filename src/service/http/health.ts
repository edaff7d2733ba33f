import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { Health } from "../../protocol/index.js";
import { ConfigError } from "../config/resolve.js";
import { problemResponses, ROUTE_PROBLEMS } from "./problem-responses.js";
import { registerProblems } from "./problems.js";
import { registerRequestLog } from "./request-log.js";
import { jsonSchema } from "./schema.js";

export interface Vitals {
  readonly isReady: () => Promise<boolean>;
  readonly isStopping: () => boolean;
  readonly registry: Registry;
}

/**
 * Serves `GET /healthz` (the process answers), `GET /readyz` (it can evaluate texts) and `GET /metrics`. None of them
 * costs more than saying what is known.
 */
export function registerVitals(app: FastifyInstance, { isReady, isStopping, registry }: Vitals): void {
  app.get("/healthz", { schema: schema("health", "Whether the service runs") }, async () => ({ status: "ok" }));
  app.get("/readyz", { schema: schema("readiness", "Whether the service can evaluate texts") }, async (_request, reply) => {
    const ready = !isStopping() && (await isReady().catch(() => false));
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ok" : "unavailable" });
  });
  app.get("/metrics", { schema: metricsSchema }, async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}

/** Paths that monitoring asks, some of whose programs name no host. */
export const VITAL_PATHS: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** The same on a port of their own: whoever reaches it may ask, by whatever name. */
export function createVitalsApp(vitals: Vitals, log: Logger): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log.child({ listener: "health" });
  const logController = new LogController({ disableRequestLogging: true });
  const app = fastify({ loggerInstance, logController, requestIdHeader: false, http: { requireHostHeader: false, headersTimeout: 5000 } });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  registerProblems(app);
  registerRequestLog(app, "debug");
  registerVitals(app, vitals);
  return app;
}

/**
 * Takes `PORT`, `ADDRESS:PORT` or `[ADDRESS]:PORT` apart.
 * @throws ConfigError where it is none of these
 */
export function listenAddress(value: string): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([\da-fA-F:.]+)\]:|([^:[\]]+):)?(\d{1,5})$/.exec(value) ?? [];
  if (port === undefined || Number(port) > 65_535) throw new ConfigError(`--health-listen ${value}: expected PORT or ADDRESS:PORT`);
  return { host: bracketed ?? plain ?? "127.0.0.1", port: Number(port) };
}

function schema(operationId: string, summary: string) {
  const body = jsonSchema(Health);
  return {
    operationId,
    summary,
    tags: ["operation"],
    response: { 200: { description: "Yes", ...body }, ...problemResponses(ROUTE_PROBLEMS), 503: { description: "No", ...body } },
  };
}

const metricsSchema = {
  operationId: "metrics",
  summary: "Metrics in the text format of Prometheus",
  tags: ["operation"],
  response: {
    200: { description: "Metrics", content: { "text/plain": { schema: { type: "string" } } } },
    ...problemResponses(ROUTE_PROBLEMS),
  },
};
