import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
} from "fastify";
import type { Logger } from "pino";
import { Health } from "../../protocol/index.js";
import { ConfigError } from "../config/resolve.js";
import { problemResponses, ROUTE_PROBLEMS } from "./problem-responses.js";
import { registerProblems } from "./problems.js";
import { registerRequestLog } from "./request-log.js";
import { jsonSchema } from "./schema.js";

/** Metrics in a text format. */
export interface MetricsText {
  /** The media type. */
  readonly type: string;
  readonly text: string;
}

export interface Vitals {
  /** Whether the process can respond to requests. */
  readonly isAlive: () => boolean;
  readonly isReady: () => Promise<boolean>;
  readonly metrics: () => Promise<MetricsText>;
}

/** Serves `GET /healthz` (the process can respond to requests), `GET /readyz` (the service can evaluate texts) and `GET /metrics`. */
export function registerVitals(app: FastifyInstance, { isAlive, isReady, metrics }: Vitals): void {
  const send = (reply: FastifyReply, yes: boolean) =>
    reply.code(yes ? 200 : 503).send({ status: yes ? "ok" : "unavailable" });
  app.get(
    "/healthz",
    { schema: schema("health", "Whether the service runs") },
    async (_request, reply) => send(reply, isAlive()),
  );
  app.get(
    "/readyz",
    { schema: schema("readiness", "Whether the service can evaluate texts") },
    async (_request, reply) => send(reply, await isReady()),
  );
  app.get("/metrics", { schema: metricsSchema }, async (_request, reply) => {
    const { type, text } = await metrics();
    return reply.type(type).send(text);
  });
}

/** Paths for monitoring. Some monitoring programs send no `Host` header. */
export const VITAL_PATHS: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Creates an app with only the monitoring endpoints, for a separate port. Any `Host` is accepted. */
export function createVitalsApp(vitals: Vitals, log: Logger): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log;
  const logController = new LogController({ disableRequestLogging: true });
  const app = fastify({
    loggerInstance,
    logController,
    requestIdHeader: false,
    http: { requireHostHeader: false, headersTimeout: 5000 },
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  registerProblems(app);
  registerRequestLog(app, "debug");
  registerVitals(app, vitals);
  return app;
}

/**
 * Parses `PORT` (on 127.0.0.1), `ADDRESS:PORT` or `[ADDRESS]:PORT`.
 * @throws ConfigError for anything else
 */
export function parseListenAddress(value: string): { host: string; port: number } {
  const [, bracketed, plain, port] =
    /^(?:\[([\da-fA-F:.]+)\]:|([^:[\]]+):)?(\d{1,5})$/.exec(value) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new ConfigError(`--health-listen ${value}: expected PORT or ADDRESS:PORT`);
  return { host: bracketed ?? plain ?? "127.0.0.1", port: Number(port) };
}

function schema(operationId: string, summary: string) {
  const body = jsonSchema(Health);
  return {
    operationId,
    summary,
    tags: ["operation"],
    response: {
      200: { description: "Yes", ...body },
      ...problemResponses(ROUTE_PROBLEMS),
      503: { description: "No", ...body },
    },
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
