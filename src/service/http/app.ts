import cors from "@fastify/cors";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { randomUUID } from "node:crypto";
import { ServiceError } from "../service-error.js";
import { bodyLimit, registerBodyParser } from "./body-parser.js";
import { ClientErrors } from "./client-errors.js";
import { isAllowedOrigin, registerGuards, type GuardOptions } from "./guards.js";
import { registerVitals } from "./monitoring.js";
import { registerRateLimit } from "./rate-limit.js";
import { createMetrics } from "./metrics.js";
import { registerOpenApi, type ApiDescription } from "./openapi.js";
import { answerProblem, answerUnrouted, registerProblems } from "./problems.js";
import { registerRequestLog } from "./request-log.js";
import { registerSchemas } from "./schema.js";
import "./fastify-types.js";
import { VitalsThread } from "./vitals-thread.js";

/** The HTTP configuration that both services share. */
export interface HttpConfig extends GuardOptions {
  readonly maxTextBytes: number;
  readonly keepAliveTimeoutMs: number;
  readonly headersTimeoutMs: number;
  readonly bodyTimeoutMs: number;
  /** The address for health, readiness and metrics, if they have a separate one. */
  readonly healthListen?: string | undefined;
}

/** The parts of an app that differ between the services. */
export interface HttpAppOptions {
  readonly config: HttpConfig;
  readonly log: Logger;
  readonly api: ApiDescription;
  /** Resolves to whether texts can be evaluated. Must be cheap, because anyone can call it, and often. */
  readonly isReady: () => Promise<boolean>;
}

/** Creates a Fastify app with everything that the services have in common; the caller adds the routes of its service. */
export async function createHttpApp(
  options: HttpAppOptions,
): Promise<{ app: FastifyInstance; registry: Registry }> {
  const { config, log, isReady } = options;
  const metrics = createMetrics(options.api.version);
  const clientErrors = new ClientErrors(metrics);
  const app = newFastify(options, clientErrors);
  const { registry } = metrics;
  const isStopping = () => app.lifecycle.stopping;
  const vitals = {
    isAlive: () => true,
    isReady: async () => !isStopping() && (await isReady().catch(() => false)) && !isStopping(),
    metrics: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
  app.decorate("lifecycle", { stopping: false });
  app.decorate(
    "vitals",
    config.healthListen === undefined
      ? undefined
      : new VitalsThread({ ...vitals, isStopping }, log),
  );
  // Otherwise Node would reject an expectation other than `100-continue`, without a problem document.
  app.server.on("checkExpectation", (request, response) => app.routing(request, response));
  // Otherwise Node would send 100 Continue for a body that may be refused.
  app.server.on("checkContinue", (request, response) => app.routing(request, response));
  clientErrors.watch(app);
  registerSchemas(app);
  registerProblems(app);
  registerRequestLog(app);
  registerStopping(app);
  registerTimeout(app, config);
  registerGuards(app, config);
  registerBodyParser(app, config);
  await registerCors(app, config);
  await registerRateLimit(app);
  await registerOpenApi(app, options.api);
  metrics.observe(app);
  if (app.vitals === undefined) registerVitals(app, vitals);
  return { app, registry };
}

function newFastify({ config, log }: HttpAppOptions, clientErrors: ClientErrors): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: bodyLimit(config.maxTextBytes),
    requestTimeout: config.bodyTimeoutMs,
    keepAliveTimeout: config.keepAliveTimeoutMs,
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => clientErrors.answer(app, error, socket),
    frameworkErrors: (_error, request, reply) => {
      request.facts = {};
      answerProblem(new ServiceError("malformed-request"), request, reply);
    },
    http: {
      headersTimeout: config.headersTimeoutMs,
      connectionsCheckingInterval: 1000,
      // The guards check `Host`; their response is a problem document.
      requireHostHeader: false,
    },
  });
  return app;
}

/** Sends CORS headers for allowed origins. `OPTIONS` is supported only for CORS preflight requests. */
async function registerCors(app: FastifyInstance, config: HttpConfig): Promise<void> {
  app.addHook("onRequest", async (request, reply) => {
    const { origin, "access-control-request-method": wanted } = request.headers;
    if (request.method === "OPTIONS" && (origin === undefined || wanted === undefined))
      return answerUnrouted(app, request, reply);
    return undefined;
  });
  await app.register(cors, {
    origin: (origin, done) => done(null, origin !== undefined && isAllowedOrigin(origin, config)),
    methods: ["GET", "POST"],
    allowedHeaders: ["authorization", "content-type"],
    exposedHeaders: ["retry-after", "x-request-id"],
    maxAge: 600,
  });
}

/** Disconnects a client that does not read its response, because its request occupies memory that others need. */
function registerTimeout(app: FastifyInstance, { bodyTimeoutMs }: HttpConfig): void {
  app.addHook("onSend", async (_request, { raw }) => {
    raw.setTimeout(bodyTimeoutMs, () => raw.destroy());
  });
}

/** While the service stops, running requests are answered, and new requests on open connections are rejected. */
function registerStopping(app: FastifyInstance): void {
  app.addHook("onRequest", async () => {
    if (app.lifecycle.stopping) throw new ServiceError("shutting-down", { retryAfter: 5 });
  });
  app.addHook("onSend", async (_request, reply) => {
    if (app.lifecycle.stopping) reply.header("connection", "close");
  });
}
