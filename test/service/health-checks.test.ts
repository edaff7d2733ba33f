import { execFileSync } from "node:child_process";
import { networkInterfaces } from "node:os";
import { afterEach, describe, expect, it, vi } from "vitest";
import { VitalSigns } from "../../src/service/http/vital-signs.js";
import { createLog, listen } from "../../src/service/index.js";
import { clearAnswer, sendRaw, startListening, statusesIn } from "./support/raw-requests.js";
import { Cleanup, createTestGateway, portAnswering } from "./support/services.js";

const cleanup = new Cleanup();
afterEach(async () => {
  vi.restoreAllMocks();
  await cleanup.run();
});

const host = "127.0.0.1:8787";

describe("readiness", () => {
  const ready = async (app: Awaited<ReturnType<typeof createTestGateway>>["app"]) =>
    (await app.inject({ url: "/readyz", headers: { host } })).statusCode;

  it("causes only one evaluation, even if it is requested 200 times", async () => {
    let evaluations = 0;
    const evaluator = portAnswering(() => {
      evaluations++;
      return clearAnswer();
    });
    const { app } = await createTestGateway(cleanup, { evaluator });
    const answers = await Promise.all(Array.from({ length: 200 }, () => ready(app)));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(evaluations).toBe(1);
  });

  it("is not reported while the answers of the evaluator are invalid", async () => {
    let isHonest = false;
    const { app } = await createTestGateway(cleanup, {
      evaluator: portAnswering(() => (isHonest ? clearAnswer() : { modelRevision: "" })),
    });
    expect(await ready(app)).toBe(503);
    isHonest = true;
    await vi.waitFor(async () => expect(await ready(app)).toBe(200), {
      timeout: 5000,
      interval: 100,
    });
  });

  it("ends after the first invalid answer of the evaluator", async () => {
    let isHonest = true;
    const { app, assess } = await createTestGateway(cleanup, {
      evaluator: portAnswering(() => (isHonest ? clearAnswer() : { modelRevision: "" })),
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

describe("health checks", () => {
  it("may have an IP address of the service as their Host header, or no Host header", async () => {
    const { port } = await startListening(cleanup, {}, "0.0.0.0");
    const own = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === "IPv4" && !address.internal)?.address;
    for (const name of ["127.0.0.1", ...(own === undefined ? [] : [own])]) {
      expect((await fetch(`http://${name}:${port}/readyz`)).status).toBe(200);
    }
    for (const path of ["/healthz", "/readyz", "/metrics"]) {
      expect(
        statusesIn(
          await sendRaw(cleanup, port, `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`).ended,
        ),
      ).toEqual(["200"]);
      expect(
        statusesIn(await sendRaw(cleanup, port, `GET ${path} HTTP/1.0\r\n\r\n`).ended),
      ).toEqual(["200"]);
    }
    expect(
      statusesIn(
        await sendRaw(
          cleanup,
          port,
          `GET /healthz HTTP/1.1\r\nHost: evil.example:${port}\r\nConnection: close\r\n\r\n`,
        ).ended,
      ),
    ).toEqual(["403"]);
  });

  it("may have a separate port, on which a thread responds while the service is busy", async () => {
    const lines: string[] = [];
    const log = createLog({ level: "debug", stream: { write: (line) => lines.push(line) } });
    const evaluator = portAnswering(clearAnswer, "embedded");
    const { app } = await createTestGateway(cleanup, {
      evaluator,
      config: { healthListen: "127.0.0.1:0" },
      log,
    });
    const vitals = app.vitals!;
    const address = await vitals.listen({ host: "127.0.0.1", port: 0 });
    cleanup.add(() => vitals.close());
    const port = Number(new URL(address).port);
    // blocks the thread of the service until the other process ends
    const asked = `Promise.all(["/healthz", "/readyz"].map(async (path) => (await fetch("${address}" + path)).text())).then((texts) => console.log(texts.join()))`;
    expect(execFileSync(process.execPath, ["-e", asked], { encoding: "utf8" })).toBe(
      '{"status":"ok"},{"status":"ok"}\n',
    );

    expect((await app.inject({ url: "/healthz", headers: { host } })).statusCode).toBe(404);
    for (const path of ["/healthz", "/readyz", "/metrics"]) {
      expect(
        statusesIn(
          await sendRaw(cleanup, port, `GET ${path} HTTP/1.0\r\nHost: 10.1.2.3:9000\r\n\r\n`).ended,
        ),
      ).toEqual(["200"]);
      expect(
        statusesIn(
          await sendRaw(cleanup, port, `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`).ended,
        ),
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
    await expect(listen(other.app, { host: "127.0.0.1", port: 0, healthListen })).rejects.toThrow(
      `cannot listen on 127.0.0.1:${port} (another program uses this port)`,
    );
    expect(other.app.server.listening).toBe(false);
  });

  it("fail when the service has not confirmed for five seconds that it is alive", () => {
    const signs = new VitalSigns();
    expect(signs.isCurrent("alive")).toBe(false);
    signs.confirm("alive");
    signs.confirm("ready");
    const now = process.hrtime.bigint();
    const clock = vi.spyOn(process.hrtime, "bigint").mockReturnValue(now + 4_000_000_000n);
    expect([signs.isCurrent("alive"), signs.isCurrent("ready")]).toEqual([true, true]);
    signs.withdraw("ready");
    expect([signs.isCurrent("alive"), signs.isCurrent("ready")]).toEqual([true, false]);
    clock.mockReturnValue(now + 6_000_000_000n);
    expect(signs.isCurrent("alive")).toBe(false);
  });
});
