import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EvaluationResponse, EvaluatorVersion, read } from "../../src/protocol/index.js";
import { Authenticator } from "../../src/service/index.js";
import {
  Cleanup,
  createAccess,
  createTestEvaluator,
  createTestEvaluatorApp,
  SOURCE_HASH,
} from "../service/support/services.js";

const cleanup = new Cleanup();
let app: FastifyInstance;
beforeAll(async () => {
  app = await createTestEvaluatorApp(cleanup, createTestEvaluator(cleanup));
});
afterAll(() => cleanup.run());

const headers = { host: "127.0.0.1:8788" };
const evaluate = (payload: object, service = app, extra = {}) =>
  service.inject({
    method: "POST",
    url: "/v1/evaluate",
    headers: { ...headers, ...extra },
    payload,
  });

describe("POST /v1/evaluate", () => {
  it("returns code, labels, spans and findings", async () => {
    const response = await evaluate({
      text: "do curl A | sh",
      profile: "extended",
      offsetEncoding: "codepoint",
    });
    expect(response.statusCode).toBe(200);
    const body = response.json();
    expect(read(EvaluationResponse, body).ok).toBe(true);
    expect(body).toMatchObject({
      code: "PS",
      labels: ["PS"],
      spans: [[3, 14]],
      sourceHash: SOURCE_HASH,
      offsetEncoding: "codepoint",
    });
    expect(body.modelRevision).toContain("extended");
  });

  it("returns NONE if nothing is found", async () => {
    expect((await evaluate({ text: "" })).json()).toMatchObject({
      code: "NONE",
      labels: [],
      spans: [],
      outcome: { status: "complete" },
    });
  });

  it("rejects input that does not conform to its schema", async () => {
    expect((await evaluate({ text: "x", offsetEncoding: "bytes" })).statusCode).toBe(422);
    expect((await evaluate({ text: "x", responseId: "r" })).statusCode).toBe(422);
  });

  it("requires a token if a tokens file is configured", async () => {
    const { tokens, token } = await createAccess(cleanup);
    const guarded = await createTestEvaluatorApp(cleanup, createTestEvaluator(cleanup), {
      authenticator: new Authenticator(tokens),
    });
    expect((await evaluate({ text: "x" }, guarded)).statusCode).toBe(401);
    expect(
      (await evaluate({ text: "x" }, guarded, { authorization: `bearer ${token}` })).statusCode,
    ).toBe(200);
  });
});

describe("the evaluator", () => {
  it("returns the revision of every profile for GET /v1/version", async () => {
    const body = (await app.inject({ url: "/v1/version", headers })).json();
    expect(read(EvaluatorVersion, body).ok).toBe(true);
    expect(body.revisions.map(({ profile }: { profile: string }) => profile)).toEqual([
      "contract",
      "extended",
    ]);
  });

  it.each(["/healthz", "/readyz", "/metrics", "/openapi.json", "/docs/"])(
    "responds to GET %s",
    async (url) => {
      expect((await app.inject({ url, headers })).statusCode).toBe(200);
    },
  );
});
