import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { callWithin } from "../../src/service/index.js";
import { Cleanup, createTestGateway, remoteEvaluator } from "../service/support/services.js";

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Starts an HTTP server that answers with a listener, and resolves to its URL. */
async function serverAnswering(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanup.add(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns the status and the error code of the gateway's response if a listener answers for the evaluator. */
async function errorOf(listener: RequestListener, timeoutMs = 5000) {
  const evaluator = remoteEvaluator({ url: await serverAnswering(listener) });
  const { assess } = await createTestGateway(cleanup, { evaluator, config: { timeoutMs } });
  const response = await assess({ text: "x" });
  return [response.statusCode, response.json().code];
}

const json = { "content-type": "application/json" };

describe("the gateway returns an error if the remote evaluator", () => {
  it.each<[string, RequestListener, number, string]>([
    [
      "closes the connection without a response",
      (request) => request.socket.destroy(),
      502,
      "evaluator-unreachable",
    ],
    [
      "closes the connection before the end of its response",
      (_, response) =>
        void response
          .writeHead(200, { "content-length": 100 })
          .write("{", () => response.destroy()),
      502,
      "evaluator-unreachable",
    ],
    [
      "sends a response that is not JSON",
      (_, response) => void response.writeHead(200, json).end("<html>"),
      502,
      "evaluator-invalid-response",
    ],
    [
      "sends a response without a body",
      (_, response) => void response.writeHead(204).end(),
      502,
      "evaluator-invalid-response",
    ],
    [
      "responds with status 500",
      (_, response) => void response.writeHead(500, json).end("{}"),
      502,
      "evaluator-failed",
    ],
    [
      "responds with status 404",
      (_, response) => void response.writeHead(404, json).end("{}"),
      502,
      "evaluator-failed",
    ],
    [
      "responds with a redirect",
      (_, response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
      502,
      "evaluator-unreachable",
    ],
    [
      "responds with status 503, because it is overloaded",
      (_, response) => void response.writeHead(503).end(),
      503,
      "overloaded",
    ],
    [
      "responds with status 429, because it limits the rate of requests",
      (_, response) => void response.writeHead(429).end(),
      503,
      "overloaded",
    ],
    [
      "responds with status 504, because the analysis took too long",
      (_, response) => void response.writeHead(504).end(),
      504,
      "evaluation-timeout",
    ],
  ])("%s", async (_name, listener, status, code) => {
    expect(await errorOf(listener)).toEqual([status, code]);
  });

  it("does not begin or does not complete its response before the timeout", async () => {
    expect(await errorOf(() => undefined, 300)).toEqual([504, "evaluation-timeout"]);
    expect(
      await errorOf((_, response) => void response.writeHead(200, json).write("{"), 300),
    ).toEqual([504, "evaluation-timeout"]);
  });

  it("cannot be reached, and the gateway is then healthy but not ready", async () => {
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
});

describe("requests to the remote evaluator", () => {
  it("contain the token, or the user name and password from the URL of the evaluator, as a header", async () => {
    const requests: unknown[] = [];
    const url = await serverAnswering((request, response) => {
      requests.push([request.url, request.headers.authorization]);
      response.writeHead(200, json).end("{}");
    });
    const ask = (options: Parameters<typeof remoteEvaluator>[0]) =>
      remoteEvaluator(options).evaluate({ text: "x" }, callWithin(5000));
    await ask({ url: `${url}/base/`, token: "t1" });
    await ask({ url: url.replace("//", "//bob:hunter%202@") });
    await ask({ url: `${url}/base?key=k` });
    await ask({ url });
    expect(requests).toEqual([
      ["/base/v1/evaluate", "Bearer t1"],
      ["/v1/evaluate", `Basic ${Buffer.from("bob:hunter 2").toString("base64")}`],
      ["/base/v1/evaluate?key=k", undefined],
      ["/v1/evaluate", undefined],
    ]);
  });
});
