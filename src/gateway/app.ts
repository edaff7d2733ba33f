import type { FastifyInstance, onRequestHookHandler } from "fastify";
import type { Logger } from "pino";
import { Counter } from "prom-client";
import type { AssessmentRequest } from "../protocol/index.js";
import type { Redactor } from "../redactor/index.js";
import {
  checkTextSize,
  createHttpApp,
  Gate,
  JSON_MEDIA_TYPE,
  rateLimitOf,
  registerAuthentication,
  type Authenticator,
  type HttpConfig,
} from "../service/index.js";
import { Assessor, subjectHashOf, type AssessorOptions } from "./assessor.js";
import { CodeRegistry } from "./code-registry.js";
import type { EvaluatorPort } from "./evaluator-port.js";
import { assessmentSchema, versionSchema } from "./schemas.js";
import { describeGateway } from "./version.js";

export interface GatewayAppConfig extends HttpConfig {
  readonly requestsPerMinute: number;
  readonly maxConcurrent: number;
  readonly timeoutMs: number;
  readonly disableCode: readonly string[];
}

export interface GatewayAppOptions {
  readonly config: GatewayAppConfig;
  readonly log: Logger;
  readonly version: string;
  readonly evaluator: EvaluatorPort;
  readonly redactor: Redactor;
  readonly workshop: AssessorOptions["workshop"];
  readonly authenticator: Authenticator;
}

/** The gateway's HTTP interface; opens no port. */
export async function createGatewayApp(options: GatewayAppOptions): Promise<FastifyInstance> {
  const { config, log, version, evaluator, authenticator } = options;
  const codes = new CodeRegistry(config.disableCode);
  const { app, registry } = await createHttpApp({
    config,
    log,
    isReady: () => isReady(evaluator, authenticator),
    api: { title: "curlew gateway", version, description: "Assesses one text: a verdict, findings, and the types of personal data in it." },
  });
  const authenticate = await registerAuthentication(app, authenticator);
  const verdicts = new Counter({
    name: "curlew_assessments_total",
    help: "Assessed texts by verdict",
    labelNames: ["verdict"],
    registers: [registry],
  });
  evaluator.observe?.(registry);
  registerAssessments(app, options, { authenticate, verdicts });
  app.get("/v1/version", { schema: versionSchema }, () => describeGateway(version, evaluator, codes));
  return app;
}

interface AssessmentParts {
  readonly authenticate: onRequestHookHandler;
  readonly verdicts: Counter<"verdict">;
}

function registerAssessments(app: FastifyInstance, options: GatewayAppOptions, parts: AssessmentParts): void {
  const { config, evaluator, redactor, workshop } = options;
  const { authenticate, verdicts } = parts;
  const assessor = new Assessor({ evaluator, redactor, workshop, disabledCodes: config.disableCode, timeoutMs: config.timeoutMs });
  const gate = new Gate(config.maxConcurrent);
  const route = { schema: assessmentSchema, onRequest: authenticate, config: { rateLimit: rateLimitOf(config.requestsPerMinute) } };
  app.post<{ Body: AssessmentRequest }>("/v1/assessments", route, async (request, reply) => {
    checkTextSize(request.body.text, config.maxTextBytes);
    const subjectHash = await subjectHashOf(request.body.text);
    request.facts.subjectHash = subjectHash;
    const { verdict, json } = await gate.run(() => assessor.assess(request.body, subjectHash));
    request.facts.verdict = verdict;
    verdicts.inc({ verdict });
    return reply.type(JSON_MEDIA_TYPE).send(json);
  });
}

const READY_PATIENCE_MS = 2000;

async function isReady(evaluator: EvaluatorPort, authenticator: Authenticator): Promise<boolean> {
  try {
    await authenticator.count();
    return await evaluator.isReady(AbortSignal.timeout(READY_PATIENCE_MS));
  } catch {
    return false;
  }
}
