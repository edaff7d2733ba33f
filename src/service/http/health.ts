import type { FastifyInstance } from "fastify";
import { Health } from "../../protocol/index.js";
import { jsonSchema } from "./schema.js";

/** Serves `GET /healthz` (the process answers) and `GET /readyz` (it can evaluate texts). */
export function registerHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get("/healthz", { schema: schema("health", "Whether the service runs") }, async () => ({ status: "ok" }));
  app.get("/readyz", { schema: schema("readiness", "Whether the service can evaluate texts") }, async (_request, reply) => {
    const ready = !app.lifecycle.stopping && (await isReady());
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ok" : "unavailable" });
  });
}

function schema(operationId: string, summary: string) {
  const body = jsonSchema(Health);
  return {
    operationId,
    summary,
    tags: ["operation"],
    response: { 200: { description: "Yes", ...body }, 503: { description: "No", ...body } },
  };
}
