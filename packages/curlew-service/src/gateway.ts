import { startEvaluator } from "../../../src/evaluator/main.js";
import { registerPoolMetrics } from "../../../src/evaluator/app.js";
import type { Evaluator } from "../../../src/evaluator/evaluator.js";
import type { EvaluatorPort, Reader } from "../../../src/gateway/evaluator-port.js";
import {
  connectEvaluator,
  openAccess,
  reconnectEvaluator,
  startGatewayService,
  type GatewayConfig,
} from "../../../src/gateway/main.js";
import { TextWorker } from "../../../src/gateway/text-worker.js";
import type { Logger } from "pino";
import { openLog } from "../../../src/service/index.js";
import type { Context } from "../../../src/cli/context.js";
import { untilStopped } from "./lifetime.js";
import { reloading } from "./reloading.js";
import { logRisks } from "./risks.js";

export interface GatewayOptions {
  /** Version of the package. */
  readonly version: string;
  /** Reads the settings again. */
  readonly reread: () => Promise<GatewayConfig>;
}

/** Runs the gateway until it is stopped. */
export async function runGateway(
  config: GatewayConfig,
  context: Context,
  { version, reread }: GatewayOptions,
): Promise<number> {
  const journal = await openLog({ level: config.logLevel, file: config.logFile });
  const { log } = journal;
  const access = await openAccess(config, log);
  const textWorker = new TextWorker();
  const parts = await evaluatorOf(config, textWorker, log);
  const service = await startGatewayService(config, { ...parts, access, textWorker, log, version });
  context.stderr.write(`curlew: gateway listens on ${service.address} (${service.address}/docs)\n`);
  if ((await access.authenticator.count()) === 0) {
    context.stderr.write(
      `curlew: no tokens in ${config.tokens} yet; create one with: curlew token create --name NAME --out FILE\n`,
    );
  }
  await logRisks(config, context, log);
  const reloadSettings = reloading(config, reread, log);
  const reload = async () => {
    await reloadSettings();
    await parts.reload?.();
  };
  return untilStopped({ ...service, reload }, journal, config);
}

interface Parts {
  readonly evaluator: EvaluatorPort;
  readonly reader?: Reader;
  /** Reads the token of a remote evaluator again. */
  reload?(): Promise<void>;
}

/**
 * Returns an evaluator in this process. If a remote evaluator is configured, returns the remote one, and a reader that compares redacted
 * texts in this process.
 */
async function evaluatorOf(
  config: GatewayConfig,
  textWorker: TextWorker,
  log: Logger,
): Promise<Parts> {
  if (config.evaluator === undefined)
    return { evaluator: embedded(await startEvaluator(config, log)) };
  const remote = await connectEvaluator(config.evaluator, config.evaluatorTokenFile, textWorker);
  const here = await startEvaluator(config, log);
  const evaluator: EvaluatorPort = {
    mode: "remote",
    evaluate: (request, call) => remote.evaluate(request, call),
    version: (call) => remote.version(call),
    close: async () => {
      await Promise.all([remote.close(), here.close()]);
    },
  };
  return { evaluator, reader: readerOf(here), reload: () => reconnectEvaluator(remote, config) };
}

/** Returns the interface through which the gateway lets an evaluator in this process compare a text with its redacted form. */
export function readerOf(evaluator: Evaluator): Reader {
  return {
    compare: async (question, redacted, call) => {
      const { json, isSame } = await evaluator.compare(question, redacted, call);
      return { answer: json, isSame };
    },
  };
}

/** Returns an evaluator in this process as the port that the gateway needs. */
export function embedded(evaluator: Evaluator): EvaluatorPort {
  return {
    mode: "embedded",
    evaluate: async (request, call) => {
      const evaluated = await evaluator.evaluate(request, call);
      return evaluated.answer ?? evaluated.json;
    },
    version: () => evaluator.version(),
    isReady: () => evaluator.isReady,
    observe: (registry) => registerPoolMetrics(registry, evaluator),
    close: () => evaluator.close(),
  };
}
