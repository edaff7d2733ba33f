import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embedded, readerOf } from "../../packages/curlew-service/src/gateway.js";
import { bundled } from "../support/bundled.js";
import { sharedDetector } from "../support/marked.js";
import { CliProcess } from "./support/process.js";
import {
  Cleanup,
  createTestEvaluator,
  createTestEvaluatorApp,
  createTestGateway,
  temporaryFolder,
  type TestGateway,
  remoteEvaluator,
} from "./support/services.js";
import { corpusTexts, UNICODE_TEXTS } from "./support/texts.js";

/** Compares the results of library, evaluator, gateway (with an embedded and a remote evaluator) and command line for the same texts. */

const ENCODINGS = ["utf-16", "codepoint", "utf-8"] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Returns the texts that are compared. Offsets differ only in Unicode texts, so other encodings need only some of the corpora. */
function textsFor(offsetEncoding: Encoding): string[] {
  const texts = corpusTexts();
  const chosen = offsetEncoding === "utf-16" ? texts : texts.filter((_, at) => at % 5 === 0);
  return [...chosen, ...UNICODE_TEXTS];
}

/** The fields of a result that are compared. */
interface Answer {
  readonly labels: readonly string[];
  readonly spans: readonly (readonly number[])[];
  readonly findings: readonly {
    readonly rule: string;
    readonly span: readonly number[];
    readonly text: string;
  }[];
  readonly outcome: unknown;
}

const common = ({ labels, spans, findings, outcome }: Answer): Answer => ({
  labels,
  spans,
  findings: findings.map(({ rule, span, text }) => ({ rule, span, text })),
  outcome,
});

const cleanup = new Cleanup();
const host = "127.0.0.1:8788";
let evaluatorApp: Awaited<ReturnType<typeof createTestEvaluatorApp>>;
let gateways: Record<"embedded" | "remote", TestGateway>;

beforeAll(async () => {
  const workerFile = bundled(resolve("src/evaluator/worker.ts"));
  const evaluator = createTestEvaluator(cleanup, { workerFile, timeoutMs: 60_000 });
  const unlimited = { requestsPerMinute: 1_000_000 };
  evaluatorApp = await createTestEvaluatorApp(cleanup, evaluator, { config: unlimited });
  const listening = await createTestEvaluatorApp(cleanup, evaluator, { config: unlimited });
  const url = await listening.listen({ host: "127.0.0.1", port: 0 });
  gateways = {
    embedded: await createTestGateway(cleanup, {
      evaluator: embedded(evaluator),
      config: unlimited,
    }),
    remote: await createTestGateway(cleanup, {
      evaluator: remoteEvaluator({ url }),
      reader: readerOf(evaluator),
      config: unlimited,
    }),
  };
});
afterAll(() => cleanup.run());

/** The results of the library, by encoding. */
const known: Record<Encoding, Map<string, Answer>> = {
  "utf-16": new Map(),
  codepoint: new Map(),
  "utf-8": new Map(),
};

async function library(text: string, offsetEncoding: Encoding): Promise<Answer> {
  const answer =
    known[offsetEncoding].get(text) ??
    common((await sharedDetector()).detect(text, { offsetEncoding }));
  known[offsetEncoding].set(text, answer);
  return answer;
}

describe.each(ENCODINGS)("with offsets in %s", (offsetEncoding) => {
  const texts = textsFor(offsetEncoding);

  it("the evaluator returns the results of the library", async () => {
    for (const text of texts) {
      const response = await evaluatorApp.inject({
        method: "POST",
        url: "/v1/evaluate",
        headers: { host },
        payload: { text, offsetEncoding },
      });
      expect({ text, ...common(response.json()) }).toEqual({
        text,
        ...(await library(text, offsetEncoding)),
      });
    }
  });

  it.each(["embedded", "remote"] as const)(
    "the gateway with an %s evaluator returns the results of the library",
    async (mode) => {
      for (const text of texts) {
        const response = await gateways[mode].assess({ text, offsetEncoding });
        expect([text, response.statusCode]).toEqual([text, 200]);
        const body = response.json();
        expect({ text, ...common(body) }).toEqual({
          text,
          ...(await library(text, offsetEncoding)),
        });
        expect(body.verdict).toBe(body.labels.length > 0 ? "finding" : "clear");
      }
    },
  );

  it("the command line returns the results of the library", async () => {
    const folder = await temporaryFolder(cleanup);
    const records = join(folder, "records.jsonl");
    await writeFile(records, texts.map((text) => `${JSON.stringify({ text })}\n`).join(""));
    const cli = new CliProcess(cleanup, {
      args: [
        "batch",
        "--profile",
        "contract",
        "--quiet",
        "--predictions",
        "-",
        "--offset-encoding",
        offsetEncoding,
        records,
      ],
    });
    expect(await cli.exit()).toBe(0);
    const answers = cli.stdout
      .trim()
      .split("\n")
      .map((line) => common(JSON.parse(line)));
    for (const [index, text] of texts.entries()) {
      expect({ text, ...answers[index] }).toEqual({
        text,
        ...(await library(text, offsetEncoding)),
      });
    }
  });
});
