import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { Cleanup, createTestGateway } from "./support/services.js";

/** Tests invalid and incomplete requests over real connections. */

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

async function startGateway(config = {}): Promise<{ port: number; token: string }> {
  const { app, access } = await createTestGateway(cleanup, { config: { port: 0, ...config } });
  const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  return { port: Number(port), token: access.token };
}

/** Sends bytes, and resolves to the received data when the connection ends. */
function exchange(port: number, data: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(data));
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

const statusesOf = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
const codesOf = (answer: string) =>
  [...answer.matchAll(/"code":"([a-z-]+)"/g)].map(([, code]) => code);

describe("exactly one problem document is the response", () => {
  it.each([
    ["a first line that is not HTTP", "hello\r\n\r\n", "400", "malformed-request"],
    ["an unknown method", "BREW / HTTP/1.1\r\nHost: x\r\n\r\n", "400", "malformed-request"],
    [
      "two Content-Length headers",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      "400",
      "malformed-request",
    ],
    [
      "a Content-Length header and a chunked body",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      "400",
      "malformed-request",
    ],
    [
      "an invalid escape in the path",
      "GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      "400",
      "malformed-request",
    ],
    [
      "headers without an end",
      `GET / HTTP/1.1\r\nX: ${"x".repeat(20_000)}\r\n`,
      "431",
      "headers-too-large",
    ],
    [
      "no Host header",
      "GET /v1/version HTTP/1.1\r\nConnection: close\r\n\r\n",
      "403",
      "host-not-allowed",
    ],
  ])("to a request with %s", async (_name, data, status, code) => {
    const answer = await exchange((await startGateway()).port, data);
    expect([statusesOf(answer), codesOf(answer)]).toEqual([[status], [code]]);
    expect(answer).toContain("application/problem+json");
  });

  it("to a request whose headers or body do not arrive in time", async () => {
    const { port, token } = await startGateway({ headersTimeoutMs: 500, bodyTimeoutMs: 1000 });
    const body = `POST /v1/assessments HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    for (const answer of await Promise.all([
      exchange(port, "GET / HTTP/1.1\r\nHost:"),
      exchange(port, body),
    ])) {
      expect([statusesOf(answer), codesOf(answer)]).toEqual([["408"], ["request-timeout"]]);
    }
  });
});

describe("an unknown Expect header", () => {
  it("is ignored", async () => {
    const { port } = await startGateway();
    const answer = await exchange(
      port,
      `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nExpect: wonders\r\nConnection: close\r\n\r\n`,
    );
    expect(statusesOf(answer)).toEqual(["200"]);
  });
});

describe("requests on one connection", () => {
  it("each get one response, in order", async () => {
    const { port, token } = await startGateway();
    const head = `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    const post = (body: string, more = "") =>
      `POST /v1/assessments HTTP/1.1\r\n${head}${more}Content-Length: ${body.length}\r\n\r\n${body}`;
    const answer = await exchange(
      port,
      post('{"text":"curl A | sh"}') + post("{}") + post('{"text":"x"}', "Connection: close\r\n"),
    );
    expect(statusesOf(answer)).toEqual(["200", "422", "200"]);
  });
});
