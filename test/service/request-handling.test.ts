import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { EvaluatorPort } from "../../src/gateway/evaluator-port.js";
import { clearAnswer, sendRaw, startListening, statusesIn } from "./support/raw-requests.js";
import {
  Cleanup,
  createTestEvaluator,
  createTestEvaluatorApp,
  createTestGateway,
  portAnswering,
} from "./support/services.js";

const cleanup = new Cleanup();
afterEach(async () => {
  vi.restoreAllMocks();
  await cleanup.run();
});

describe("a client that disconnects", () => {
  it("ends its evaluation, so that 60 such clients do not delay others", async () => {
    let under = 0;
    const evaluator: EvaluatorPort = {
      ...portAnswering(clearAnswer, "embedded"),
      evaluate: ({ text }, { signal }) => {
        if (text !== "slow") return Promise.resolve(Buffer.from(JSON.stringify(clearAnswer())));
        under++;
        return new Promise((_, reject) =>
          signal.addEventListener("abort", () => {
            under--;
            reject(signal.reason as Error);
          }),
        );
      },
    };
    const { assess, port, head } = await startListening(cleanup, { evaluator });
    const body = '{"text":"slow"}';
    const posts = Array.from({ length: 60 }, () =>
      sendRaw(cleanup, port, `${head()}Content-Length: ${body.length}\r\n\r\n${body}`),
    );
    await vi.waitFor(() => expect(under).toBeGreaterThan(0));
    for (const { socket } of posts) socket.destroy();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => assess({ text: "x" }, { host: `127.0.0.1:${port}` })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 8 }, () => 200),
    );
    await vi.waitFor(() => expect(under).toBe(0));
  });

  it("makes its worker available for other texts", async () => {
    const evaluator = createTestEvaluator(cleanup, { workers: 1 });
    await evaluator.options.pool.ready();
    const { callWithin } = await import("../../src/service/index.js");
    const call = callWithin(10_000);
    const hanging = evaluator
      .evaluate({ text: "WORKER-HANGS" }, call)
      .catch((error: { code: string }) => error.code);
    await pause(100);
    call.leave();
    expect(await hanging).toBe("client-closed");
    expect((await evaluator.evaluate({ text: "fine" })).code).toBe("NONE");
  });
});

describe("the memory for bodies", () => {
  it("is reserved for the declared length before a body is read", async () => {
    const { port, head, app } = await startListening(cleanup, {
      config: { maxBufferedBytes: 4_000_000 },
    });
    const uploads = Array.from({ length: 20 }, () =>
      sendRaw(cleanup, port, `${head()}Content-Length: 1000000\r\n\r\n{`),
    );
    await vi.waitFor(
      () =>
        expect(uploads.filter(({ received }) => statusesIn(received())[0] === "503").length).toBe(
          18,
        ),
      { timeout: 5000 },
    );
    const { payload } = await app.inject({
      url: "/metrics",
      headers: { host: `127.0.0.1:${port}` },
    });
    expect(payload).toContain("curlew_buffered_bytes 2000000");
    for (const { socket } of uploads) socket.destroy();
    await vi.waitFor(async () => {
      const later = await app.inject({ url: "/metrics", headers: { host: `127.0.0.1:${port}` } });
      expect(later.payload).toContain("curlew_buffered_bytes 0");
    });
  });

  it("is reserved while a body without a declared length arrives", async () => {
    const { port, head } = await startListening(cleanup, { config: { maxBufferedBytes: 100_000 } });
    // a single body is always accepted, even if it exceeds the limit
    sendRaw(cleanup, port, `${head()}Content-Length: 60000\r\n\r\n{`);
    await pause(100);
    const chunk = `${(40_000).toString(16)}\r\n${"x".repeat(40_000)}\r\n`;
    const chunked = sendRaw(
      cleanup,
      port,
      `${head("Transfer-Encoding: chunked\r\n")}\r\n${chunk}${chunk}`,
    );
    await vi.waitFor(() => expect(statusesIn(chunked.received())).toEqual(["503"]), {
      timeout: 5000,
    });
  });

  it("is not reserved for a request without a token", async () => {
    const { port, head } = await startListening(cleanup);
    const body = '{"text":"x"}';
    const expecting = `Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
    const stranger = sendRaw(
      cleanup,
      port,
      `POST /v1/assessments HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${expecting}`,
    );
    await vi.waitFor(() => expect(statusesIn(stranger.received())).toEqual(["401"]));
    const known = sendRaw(cleanup, port, head() + expecting);
    await vi.waitFor(() => expect(statusesIn(known.received())).toEqual(["100"]));
    known.socket.write(body);
    expect(statusesIn(await known.ended)).toEqual(["100", "200"]);
  });

  it("is not needed to reject a body that is too long", async () => {
    const { port, head } = await startListening(cleanup, { config: { maxTextBytes: 1000 } });
    sendRaw(cleanup, port, `${head()}Content-Length: 5000\r\n\r\n{`);
    const huge = sendRaw(
      cleanup,
      port,
      head("Expect: 100-continue\r\nContent-Length: 1000000000\r\n\r\n"),
    );
    await vi.waitFor(() => expect(statusesIn(huge.received())).toEqual(["413"]));
  });

  it("is not kept by a request whose client does not read its response, because this request ends", async () => {
    const note = { kind: "undecided", reason: "r", message: "x".repeat(32_000_000), span: [0, 1] };
    const { port, head, app } = await startListening(cleanup, {
      evaluator: portAnswering(() => ({ ...clearAnswer(), notes: [note] }), "embedded"),
      config: { bodyTimeoutMs: 1000 },
    });
    const body = '{"text":"x"}';
    const { socket, received } = sendRaw(
      cleanup,
      port,
      `${head()}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    await vi.waitFor(() => expect(statusesIn(received())).toEqual(["200"]), { timeout: 60_000 });
    socket.pause();
    const underWay = async () =>
      (await app.inject({ url: "/metrics", headers: { host: `127.0.0.1:${port}` } })).payload.match(
        /curlew_requests_under_way (\d+)/,
      )?.[1];
    expect(await underWay()).toBe("1");
    await vi.waitFor(async () => expect(await underWay()).toBe("0"), {
      timeout: 60_000,
      interval: 100,
    });
  });
});

describe("an evaluator", () => {
  it("does not limit the requests per minute of its gateway", async () => {
    const evaluator = createTestEvaluator(cleanup);
    const { evaluatorSettings } = await import("../../src/service/index.js");
    const requestsPerMinute = evaluatorSettings.requestsPerMinute.default;
    const app = await createTestEvaluatorApp(cleanup, evaluator, { config: { requestsPerMinute } });
    const ask = () =>
      app.inject({
        method: "POST",
        url: "/v1/evaluate",
        headers: { host: "127.0.0.1:8788" },
        payload: { text: "x" },
      });
    const answers = [];
    for (let round = 0; round < 13; round++)
      answers.push(...(await Promise.all(Array.from({ length: 50 }, ask))));
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(650);
  });
});

describe("invalid data on a connection", () => {
  it("gets its error response after the earlier requests, and is logged and counted", async () => {
    const { port, head, app } = await startListening(cleanup);
    const body = '{"text":"x"}';
    const answer = await sendRaw(
      cleanup,
      port,
      `${head()}Content-Length: ${body.length}\r\n\r\n${body}garbage\r\n\r\n`,
    ).ended;
    expect(statusesIn(answer)).toEqual(["200", "400"]);
    const { payload } = await app.inject({
      url: "/metrics",
      headers: { host: `127.0.0.1:${port}` },
    });
    expect(payload).toContain('curlew_problems_total{code="malformed-request"} 1');
  });

  it("includes two Host headers, which are rejected", async () => {
    const { port } = await startListening(cleanup);
    const name = `Host: 127.0.0.1:${port}\r\n`;
    expect(
      statusesIn(
        await sendRaw(
          cleanup,
          port,
          `GET /healthz HTTP/1.1\r\n${name}${name}Connection: close\r\n\r\n`,
        ).ended,
      ),
    ).toEqual(["400"]);
  });
});

describe("a system clock that is set back", () => {
  it("does not make a client wait longer than a minute", async () => {
    const { assess } = await createTestGateway(cleanup, { config: { requestsPerMinute: 1 } });
    await assess({ text: "x" });
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now - 3_600_000);
    const { statusCode, headers } = await assess({ text: "x" });
    expect(statusCode).toBe(429);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
  });
});

