import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { completeDocument } from "./openapi-document.js";

export interface ApiDescription {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** Schemas of messages, by their names in the document. */
  readonly schemas: Readonly<Record<string, object>>;
}

/** Serves `GET /openapi.json` (OpenAPI 3.1, made from the routes' schemas) and a page that renders it at `/docs`. */
export async function registerOpenApi(
  app: FastifyInstance,
  { schemas, ...api }: ApiDescription,
): Promise<void> {
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
        securitySchemes: {
          token: {
            type: "http",
            scheme: "bearer",
            description: "An access token made by `curlew token create`",
          },
        },
      },
    },
    transformObject: (documents) =>
      "openapiObject" in documents ? completeDocument(documents.openapiObject, schemas) : {},
  });
  await app.register(swaggerUi, { routePrefix: "/docs", staticCSP: true, logLevel: "warn" });
  app.get("/openapi.json", { schema: { hide: true } }, async () => app.swagger());
}
