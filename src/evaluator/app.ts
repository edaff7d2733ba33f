import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Logger } from "pino";
import {
  EvaluationRequest,
  EvaluationResponse,
  EvaluatorVersion,
  Health,
} from "../protocol/index.js";
import {
  Admission,
  admitting,
  checkTextSize,
  clientOf,
  createHttpApp,
  JSON_MEDIA_TYPE,
  jsonSchema,
  Lanes,
  withCall,
  problemResponses,
  rateLimitOf,
  registerAuthentication,
  registerLoadMetrics,
  ROUTE_PROBLEMS,
  TEXT_PROBLEMS,
  type AdmissionLimits,
  type Authenticator,
  type HttpConfig,
  type RateConfig,
} from "../service/index.js";
import type { Evaluator } from "./evaluator.js";

export interface EvaluatorAppOptions {
  /** The configuration; values that are read for each request may change. */
  readonly config: HttpConfig &
    AdmissionLimits &
    RateConfig & { readonly workers: number; readonly timeoutMs: number };
  readonly log: Logger;
  readonly evaluator: Evaluator;
  /** Checks the tokens of requests; `undefined` if none is required. */
  readonly authenticator: Authenticator | undefined;
}

const API = "Classifies one text: whether it fetches and runs, or decodes and runs, code";

/** Creates the app of the evaluator's HTTP interface; does not open a port. */
export async function createEvaluatorApp(options: EvaluatorAppOptions): Promise<FastifyInstance> {
  const { evaluator, log, config, authenticator } = options;
  const version = (await evaluator.version()).version;
  const { app, registry } = await createHttpApp({
    config,
    log,
    isReady: async () => evaluator.isReady,
    api: { title: "curlew evaluator", version, description: API, schemas: evaluatorSchemas },
  });
  const onRequest =
    authenticator === undefined ? [] : [await registerAuthentication(app, authenticator)];
  registerEvaluation(app, options, onRequest, registry);
  registerVersion(app, evaluator);
  registerPoolMetrics(registry, evaluator);
  return app;
}

function registerEvaluation(
  app: FastifyInstance,
  { config, evaluator, authenticator }: EvaluatorAppOptions,
  onRequest: onRequestHookHandler[],
  registry: Registry,
): void {
  const evaluations = evaluationCounter(registry);
  const admission = new Admission(config);
  const lanes = new Lanes(config.workers);
  registerLoadMetrics(registry, { admission, lanes });
  const schema = {
    ...evaluateSchema,
    ...(authenticator === undefined ? {} : { security: [{ token: [] }] }),
  };
  const route = {
    schema,
    onRequest,
    preParsing: admitting(admission),
    config: { rateLimit: rateLimitOf(config), oneText: true },
  };
  app.post<{ Body: EvaluationRequest }>("/v1/evaluate", route, async (request, reply) => {
    const { body } = request;
    checkTextSize(body.text, config.maxTextBytes);
    const { code, json } = await withCall(request, reply, config.timeoutMs, (call) =>
      lanes.run({ length: body.text.length, client: clientOf(request), call }, () =>
        evaluator.evaluate(body, call),
      ),
    );
    request.facts.verdict = code;
    evaluations.inc({ code });
    return reply
      .type(JSON_MEDIA_TYPE)
      .send(Buffer.from(json.buffer, json.byteOffset, json.byteLength));
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

/** Registers the metrics of the pool. */
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

const evaluatorSchemas = {
  EvaluationRequest: jsonSchema(EvaluationRequest),
  EvaluationResponse: jsonSchema(EvaluationResponse),
  EvaluatorVersion: jsonSchema(EvaluatorVersion),
  Health: jsonSchema(Health),
};
