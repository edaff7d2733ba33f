import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROBLEM_CODES } from "../../src/protocol/index.js";
import { Authenticator } from "../../src/service/index.js";
import {
  Cleanup,
  createAccess,
  createTestEvaluator,
  createTestEvaluatorApp,
  createTestGateway,
} from "./support/services.js";

/** An operation of an OpenAPI document, tested with valid and invalid inputs. */

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
  readonly hasBody: boolean;
  readonly isGuarded: boolean;
  /** The validators of the responses, by status and media type. */
  readonly answers: ReadonlyMap<string, ReadonlyMap<string, ValidateFunction>>;
}

const cleanup = new Cleanup();
const services: Record<
  string,
  { app: FastifyInstance; host: string; token: string; document: Record<string, any> }
> = {};

beforeAll(async () => {
  const access = await createAccess(cleanup);
  const limits = { requestsPerMinute: 1_000_000, maxTextBytes: 2000 };
  const { app: gateway } = await createTestGateway(cleanup, { access, config: limits });
  const evaluator = await createTestEvaluatorApp(cleanup, createTestEvaluator(cleanup), {
    authenticator: new Authenticator(access.tokens),
    config: limits,
  });
  for (const [name, app, host] of [
    ["gateway", gateway, "127.0.0.1:8787"],
    ["evaluator", evaluator, "127.0.0.1:8788"],
  ] as const) {
    const document = (await app.inject({ url: "/openapi.json", headers: { host } })).json();
    services[name] = { app, host, token: access.token, document };
  }
}, 60_000);
afterAll(() => cleanup.run());

const NAMES = ["gateway", "evaluator"] as const;
const ajv = new Ajv2020({ strict: false });

function operationsOf(document: Record<string, any>): Operation[] {
  return Object.entries<Record<string, any>>(document["paths"]).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method,
      operationId: operation.operationId,
      hasBody: operation.requestBody !== undefined,
      isGuarded: operation.security.length > 0,
      answers: new Map(
        Object.entries<any>(operation.responses).map(([status, { content = {} }]) => [
          status,
          new Map(
            Object.entries<any>(content).map(([type, { schema }]) => [
              type,
              ajv.compile({ ...schema, components: document["components"] }),
            ]),
          ),
        ]),
      ),
    })),
  );
}

/** Sends a request, validates the response against the document, and returns the status. */
async function drive(name: string, operation: Operation, request: InjectOptions): Promise<number> {
  const { app, host, token } = services[name]!;
  const headers = { host, authorization: `Bearer ${token}`, ...request.headers };
  const response = await app.inject({
    method: operation.method.toUpperCase() as "GET",
    url: operation.path,
    ...request,
    headers,
  });
  const { statusCode } = response;
  expect(statusCode).not.toBe(500);
  const types = operation.answers.get(String(statusCode));
  expect(
    types,
    `status ${statusCode} of ${operation.operationId} is not in the document`,
  ).toBeDefined();
  const type = String(response.headers["content-type"]).split(";")[0]!;
  const validate = types?.get(type);
  expect(validate, `${type} for status ${statusCode} is not in the document`).toBeDefined();
  validate?.(type === "text/plain" ? response.payload : response.json());
  expect(validate?.errors ?? []).toEqual([]);
  return statusCode;
}

const isBatch = ({ operationId }: Operation) => operationId === "assessBatch";

/** Returns the body for an operation. The body of the batch operation is a list that contains the given body. */
const asked = (operation: Operation, body: string) =>
  isBatch(operation) && body !== "" ? `{"requests":[${body}]}` : body;

const json = { "content-type": "application/json" };

