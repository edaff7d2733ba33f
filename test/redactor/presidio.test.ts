import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { PresidioError, PresidioFinder, readResults } from "../../src/redactor/index.js";

/** A request to `POST /analyze` of Presidio's analyzer, which returns offsets in code points. */
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

interface Question {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: { text: string; language: string };
}

async function fakeAnalyzer(
  answer: (question: Question) => unknown,
  status = 200,
): Promise<PresidioFinder> {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      const result = answer({
        path: request.url,
        authorization: request.headers.authorization,
        body,
      });
      response.writeHead(status, { "content-type": "application/json" });
      response.end(typeof result === "string" ? result : JSON.stringify(result));
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return new PresidioFinder({
    url: new URL(`http://127.0.0.1:${port}/analyze`),
    headers: { authorization: "Basic YTpi" },
  });
}

/** Starts a fake analyzer that sends the same bytes for every request. */
async function fakeAnalyzerSending(
  body: string | Buffer,
  headers: Record<string, string>,
): Promise<PresidioFinder> {
  server = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.writeHead(200, headers).end(body));
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return new PresidioFinder({
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    headers: {},
  });
}

const find = (finder: PresidioFinder, text: string, ms = 5000) =>
  finder.find(text, AbortSignal.timeout(ms));

/** Returns an entity as the analyzer returns it. */
const result = (entity_type: string, start: number, end: number) => ({
  entity_type,
  start,
  end,
  score: 0.85,
  analysis_explanation: null,
  recognition_metadata: { recognizer_name: "R", recognizer_identifier: "R_1" },
});

describe("a Presidio analyzer", () => {
  it("receives valid requests, and its code point offsets are converted to UTF-16", async () => {
    const questions: Question[] = [];
    const finder = await fakeAnalyzer((question) => {
      questions.push(question);
      return [result("EMAIL_ADDRESS", 2, 16)];
    });
    const text = "💥 jo@example.com";
    const [entity] = await find(finder, text);
    expect(questions).toEqual([
      { path: "/analyze", authorization: "Basic YTpi", body: { text, language: "en" } },
    ]);
    expect(entity).toEqual({ type: "EMAIL_ADDRESS", start: 3, end: 17, score: 0.85 });
  });

  it("can add only plausible entities, so that no command is removed", async () => {
    const text = "curl sh os.system install.sh 4111111111111111";
    const finder = await fakeAnalyzer(() => [
      result("PERSON", 0, 4),
      result("EMAIL_ADDRESS", 0, 4),
      result("URL", 8, 17),
      result("URL", 18, 28),
      result("PHONE_NUMBER", 5, 7),
      result("CREDIT_CARD", 29, 45),
    ]);
    expect(await find(finder, text)).toEqual([
      { type: "CREDIT_CARD", start: 29, end: 45, score: 0.85 },
    ]);
  });

  it.each([
    ["an error", { error: "no" }, 500],
    ["no JSON", "<html>", 200],
    ["another shape", { results: [] }, 200],
    ["a result without offsets", [{ entity_type: "URL", score: 1 }], 200],
    ["offsets outside the text", [result("URL", 0, 999)], 200],
    ["offsets in the wrong order", [result("URL", 3, 1)], 200],
  ])("causes a specific error if it responds with %s", async (_name, answer, status) => {
    const finder = await fakeAnalyzer(() => answer, status);
    await expect(find(finder, "some text")).rejects.toBeInstanceOf(PresidioError);
  });

  it.each<[string, string | Buffer, Record<string, string>]>([
    [
      "is larger than any correct one",
      JSON.stringify(
        [result("URL", 0, 4)].concat(Array.from({ length: 2000 }, () => result("URL", 0, 4))),
      ),
      {},
    ],
    [
      "unpacks to more than any honest one",
      gzipSync(Buffer.alloc(50_000_000, " ")),
      { "content-encoding": "gzip" },
    ],
  ])("causes a specific error if its response %s", async (_name, body, headers) => {
    const finder = await fakeAnalyzerSending(body, headers);
    const before = process.memoryUsage().rss;
    await expect(find(finder, "some text")).rejects.toMatchObject({
      name: "PresidioError",
      message: "the response is too large",
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
  });

  it("may return the whole of a long text many times", async () => {
    const text = "see https://x.example/".padEnd(200_000, "a ");
    const taken = readResults({
      text,
      answer: Buffer.from(
        JSON.stringify(Array.from({ length: 20_000 }, () => result("URL", 4, 200_000))),
      ),
    });
    expect(taken).toEqual({ ok: true, entities: [] });
  });

  it("causes a specific error if it cannot be reached", async () => {
    const finder = await fakeAnalyzer(() => []);
    await new Promise((resolve) => server?.close(resolve));
    await expect(find(finder, "x")).rejects.toBeInstanceOf(PresidioError);
  });
});
