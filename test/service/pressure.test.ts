import { execFileSync } from "node:child_process";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { EvaluatorPort } from "../../src/gateway/evaluator-port.js";
import { VitalSigns } from "../../src/service/http/vital-signs.js";
import { createLog, listen } from "../../src/service/index.js";
import {
  Cleanup,
  createTestEvaluator,
  createTestEvaluatorApp,
  createTestGateway,
  portAnswering,
  SOURCE_HASH,
} from "./support/services.js";

/** What must hold when much arrives, nobody waits, or something else is broken. */

const cleanup = new Cleanup();
afterEach(async () => {
  vi.restoreAllMocks();
  await cleanup.run();
});

const clear = () => ({
  code: "NONE",
  labels: [],
  spans: [],
  findings: [],
  notes: [],
  outcome: { status: "complete" },
  modelRevision: "r",
  sourceHash: SOURCE_HASH,
  offsetEncoding: "utf-16",
});
const host = "127.0.0.1:8787";

async function listening(
  options: Parameters<typeof createTestGateway>[1] = {},
  address = "127.0.0.1",
) {
  const gateway = await createTestGateway(cleanup, {
    ...options,
    config: { port: 0, ...options.config },
  });
  const port = Number(new URL(await gateway.app.listen({ host: address, port: 0 })).port);
  const head = (more = "") =>
    `POST /v1/assessments HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${gateway.access.token}\r\nContent-Type: application/json\r\n${more}`;
  return { ...gateway, port, head };
}

/** A connection, and what has come over it. */
function open(
  port: number,
  data: string,
): { socket: Socket; received: () => string; ended: Promise<string> } {
  let received = "";
  const socket = connect(port, "127.0.0.1", () => socket.write(data));
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  socket.on("error", () => undefined);
  const ended = new Promise<string>((resolve) => socket.on("close", () => resolve(received)));
  cleanup.add(async () => socket.destroy());
  return { socket, received: () => received, ended };
}

const statuses = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);