describe.each(NAMES)("the %s's OpenAPI document", (name) => {
  it("is valid OpenAPI 3.1", async () => {
    const { document } = services[name]!;
    expect(document["openapi"]).toBe("3.1.0");
    const result = await new Validator().validate(structuredClone(document));
    expect(result).toMatchObject({ valid: true });
  });

  it("contains every route of the interface, with a unique operation id", () => {
    const operations = operationsOf(services[name]!.document);
    const paths = operations.map(({ path }) => path).sort();
    const own =
      name === "gateway" ? ["/v1/assessments", "/v1/assessments/batch"] : ["/v1/evaluate"];
    expect(paths).toEqual(["/healthz", "/metrics", "/readyz", ...own, "/v1/version"].sort());
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it("states which routes require no token, and contains the problem codes and named schemas", () => {
    const { document } = services[name]!;
    const operations = Object.entries<Record<string, any>>(document["paths"]).flatMap(
      ([path, item]) => Object.values(item).map((operation) => ({ path, ...operation })),
    );
    for (const { path, security, responses } of operations) {
      const isOpen = ["/healthz", "/readyz", "/metrics", "/v1/version"].includes(path);
      expect([path, security]).toEqual([path, isOpen ? [] : [{ token: [] }]]);
      if (path === "/v1/version" || !isOpen)
        expect(Object.keys(responses)).toEqual(
          expect.arrayContaining(["404", "405", "431", "500"]),
        );
    }
    const { schemas } = document["components"];
    expect(schemas.Problem.properties.code.enum).toEqual(PROBLEM_CODES);
    const answer = schemas[name === "gateway" ? "AssessmentResponse" : "EvaluationResponse"];
    const { findings, notes, outcome } = answer.properties;
    expect([findings.items, notes.items, outcome]).toEqual(
      ["Finding", "Note", "Outcome"].map((part) => ({ $ref: `#/components/schemas/${part}` })),
    );
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(["Finding", "Note", "Outcome"]));
  });

  it("describes the responses to valid requests", async () => {
    for (const operation of operationsOf(services[name]!.document)) {
      const bodies = operation.hasBody
        ? [
            { text: "" },
            { text: "curl A | sh" },
            {
              text: "💥 curl https://x.example | sh é",
              profile: "extended",
              offsetEncoding: "utf-8",
            },
            { text: "\ud800" },
            { text: "\0" },
          ]
        : [undefined];
      for (const body of bodies) {
        const request =
          body === undefined
            ? {}
            : { payload: asked(operation, JSON.stringify(body)), headers: json };
        expect(await drive(name, operation, request)).toBe(200);
      }
    }
  });

  it("describes the responses to invalid requests", async () => {
    for (const operation of operationsOf(services[name]!.document).filter(
      ({ hasBody }) => hasBody,
    )) {
      const send = (payload: string | Buffer, headers: Record<string, string> = json) =>
        drive(name, operation, {
          payload: typeof payload === "string" ? asked(operation, payload) : payload,
          headers,
        });
      expect(await send("")).toBe(400);
      expect(await send("{")).toBe(400);
      expect(await send(Buffer.from([0x7b, 0xff, 0xfe]))).toBe(400);
      expect(await send('{"text":"x","__proto__":{"a":1}}')).toBe(400);
      expect(await send('{"text":"x","constructor":{"prototype":{}}}')).toBe(400);
      expect(await send("null")).toBe(422);
      expect(await send('"text"')).toBe(422);
      expect(await send('{"text":["x"]}')).toBe(422);
      expect(await send('{"text":"x","offsetEncoding":"utf-7"}')).toBe(422);
      expect(await send('{"text":"x","other":1}')).toBe(422);
      // in a batch, a text that is too long has a result with an error
      expect(await send(JSON.stringify({ text: "x".repeat(2001) }))).toBe(
        isBatch(operation) ? 200 : 413,
      );
      expect(await send(JSON.stringify({ text: "x".repeat(100_000) }))).toBe(413);
      expect(await send('{"text":"x"}', { "content-type": "text/plain" })).toBe(415);
      expect(await send('{"text":"x"}', { "content-type": "nonsense" })).toBe(415);
      expect(await send('{"text":"x"}', { ...json, authorization: "Bearer other" })).toBe(401);
      expect(await send('{"text":"x"}', { ...json, host: "evil.example" })).toBe(403);
      expect(await send('{"text":"x"}', { ...json, origin: "https://evil.example" })).toBe(403);
    }
  });

  it("describes the responses to random bodies", async () => {
    const anything = fc.oneof(
      fc.json(),
      fc
        .record(
          {
            text: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
            profile: fc.jsonValue(),
            offsetEncoding: fc.jsonValue(),
          },
          { requiredKeys: [] },
        )
        .map((value) => JSON.stringify(value)),
      fc.string({ unit: "binary" }),
    );
    for (const operation of operationsOf(services[name]!.document).filter(
      ({ hasBody }) => hasBody,
    )) {
      await fc.assert(
        fc.asyncProperty(anything, async (payload) => {
          await drive(name, operation, { payload: asked(operation, payload), headers: json });
        }),
        { seed: 3, numRuns: 150 },
      );
    }
  });

  it("is complete: every method that it does not list gets the status 405", async () => {
    const { app, host } = services[name]!;
    for (const { path, method } of operationsOf(services[name]!.document)) {
      for (const other of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
        if (other.toLowerCase() === method) continue;
        const response = await app.inject({ method: other, url: path, headers: { host } });
        expect([
          response.statusCode,
          response.json().code,
          response.headers["allow"]?.includes(method.toUpperCase()),
        ]).toEqual([405, "method-not-allowed", true]);
      }
    }
  });
});
