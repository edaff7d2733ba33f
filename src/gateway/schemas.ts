import {
  AssessmentBatchRequest,
  AssessmentBatchResponse,
  AssessmentRequest,
  AssessmentResponse,
  GatewayVersion,
  Health,
} from "../protocol/index.js";
import { jsonSchema, problemResponses, ROUTE_PROBLEMS, TEXT_PROBLEMS } from "../service/index.js";

/** The schema of `POST /v1/assessments`, for validation and for the OpenAPI document. */
export const assessmentSchema = {
  operationId: "assess",
  summary: "Assess one text",
  description:
    "Spans count in `offsetEncoding`, UTF-16 code units unless asked otherwise. An entity type names a pattern; a redacted URL category does not prove personal sensitivity.",
  tags: ["assessment"],
  security: [{ token: [] }],
  body: jsonSchema(AssessmentRequest),
  response: {
    200: { description: "The assessment", ...jsonSchema(AssessmentResponse) },
    ...problemResponses([
      ...TEXT_PROBLEMS,
      "evaluator-unreachable",
      "evaluator-failed",
      "evaluator-invalid-response",
      "evaluator-missing-revision",
      "evaluator-unknown-code",
      "evaluator-unexpected-revision",
      "evaluator-untrusted-assertion",
      "redactor-failed",
    ]),
  },
};

/** The schema of `POST /v1/assessments/batch`. */
export const batchSchema = {
  operationId: "assessBatch",
  summary: "Assess a list of texts",
  description:
    "One result for each text, in the same order: an assessment, or the problem that a separate request would have received.",
  tags: ["assessment"],
  security: [{ token: [] }],
  body: jsonSchema(AssessmentBatchRequest),
  response: {
    200: { description: "One result for each text", ...jsonSchema(AssessmentBatchResponse) },
    ...problemResponses(TEXT_PROBLEMS),
  },
};

/** The schema of `GET /v1/version`. */
export const versionSchema = {
  operationId: "version",
  summary: "What runs, by which rules, and which evaluator codes count",
  tags: ["operation"],
  response: {
    200: { description: "The version", ...jsonSchema(GatewayVersion) },
    ...problemResponses(ROUTE_PROBLEMS),
  },
};

/** The schemas of the gateway's messages, by name. */
export const gatewaySchemas = {
  AssessmentRequest: jsonSchema(AssessmentRequest),
  AssessmentResponse: jsonSchema(AssessmentResponse),
  AssessmentBatchRequest: jsonSchema(AssessmentBatchRequest),
  AssessmentBatchResponse: jsonSchema(AssessmentBatchResponse),
  GatewayVersion: jsonSchema(GatewayVersion),
  Health: jsonSchema(Health),
};