describe("a client that leaves", () => {
  it("ends its work, and 60 of them hold up nobody", async () => {
    let under = 0;
    const evaluator: EvaluatorPort = {
      ...portAnswering(clear, "embedded"),
      evaluate: ({ text }, { signal }) => {
        if (text !== "slow") return Promise.resolve(Buffer.from(JSON.stringify(clear())));
        under++;
        return new Promise((_, reject) =>
          signal.addEventListener("abort", () => {
            under--;
            reject(signal.reason as Error);
          }),
        );
      },
    };
    const { assess, port, head } = await listening({ evaluator });
    const body = '{"text":"slow"}';
    const posts = Array.from({ length: 60 }, () =>
      open(port, `${head()}Content-Length: ${body.length}\r\n\r\n${body}`),
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

  it("leaves no worker busy for long", async () => {
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

describe("readiness", () => {
  const ready = async (app: Awaited<ReturnType<typeof createTestGateway>>["app"]) =>
    (await app.inject({ url: "/readyz", headers: { host } })).statusCode;

  it("costs nothing, however often it is asked", async () => {
    let evaluations = 0;
    const evaluator = portAnswering(() => {
      evaluations++;
      return clear();
    });
    const { app } = await createTestGateway(cleanup, { evaluator });
    const answers = await Promise.all(Array.from({ length: 200 }, () => ready(app)));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(evaluations).toBe(1);
  });

  it("is not there while every assessment is 502", async () => {
    let isHonest = false;
    const { app } = await createTestGateway(cleanup, {
      evaluator: portAnswering(() => (isHonest ? clear() : { modelRevision: "" })),
    });
    expect(await ready(app)).toBe(503);
    isHonest = true;
    await vi.waitFor(async () => expect(await ready(app)).toBe(200), {
      timeout: 5000,
      interval: 100,
    });
  });

  it("ends with the first answer that is no answer", async () => {
    let isHonest = true;
    const { app, assess } = await createTestGateway(cleanup, {
      evaluator: portAnswering(() => (isHonest ? clear() : { modelRevision: "" })),
    });
    expect(await ready(app)).toBe(200);
    isHonest = false;
    expect((await assess({ text: "x" })).statusCode).toBe(502);
    await vi.waitFor(async () => expect(await ready(app)).toBe(503), {
      timeout: 2000,
      interval: 20,
    });
  });
});

describe("room for bodies", () => {
  it("is counted before the body is read: uploads that are withheld get no more than there is", async () => {
    const { port, head, app } = await listening({ config: { maxBufferedBytes: 4_000_000 } });
    const uploads = Array.from({ length: 20 }, () =>
      open(port, `${head()}Content-Length: 1000000\r\n\r\n{`),
    );
    await vi.waitFor(
      () =>
        expect(uploads.filter(({ received }) => statuses(received())[0] === "503").length).toBe(18),
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

  it("is counted as it arrives where no length is given", async () => {
    const { port, head } = await listening({ config: { maxBufferedBytes: 100_000 } });
    // One body alone always has room.
    open(port, `${head()}Content-Length: 60000\r\n\r\n{`);
    await pause(100);
    const chunk = `${(40_000).toString(16)}\r\n${"x".repeat(40_000)}\r\n`;
    const chunked = open(port, `${head("Transfer-Encoding: chunked\r\n")}\r\n${chunk}${chunk}`);
    await vi.waitFor(() => expect(statuses(chunked.received())).toEqual(["503"]), {
      timeout: 5000,
    });
  });

  it("is not asked for by those who have no token", async () => {
    const { port, head } = await listening();
    const body = '{"text":"x"}';
    const expecting = `Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
    const stranger = open(
      port,
      `POST /v1/assessments HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${expecting}`,
    );
    await vi.waitFor(() => expect(statuses(stranger.received())).toEqual(["401"]));
    const known = open(port, head() + expecting);
    await vi.waitFor(() => expect(statuses(known.received())).toEqual(["100"]));
    known.socket.write(body);
    expect(statuses(await known.ended)).toEqual(["100", "200"]);
  });

  it("is not asked for by a body that is too long, whatever room there is", async () => {
    const { port, head } = await listening({ config: { maxTextBytes: 1000 } });
    open(port, `${head()}Content-Length: 5000\r\n\r\n{`);
    const huge = open(port, head("Expect: 100-continue\r\nContent-Length: 1000000000\r\n\r\n"));
    await vi.waitFor(() => expect(statuses(huge.received())).toEqual(["413"]));
  });

  it("is given back by a client that takes nothing of its answer", async () => {
    const note = { kind: "undecided", reason: "r", message: "x".repeat(32_000_000), span: [0, 1] };
    const { port, head, app } = await listening({
      evaluator: portAnswering(() => ({ ...clear(), notes: [note] }), "embedded"),
      config: { bodyTimeoutMs: 1000 },
    });
    const body = '{"text":"x"}';
    const { socket, received } = open(
      port,
      `${head()}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    await vi.waitFor(() => expect(statuses(received())).toEqual(["200"]), { timeout: 60_000 });
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

describe("an evaluator behind a gateway", () => {
  it("limits it to no number of requests a minute", async () => {
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

describe("health checks", () => {
  it("may name the address that they reach, or nothing", async () => {
    const { port } = await listening({}, "0.0.0.0");
    const own = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === "IPv4" && !address.internal)?.address;
    for (const name of ["127.0.0.1", ...(own === undefined ? [] : [own])]) {
      expect((await fetch(`http://${name}:${port}/readyz`)).status).toBe(200);
    }
    for (const path of ["/healthz", "/readyz", "/metrics"]) {
      expect(
        statuses(await open(port, `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`).ended),
      ).toEqual(["200"]);
      expect(statuses(await open(port, `GET ${path} HTTP/1.0\r\n\r\n`).ended)).toEqual(["200"]);
    }
    expect(
      statuses(
        await open(
          port,
          `GET /healthz HTTP/1.1\r\nHost: evil.example:${port}\r\nConnection: close\r\n\r\n`,
        ).ended,
      ),
    ).toEqual(["403"]);
  });

  it("may have their own port and thread, which answer while the service is busy", async () => {
    const lines: string[] = [];
    const log = createLog({ level: "debug", stream: { write: (line) => lines.push(line) } });
    const evaluator = portAnswering(clear, "embedded");
    const { app } = await createTestGateway(cleanup, {
      evaluator,
      config: { healthListen: "127.0.0.1:0" },
      log,
    });
    const vitals = app.vitals!;
    const address = await vitals.listen({ host: "127.0.0.1", port: 0 });
    cleanup.add(() => vitals.close());
    const port = Number(new URL(address).port);
    // Nothing else is done here until the other process ends.
    const asked = `Promise.all(["/healthz", "/readyz"].map(async (path) => (await fetch("${address}" + path)).text())).then((texts) => console.log(texts.join()))`;
    expect(execFileSync(process.execPath, ["-e", asked], { encoding: "utf8" })).toBe(
      '{"status":"ok"},{"status":"ok"}\n',
    );

    expect((await app.inject({ url: "/healthz", headers: { host } })).statusCode).toBe(404);
    for (const path of ["/healthz", "/readyz", "/metrics"]) {
      expect(
        statuses(await open(port, `GET ${path} HTTP/1.0\r\nHost: 10.1.2.3:9000\r\n\r\n`).ended),
      ).toEqual(["200"]);
      expect(
        statuses(await open(port, `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`).ended),
      ).toEqual(["200"]);
    }
    const metrics = await fetch(`${address}/metrics`);
    expect([metrics.headers.get("content-type"), await metrics.text()]).toEqual([
      expect.stringContaining("version=0.0.4"),
      expect.stringContaining("curlew_build_info"),
    ]);
    const posted = await fetch(`${address}/healthz`, { method: "POST" });
    expect([posted.status, posted.headers.get("allow"), (await posted.json()).code]).toEqual([
      405,
      "GET, HEAD",
      "method-not-allowed",
    ]);
    await vi.waitFor(() =>
      expect(lines.join("")).toMatch(/"listener":"health".*"route":"\/readyz","status":200/),
    );

    app.lifecycle.stopping = true;
    vitals.beat();
    expect((await fetch(`${address}/readyz`)).status).toBe(503);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);

    const healthListen = `${port}`;
    const other = await createTestGateway(cleanup, { evaluator, config: { healthListen } });
    await expect(
      listen(other.app, { host: "127.0.0.1", port: 0, healthListen, authenticator: undefined }),
    ).rejects.toThrow(`cannot listen on 127.0.0.1:${port} (another program uses this port)`);
    expect(other.app.server.listening).toBe(false);
  });

  it("are missing once the service has given no sign for some seconds", () => {
    const signs = new VitalSigns();
    expect(signs.isCurrent("alive")).toBe(false);
    signs.set("alive");
    signs.set("ready");
    const now = process.hrtime.bigint();
    const clock = vi.spyOn(process.hrtime, "bigint").mockReturnValue(now + 4_000_000_000n);
    expect([signs.isCurrent("alive"), signs.isCurrent("ready")]).toEqual([true, true]);
    signs.withdraw("ready");
    expect([signs.isCurrent("alive"), signs.isCurrent("ready")]).toEqual([true, false]);
    clock.mockReturnValue(now + 6_000_000_000n);
    expect(signs.isCurrent("alive")).toBe(false);
  });
});

describe("what never became a request", () => {
  it("is answered behind the answers to what did, logged and counted", async () => {
    const { port, head, app } = await listening();
    const body = '{"text":"x"}';
    const answer = await open(
      port,
      `${head()}Content-Length: ${body.length}\r\n\r\n${body}garbage\r\n\r\n`,
    ).ended;
    expect(statuses(answer)).toEqual(["200", "400"]);
    const { payload } = await app.inject({
      url: "/metrics",
      headers: { host: `127.0.0.1:${port}` },
    });
    expect(payload).toContain('curlew_problems_total{code="malformed-request"} 1');
  });

  it("has one Host", async () => {
    const { port } = await listening();
    const name = `Host: 127.0.0.1:${port}\r\n`;
    expect(
      statuses(
        await open(port, `GET /healthz HTTP/1.1\r\n${name}${name}Connection: close\r\n\r\n`).ended,
      ),
    ).toEqual(["400"]);
  });
});

describe("a clock that is set back", () => {
  it("makes nobody wait longer than a minute", async () => {
    const { assess } = await createTestGateway(cleanup, { config: { requestsPerMinute: 1 } });
    await assess({ text: "x" });
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now - 3_600_000);
    const { statusCode, headers } = await assess({ text: "x" });
    expect(statusCode).toBe(429);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
  });
});

describe("a trace", () => {
  it("is handed on to the evaluator", async () => {
    const seen: unknown[] = [];
    const evaluator = {
      ...portAnswering(clear),
      evaluate: async (_: unknown, { traceparent }: { traceparent?: string | undefined }) => {
        seen.push(traceparent);
        return Buffer.from(JSON.stringify(clear()));
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

  it("counts as many requests as it holds texts", async () => {
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

  it("is refused where it is empty or too long", async () => {
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
