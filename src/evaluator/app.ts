import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Logger } from "pino";
import { EvaluationRequest, EvaluationResponse, EvaluatorVersion } from "../protocol/index.js";
import {
  checkTextSize,
  createHttpApp,
  JSON_MEDIA_TYPE,
  jsonSchema,
  problemResponses,
  rateLimitOf,
  registerAuthentication,
  ROUTE_PROBLEMS,
  TEXT_PROBLEMS,
  type Authenticator,
  type HttpConfig,
} from "../service/index.js";
import type { Evaluator } from "./evaluator.js";

export interface EvaluatorAppOptions {
  readonly config: HttpConfig & { readonly requestsPerMinute: number };
  readonly log: Logger;
  readonly evaluator: Evaluator;
  /** Asks requests for a token; without it none is asked for. */
  readonly authenticator: Authenticator | undefined;
}

/** The evaluator's HTTP interface; opens no port. */
export async function createEvaluatorApp(options: EvaluatorAppOptions): Promise<FastifyInstance> {
  const { evaluator, log, config, authenticator } = options;
  const version = (await evaluator.version()).version;
  const { app, registry } = await createHttpApp({
    config,
    log,
    isReady: () => evaluator.isReady(),
    api: { title: "curlew evaluator", version, description: "Classifies one text: does it fetch and run, or decode and run, code?" },
  });
  const onRequest = authenticator === undefined ? [] : [await registerAuthentication(app, authenticator)];
  registerEvaluation(app, options, onRequest, evaluationCounter(registry));
  registerVersion(app, evaluator);
  registerPoolMetrics(registry, evaluator);
  return app;
}

function registerEvaluation(
  app: FastifyInstance,
  { config, evaluator, authenticator }: EvaluatorAppOptions,
  onRequest: onRequestHookHandler[],
  evaluations: Counter<"code">,
): void {
  const schema = { ...evaluateSchema, ...(authenticator === undefined ? {} : { security: [{ token: [] }] }) };
  const rateLimit = rateLimitOf(config.requestsPerMinute);
  app.post<{ Body: EvaluationRequest }>("/v1/evaluate", { schema, onRequest, config: { rateLimit } }, async (request, reply) => {
    checkTextSize(request.body.text, config.maxTextBytes);
    const { code, json } = await evaluator.evaluate(request.body);
    request.facts.verdict = code;
    evaluations.inc({ code });
    return reply.type(JSON_MEDIA_TYPE).send(Buffer.from(json.buffer, json.byteOffset, json.byteLength));
  });
}

function registerVersion(app: FastifyInstance, evaluator: Evaluator): void {
  app.get("/v1/version", { schema: versionSchema }, () => evaluator.version());
}

function evaluationCounter(registry: Registry): Counter<"code"> {
  return new Counter({
    name: "curlew_evaluations_total",
    help: "Evaluated texts by code",
    labelNames: ["code"],
    registers: [registry],
  });
}

/** How much the pool has to do. */
export function registerPoolMetrics(registry: Registry, { options: { pool } }: Evaluator): void {
  new Gauge({
    name: "curlew_evaluations_under_way",
    help: "Evaluations running or waiting",
    registers: [registry],
    collect() {
      this.set(pool.underWay);
    },
  });
  new Gauge({
    name: "curlew_worker_threads",
    help: "Threads that evaluate texts",
    registers: [registry],
    collect() {
      this.set(pool.threads);
    },
  });
}

const evaluateSchema = {
  operationId: "evaluate",
  summary: "Evaluate one text",
  tags: ["assessment"],
  body: jsonSchema(EvaluationRequest),
  response: {
    200: { description: "The evaluation", ...jsonSchema(EvaluationResponse) },
    ...problemResponses(TEXT_PROBLEMS),
  },
};

const versionSchema = {
  operationId: "version",
  summary: "What runs, and by which rules",
  tags: ["operation"],
  response: {
    200: { description: "The version", ...jsonSchema(EvaluatorVersion) },
    ...problemResponses(ROUTE_PROBLEMS),
  },
};
