import type { FastifyInstance, FastifyReply } from "fastify";
import type { AssessmentBatchRequest, AssessmentRequest } from "../protocol/index.js";
import { Redactor } from "../redactor/index.js";
import {
  admitting,
  clientOf,
  countFurther,
  createHttpApp,
  JSON_MEDIA_TYPE,
  withCall,
  rateLimitOf,
  Readiness,
  registerAuthentication,
  upstreamTimer,
} from "../service/index.js";
import type { GatewayAppOptions } from "./app-options.js";
import { Assessments } from "./assessments.js";
import { Assessor } from "./assessor.js";
import { assessBatch } from "./batch.js";
import { EvaluatorCodes } from "./evaluator-codes.js";
import type { EvaluatorPort } from "./evaluator-port.js";
import { probe } from "./probe.js";
import { assessmentSchema, batchSchema, gatewaySchemas, versionSchema } from "./schemas.js";
import { describeGateway } from "./version.js";

const API = "Assesses texts: a verdict, findings, and the types of personal data in each.";

/** Creates the app of the gateway's HTTP interface; does not open a port. */
export async function createGatewayApp(options: GatewayAppOptions): Promise<FastifyInstance> {
  const { config, log, version, evaluator, authenticator } = options;
  const codes = new EvaluatorCodes(config.disableCode);
  const readiness = new Readiness(() => probe(options, assessor));
  const { app, registry } = await createHttpApp({
    config,
    log,
    isReady: async () => {
      // The tokens file is read only if it has changed. If it cannot be read, the service is not ready.
      await authenticator.count();
      return readiness.isReady();
    },
    api: { title: "curlew gateway", version, description: API, schemas: gatewaySchemas },
  });
  const assessor = assessorOf(options, upstreamTimer(registry));
  evaluator.observe?.(registry);
  await registerAssessments(
    app,
    options,
    new Assessments({ config, assessor, readiness, registry }),
  );
  app.get("/v1/version", { schema: versionSchema }, () =>
    describeGateway(version, evaluator, codes),
  );
  return app;
}

function timedEvaluator(
  evaluator: EvaluatorPort,
  timed: ReturnType<typeof upstreamTimer>,
): Pick<EvaluatorPort, "mode" | "evaluate"> {
  return {
    mode: evaluator.mode,
    evaluate: (...args) => timed("evaluator", () => evaluator.evaluate(...args)),
  };
}

function assessorOf(
  { evaluator, reader, redactor, textWorker, config }: GatewayAppOptions,
  timed: ReturnType<typeof upstreamTimer>,
): Assessor {
  const finders = redactor.parts.finders.map((finder) => ({
    find: (...args: Parameters<typeof finder.find>) =>
      timed("presidio", () => finder.find(...args)),
  }));
  return new Assessor({
    evaluator: evaluator.mode === "embedded" ? evaluator : timedEvaluator(evaluator, timed),
    reader,
    redactor: new Redactor({ ...redactor.parts, finders }),
    textWorker,
    config,
  });
}

async function registerAssessments(
  app: FastifyInstance,
  { config, authenticator }: GatewayAppOptions,
  assessments: Assessments,
): Promise<void> {
  const onRequest = await registerAuthentication(app, authenticator);
  const limits = { rateLimit: rateLimitOf(config) };
  const common = { onRequest, preParsing: admitting(assessments.admission), config: limits };
  app.post<{ Body: AssessmentRequest }>(
    "/v1/assessments",
    { ...common, config: { ...limits, oneText: true }, schema: assessmentSchema },
    async (request, reply) => {
      const work = assessments.assess.bind(assessments, request.body, clientOf(request));
      const { verdict, subjectHash, json } = await withCall(request, reply, config.timeoutMs, work);
      Object.assign(request.facts, { verdict, subjectHash });
      return sendJson(reply, json);
    },
  );
  app.post<{ Body: AssessmentBatchRequest }>(
    "/v1/assessments/batch",
    { ...common, schema: batchSchema },
    async (request, reply) => {
      const { body } = request;
      const client = clientOf(request);
      request.facts.texts = body.requests.length;
      countFurther(app, client, body.requests.length - 1, config);
      return sendJson(
        reply,
        await withCall(request, reply, config.timeoutMs, (call) =>
          assessBatch(body, assessments, client, call),
        ),
      );
    },
  );
}

function sendJson(reply: FastifyReply, json: string | Buffer): FastifyReply {
  return reply.type(JSON_MEDIA_TYPE).send(json);
}
