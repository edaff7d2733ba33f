import { appendFile, readFile, rename, stat, writeFile, chmod } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { assess, CliProcess } from "./support/process.js";
import { Cleanup, createAccess, temporaryFolder } from "./support/services.js";

/** Tests how the services are operated: signals, start and tokens. */

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const serve = (tokens: string, ...args: string[]) =>
  new CliProcess(cleanup, {
    args: ["serve", "--port", "0", "--workers", "1", "--tokens", tokens, ...args],
  });

describe("SIGTERM", () => {
  it("ends a gateway whose evaluator has sent responses that are too large", async () => {
    const server = createServer((request, response) => {
      request.resume();
      request.on("end", () => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"modelRevision":"x","a":[{}');
        const part = ",{}".repeat(1_000_000);
        for (let i = 0; i < 12 && !response.destroyed; i++) response.write(part);
        response.end("]}");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    cleanup.add(async () => server.closeAllConnections());
    const { tokens, token } = await createAccess(cleanup);
    const service = serve(
      tokens,
      "--evaluator",
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      "--stop-timeout-ms",
      "3000",
    );
    const address = await service.address();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => assess(address, token, { text: "x".repeat(2000) })),
    );
    for (const answer of answers)
      expect([answer.status, (await answer.json()).detail]).toEqual([
        502,
        "the response is too large",
      ]);
    const asked = Date.now();
    service.child.kill("SIGTERM");
    expect(await service.exit()).toBe(0);
    expect(Date.now() - asked).toBeLessThan(7000);
  });
});

describe("SIGHUP", () => {
  it("applies new settings and reopens the log", async () => {
    const { tokens, token, folder } = await createAccess(cleanup);
    const config = join(folder, "curlew.json");
    const log = join(folder, "curlew.log");
    await writeFile(config, JSON.stringify({ requestsPerMinute: 1000, logFile: log }));
    const service = serve(tokens, "--config", config);
    const address = await service.address();
    expect((await assess(address, token, { text: "x" })).status).toBe(200);
    expect((await stat(log)).mode & 0o777).toBe(0o640);

    await rename(log, `${log}.1`);
    await writeFile(
      config,
      JSON.stringify({ requestsPerMinute: 1, logFile: log, maxTextBytes: 5000 }),
    );
    service.child.kill("SIGHUP");
    await vi.waitFor(
      async () => expect(await readFile(log, "utf8")).toContain("settings reloaded"),
      { timeout: 10_000 },
    );
    expect(await readFile(log, "utf8")).toContain("--max-text-bytes");
    expect((await assess(address, token, { text: "x" })).status).toBe(429);

    await appendFile(config, "garbage");
    service.child.kill("SIGHUP");
    await vi.waitFor(() => expect(service.stderr).toContain("settings not reloaded"), {
      timeout: 10_000,
    });
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
  });
});

describe("the start of a service", () => {
  it("rejects an unknown environment variable, and reports unsafe settings", async () => {
    const { tokens } = await createAccess(cleanup);
    const mistyped = new CliProcess(cleanup, {
      args: ["serve", "--print-config"],
      env: { CURLEW_REQUEST_PER_MINUTE: "5" },
    });
    expect([await mistyped.exit(), mistyped.stderr]).toEqual([
      2,
      "curlew: CURLEW_REQUEST_PER_MINUTE: unknown setting in the environment; --help lists all settings\n",
    ]);
    const kubernetes = {
      CURLEW_SERVICE_HOST: "10.0.0.1",
      CURLEW_PORT_8787_TCP: "tcp://10.0.0.1:8787",
    };
    const fine = new CliProcess(cleanup, { args: ["serve", "--print-config"], env: kubernetes });
    expect(await fine.exit()).toBe(0);
    await chmod(tokens, 0o666);
    const service = serve(
      tokens,
      "--evaluator",
      "http://evaluator.example",
      "--health-listen",
      "0",
    );
    await service.address();
    await vi.waitFor(() => expect(service.stderr).toContain("unencrypted"), { timeout: 10_000 });
    expect(service.stderr).toContain("other users can read or change it (mode 666)");
  });
});

describe("curlew token", () => {
  const run = async (...args: string[]) => {
    const cli = new CliProcess(cleanup, { args: ["token", ...args] });
    return { status: await cli.exit(), stdout: cli.stdout, stderr: cli.stderr };
  };

  it("creates tokens that expire, and lists their expiry and last use", async () => {
    const folder = await temporaryFolder(cleanup);
    const tokens = join(folder, "tokens.json");
    expect(
      (
        await run(
          "create",
          "--name",
          "a",
          "--out",
          join(folder, "a"),
          "--tokens",
          tokens,
          "--expires",
          "30d",
        )
      ).status,
    ).toBe(0);
    const wrong = await run(
      "create",
      "--name",
      "b",
      "--out",
      join(folder, "b"),
      "--tokens",
      tokens,
      "--expires",
      "soon",
    );
    expect([wrong.status, wrong.stderr]).toEqual([
      2,
      "curlew: --expires soon: expected a number of days such as 30d, or a date such as 2031-12-31\n",
    ]);
    const lastUse = join(folder, "used.json");
    const service = serve(tokens, "--last-use", lastUse);
    expect(
      (
        await assess(await service.address(), (await readFile(join(folder, "a"), "utf8")).trim(), {
          text: "x",
        })
      ).status,
    ).toBe(200);
    service.child.kill("SIGTERM");
    await service.exit();
    const { stdout } = await run("list", "--tokens", tokens, "--last-use", lastUse);
    expect(stdout).toMatch(/^\S+Z {2}a {2}expires \S+Z {2}last used \S+Z\n$/);
  });
});
