import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createToken } from "../../../../src/service/tokens/manage.js";
import { REDACTION_NOTICE } from "../../../../src/protocol/index.js";
import { HASH, sha } from "../../support.js";

export interface RunningGateway {
  readonly address: string;
  readonly token: string;
  close(): Promise<void>;
}

/** Starts the real gateway, `curlew serve`, with a token for the test. */
export async function startGateway(): Promise<RunningGateway> {
  const folder = mkdtempSync(path.join(tmpdir(), "curlew-gateway-"));
  const files = { tokens: path.join(folder, "tokens"), out: path.join(folder, "token") };
  await createToken({ name: "test", ...files });
  const child = spawn(
    process.execPath,
    ["dist/cli.js", "serve", "--port", "0", "--tokens", files.tokens],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let said = "";
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      const found = /gateway listens on (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", () => reject(new Error(`the gateway did not start: ${said}`)));
  });
  return {
    address,
    token: readFileSync(files.out, "utf8").trim(),
    async close() {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A function that sends the response of the fake gateway to a request. */
export type Behaviour = (
  request: IncomingMessage & { readonly text: string; readonly responseId: string },
  response: ServerResponse,
) => void | Promise<void>;

export interface FakeGateway {
  readonly address: string;
  /** The received texts, in order. */
  readonly texts: string[];
  readonly headers: IncomingMessage["headers"][];
  /** Sets how the gateway responds to later requests. */
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

/** Starts a fake gateway whose responses a test defines, for errors that cannot be caused with the real gateway. */
export async function startFakeGateway(): Promise<FakeGateway> {
  const texts: string[] = [];
  const headers: IncomingMessage["headers"][] = [];
  let behaviour: Behaviour = clear;
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const { text, responseId } = JSON.parse(body) as { text: string; responseId: string };
      texts.push(text);
      headers.push(request.headers);
      void behaviour(Object.assign(request, { text, responseId }), response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts,
    headers,
    behave(next) {
      behaviour = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Returns the body of a gateway's response, with a finding for the first occurrence of `command` in the text. */
export function bodyFor(
  text: string,
  responseId: string,
  command?: string,
  more: Record<string, unknown> = {},
): string {
  const at = command === undefined ? -1 : text.indexOf(command);
  const spans = at === -1 || command === undefined ? [] : [[at, at + command.length] as const];
  const findings = spans.map((span) => ({
    rule: "bash/fetch-pipe",
    level: "finding",
    span,
    text: command,
    snippet: { kind: "inline", language: "shell", tag: null },
    trace: [],
  }));
  return JSON.stringify({
    subjectHash: sha(text),
    responseId,
    verdict: spans.length > 0 ? "finding" : "clear",
    labels: spans.length > 0 ? ["PS"] : [],
    spans,
    findings,
    notes: [],
    outcome: { status: "complete" },
    offsetEncoding: "utf-16",
    evaluator: { sourceHash: HASH, modelRevision: "stand-in/1" },
    redaction: { entityTypes: [], entities: [], notice: REDACTION_NOTICE },
    assertions: [],
    ...more,
  });
}

export const clear: Behaviour = (request, response) => {
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(bodyFor(request.text, request.responseId));
};
