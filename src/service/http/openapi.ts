import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { Problem, PROBLEM_MEDIA_TYPE, PROBLEMS, type ProblemCode } from "../../protocol/index.js";
import { completeDocument } from "./openapi-document.js";
import { jsonSchema } from "./schema.js";

export interface ApiDescription {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** Messages by the names they have in the document. */
  readonly schemas: Readonly<Record<string, object>>;
}

/** Serves `GET /openapi.json` (OpenAPI 3.1, made from the routes' schemas) and a page that renders it at `/docs`. */
export async function registerOpenApi(app: FastifyInstance, { schemas, ...api }: ApiDescription): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      servers: [{ url: "/", description: "This service" }],
      info: { ...api, license: { name: "MIT", identifier: "MIT" } },
      tags: [
        { name: "assessment", description: "Texts and what is found in them" },
        { name: "operation", description: "Running the service" },
      ],
      components: {
        securitySchemes: { token: { type: "http", scheme: "bearer", description: "An access token made by `curlew token create`" } },
      },
    },
    transformObject: (documents) => ("openapiObject" in documents ? completeDocument(documents.openapiObject, schemas) : {}),
  });
  await app.register(swaggerUi, { routePrefix: "/docs", staticCSP: true, logLevel: "warn" });
  app.get("/openapi.json", { schema: { hide: true } }, async () => app.swagger());
}

/** What every route can answer with. */
export const ROUTE_PROBLEMS = ["malformed-request", "host-not-allowed", "origin-not-allowed", "shutting-down"] as const satisfies ProblemCode[];

/** What every route that takes a text can answer with. */
export const TEXT_PROBLEMS = [
  ...ROUTE_PROBLEMS,
  "unauthenticated",
  "request-timeout",
  "text-too-large",
  "unsupported-media-type",
  "invalid-request",
  "rate-limited",
  "overloaded",
  "evaluation-interrupted",
  "tokens-unavailable",
  "evaluation-timeout",
] as const satisfies ProblemCode[];

/** Response schemas for the errors a route can answer with, by status. */
export function problemResponses(codes: readonly ProblemCode[]): Record<number, object> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const schema = jsonSchema(Problem);
  const entries = [...byStatus].map(([status, names]) => [
    status,
    { description: names.map((name) => `\`${name}\``).join(", "), content: { [PROBLEM_MEDIA_TYPE]: { schema } } },
  ]);
  return Object.fromEntries(entries) as Record<number, object>;
}