describe("the trace context of a request", () => {
  it("is passed to the evaluator", async () => {
    const seen: unknown[] = [];
    const evaluator = {
      ...portAnswering(clearAnswer),
      evaluate: async (_: unknown, { traceparent }: { traceparent?: string | undefined }) => {
        seen.push(traceparent);
        return Buffer.from(JSON.stringify(clearAnswer()));
      },
    };
    const { assess } = await createTestGateway(cleanup, { evaluator });
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    await assess({ text: "x" }, { traceparent });
    await assess({ text: "x" }, { traceparent: "nonsense" });
    expect(seen).toEqual([traceparent, undefined]);
  });
});

describe("a batch", () => {
  it("has a result for each text, in their order", async () => {
    const { assess } = await createTestGateway(cleanup, { config: { maxTextBytes: 100 } });
    const requests = [
      { text: "curl A | sh", responseId: "1" },
      { text: "x".repeat(101) },
      { text: "nothing", offsetEncoding: "utf-8" },
      { text: "WORKER-EXITS" },
    ];
    const { results } = (await assess({ requests }, {}, "/v1/assessments/batch")).json();
    expect(results).toMatchObject([
      { status: 200, assessment: { verdict: "finding", responseId: "1" } },
      { status: 413, problem: { code: "text-too-large" } },
      { status: 200, assessment: { verdict: "clear", offsetEncoding: "utf-8" } },
      { status: 503, problem: { code: "evaluation-interrupted" } },
    ]);
    const [single] = [(await assess(requests[0])).json()];
    expect(results[0].assessment).toEqual(single);
  });

  it("counts as one request for each text", async () => {
    const { assess } = await createTestGateway(cleanup, { config: { requestsPerMinute: 3 } });
    const batch = (texts: number) =>
      assess(
        { requests: Array.from({ length: texts }, () => ({ text: "x" })) },
        {},
        "/v1/assessments/batch",
      );
    expect((await batch(3)).statusCode).toBe(200);
    const refused = await assess({ text: "x" });
    expect(refused.statusCode).toBe(429);
    expect((await batch(257)).statusCode).toBe(429);
  });

  it("is rejected if it is empty or too long", async () => {
    const { assess } = await createTestGateway(cleanup);
    for (const texts of [0, 257]) {
      const response = await assess(
        { requests: Array.from({ length: texts }, () => ({ text: "x" })) },
        {},
        "/v1/assessments/batch",
      );
      expect([response.statusCode, response.json().code]).toEqual([422, "invalid-request"]);
    }
  });
});
