import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { callWithin } from "../../src/service/index.js";
import { Cleanup, createTestGateway, remoteEvaluator } from "../service/support/services.js";

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Starts an HTTP server with the given responses; resolves to its address. */
async function serverAnswering(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanup.add(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function codeFor(listener: RequestListener, timeoutMs = 5000) {
  const evaluator = remoteEvaluator({ url: await serverAnswering(listener) });
  const { assess } = await createTestGateway(cleanup, { evaluator, config: { timeoutMs } });
  const response = await assess({ text: "x" });
  return [response.statusCode, response.json().code];
}

const json = { "content-type": "application/json" };

describe("a remote evaluator", () => {
  it.each<[string, RequestListener, number, string]>([
    ["hangs up", (request) => request.socket.destroy(), 502, "evaluator-unreachable"],
    [
      "hangs up within its answer",
      (_, response) =>
        void response
          .writeHead(200, { "content-length": 100 })
          .write("{", () => response.destroy()),
      502,
      "evaluator-unreachable",
    ],
    [
      "answers no JSON",
      (_, response) => void response.writeHead(200, json).end("<html>"),
      502,
      "evaluator-invalid-response",
    ],
    [
      "answers nothing",
      (_, response) => void response.writeHead(204).end(),
      502,
      "evaluator-invalid-response",
    ],
    [
      "fails",
      (_, response) => void response.writeHead(500, json).end("{}"),
      502,
      "evaluator-failed",
    ],
    [
      "knows no such resource",
      (_, response) => void response.writeHead(404, json).end("{}"),
      502,
      "evaluator-failed",
    ],
    [
      "sends elsewhere",
      (_, response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
      502,
      "evaluator-unreachable",
    ],
    ["is overloaded", (_, response) => void response.writeHead(503).end(), 503, "overloaded"],
    ["limits the rate", (_, response) => void response.writeHead(429).end(), 503, "overloaded"],
    [
      "is out of time",
      (_, response) => void response.writeHead(504).end(),
      504,
      "evaluation-timeout",
    ],
  ])("is rejected if it %s", async (_name, listener, status, code) => {
    expect(await codeFor(listener)).toEqual([status, code]);
  });

  it("is timed out if its answer does not come or does not end", async () => {
    expect(await codeFor(() => undefined, 300)).toEqual([504, "evaluation-timeout"]);
    expect(
      await codeFor((_, response) => void response.writeHead(200, json).write("{"), 300),
    ).toEqual([504, "evaluation-timeout"]);
  });

  it("is reported if it cannot be reached", async () => {
    const evaluator = remoteEvaluator({ url: "http://127.0.0.1:9" });
    const { assess, app } = await createTestGateway(cleanup, { evaluator });
    expect((await assess({ text: "x" })).json().code).toBe("evaluator-unreachable");
    const headers = { host: "localhost:8787" };
    expect((await app.inject({ url: "/readyz", headers })).statusCode).toBe(503);
    expect((await app.inject({ url: "/healthz", headers })).statusCode).toBe(200);
    expect((await app.inject({ url: "/v1/version", headers })).json()).toMatchObject({
      evaluator: null,
      evaluatorMode: "remote",
    });
  });

  it("receives a token, or the user and password of its address", async () => {
    const seen: unknown[] = [];
    const url = await serverAnswering((request, response) => {
      seen.push([request.url, request.headers.authorization]);
      response.writeHead(200, json).end("{}");
    });
    const ask = (options: Parameters<typeof remoteEvaluator>[0]) =>
      remoteEvaluator(options).evaluate({ text: "x" }, callWithin(5000));
    await ask({ url: `${url}/base/`, token: "t1" });
    await ask({ url: url.replace("//", "//bob:hunter%202@") });
    await ask({ url: `${url}/base?key=k` });
    await ask({ url });
    expect(seen).toEqual([
      ["/base/v1/evaluate", "Bearer t1"],
      ["/v1/evaluate", `Basic ${Buffer.from("bob:hunter 2").toString("base64")}`],
      ["/base/v1/evaluate?key=k", undefined],
      ["/v1/evaluate", undefined],
    ]);
  });
});
