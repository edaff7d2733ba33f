import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { pino, type Logger } from "pino";
import { embedded } from "../../../packages/curlew-service/src/gateway.js";
import { createEvaluatorApp } from "../../../src/evaluator/app.js";
import { Evaluator } from "../../../src/evaluator/evaluator.js";
import { EvaluationPool } from "../../../src/evaluator/evaluation-pool.js";
import { createGatewayApp } from "../../../src/gateway/app.js";
import type { GatewayAppConfig } from "../../../src/gateway/app-options.js";
import type { EvaluatorPort, Reader } from "../../../src/gateway/evaluator-port.js";
import { createRedactor } from "../../../src/gateway/main.js";
import {
  RemoteEvaluator,
  type RemoteEvaluatorOptions,
} from "../../../src/gateway/remote-evaluator.js";
import { encode } from "../../../src/gateway/assess-answer.js";
import { TextWorker } from "../../../src/gateway/text-worker.js";
import {
  Authenticator,
  createToken,
  gatewaySettings,
  resolveConfig,
  type Values,
} from "../../../src/service/index.js";
import { threadOptions } from "../../../src/host/thread-options.js";
import { bundled } from "../../support/bundled.js";

export const STUB_WORKER = bundled(fileURLToPath(new URL("stub-worker.ts", import.meta.url)));
export const SILENT: Logger = pino({ level: "silent" });
export const SOURCE_HASH = "a".repeat(64);

type Config = Values<typeof gatewaySettings>;

/** Returns the default settings of the gateway with the changes of a test. */
export function configFor(changes: Partial<Config> = {}): Config {
  return { ...resolveConfig(gatewaySettings, { flags: {}, env: {} }), ...changes };
}

/** Collects tasks, and runs them after a test in reverse order. */
export class Cleanup {
  readonly #tasks: (() => Promise<unknown>)[] = [];

  add(task: () => Promise<unknown>): void {
    this.#tasks.push(task);
  }

  async run(): Promise<void> {
    for (const task of this.#tasks.splice(0).reverse()) await task();
  }
}

/** Creates a folder that is removed after the test. */
export async function temporaryFolder(cleanup: Cleanup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "curlew-test-"));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface Access {
  readonly token: string;
  readonly tokens: string;
  readonly folder: string;
}

/** Creates a tokens file with one token. */
export async function createAccess(cleanup: Cleanup, name = "test"): Promise<Access> {
  const folder = await temporaryFolder(cleanup);
  const tokens = join(folder, "tokens.json");
  const out = join(folder, `${name}.token`);
  await createToken({ name, out, tokens });
  return { folder, tokens, token: (await readFile(out, "utf8")).trim() };
}

/** Creates an evaluator, by default with the stub worker. */
export function createTestEvaluator(
  cleanup: Cleanup,
  options: {
    workerFile?: string;
    workers?: number;
    timeoutMs?: number;
    analysisMs?: number;
    maxConcurrent?: number;
    log?: Logger;
  } = {},
): Evaluator {
  const pool = new EvaluationPool({
    workerFile: options.workerFile ?? STUB_WORKER,
    execArgv: [...threadOptions],
    workers: options.workers ?? 2,
    maxConcurrent: options.maxConcurrent ?? 64,
    log: options.log ?? SILENT,
  });
  cleanup.add(() => pool.close());
  return new Evaluator({
    pool,
    sourceHash: SOURCE_HASH,
    profile: "contract",
    analysisMs: options.analysisMs ?? 2000,
    timeoutMs: options.timeoutMs ?? 10_000,
  });
}

export async function createTestEvaluatorApp(
  cleanup: Cleanup,
  evaluator: Evaluator,
  options: { config?: Partial<Config>; authenticator?: Authenticator; log?: Logger } = {},
): Promise<FastifyInstance> {
  const { authenticator, log = SILENT } = options;
  const app = await createEvaluatorApp({
    config: configFor({ port: 8788, ...options.config }),
    log,
    evaluator,
    authenticator,
  });
  cleanup.add(() => app.close());
  return app;
}

export interface TestGateway {
  readonly app: FastifyInstance;
  readonly access: Access;
  /** Posts a body to `/v1/assessments` with the token of the gateway. */
  assess(
    body: unknown,
    headers?: Record<string, string>,
    url?: string,
  ): Promise<LightMyRequestResponse>;
}

/** A reader for which a text and its redacted form always have the same result, so that every text is sent. */
const UNCHANGED: Reader = { compare: async () => ({ answer: new Uint8Array(), isSame: true }) };

/** Creates a gateway with a token. By default, its evaluator is embedded and has the stub worker. */
export async function createTestGateway(
  cleanup: Cleanup,
  options: {
    evaluator?: EvaluatorPort;
    reader?: Reader;
    config?: Partial<GatewayAppConfig> & Partial<Config>;
    log?: Logger;
    access?: Access;
  } = {},
): Promise<TestGateway> {
  const access = options.access ?? (await createAccess(cleanup));
  const config = configFor(options.config);
  const evaluator = options.evaluator ?? embedded(createTestEvaluator(cleanup));
  const textWorker = new TextWorker();
  cleanup.add(() => textWorker.close());
  const redactor = createRedactor(config, textWorker);
  const authenticator = new Authenticator(access.tokens);
  const app = await createGatewayApp({
    config,
    log: options.log ?? SILENT,
    version: "0.0.0",
    evaluator,
    reader: options.reader ?? UNCHANGED,
    redactor,
    textWorker,
    authenticator,
  });
  cleanup.add(() => app.close());
  return {
    app,
    access,
    assess: (body, headers = {}, url = "/v1/assessments") =>
      app.inject({
        method: "POST",
        url,
        headers: {
          host: "127.0.0.1:8787",
          authorization: `Bearer ${access.token}`,
          "content-type": "application/json",
          ...headers,
        },
        payload: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
}

/** Returns a client of the evaluator at a URL. */
export function remoteEvaluator(
  options: Pick<RemoteEvaluatorOptions, "url" | "token">,
): RemoteEvaluator {
  return new RemoteEvaluator({
    ...options,
    textWorker: { encode: async (question) => encode(question) },
  });
}

/** Returns an evaluator port whose answers are the results of a function. */
export function portAnswering(
  answer: (text: string) => unknown,
  mode: EvaluatorPort["mode"] = "remote",
): EvaluatorPort {
  return {
    mode,
    evaluate: async ({ text }) => Buffer.from(JSON.stringify(answer(text))),
    version: async () => ({}),
    close: async () => undefined,
  };
}
