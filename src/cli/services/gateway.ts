import { startEvaluator } from "../../evaluator/main.js";
import { registerPoolMetrics } from "../../evaluator/app.js";
import type { Evaluator } from "../../evaluator/evaluator.js";
import type { EvaluatorPort } from "../../gateway/evaluator-port.js";
import { connectEvaluator, startGatewayService, type GatewayConfig } from "../../gateway/main.js";
import { Workshop } from "../../gateway/workshop.js";
import { openLog } from "../../service/index.js";
import type { Context } from "../context.js";
import { untilStopped } from "./lifetime.js";

/** Runs the gateway until it is told to stop. */
export async function runGateway(config: GatewayConfig, context: Context, version: string): Promise<number> {
  const journal = await openLog({ level: config.logLevel, file: config.logFile });
  const { log } = journal;
  const workshop = new Workshop();
  const evaluator =
    config.evaluator === undefined
      ? embedded(await startEvaluator(config, log))
      : await connectEvaluator(config.evaluator, config.evaluatorTokenFile, workshop);
  const service = await startGatewayService(config, { evaluator, workshop, log, version });
  context.stderr.write(`curlew: gateway listens on ${service.address} (${service.address}/docs)\n`);
  if ((await service.authenticator.count()) === 0) {
    context.stderr.write(`curlew: no tokens in ${config.tokens} yet; make one with: curlew token create --name NAME --out FILE\n`);
  }
  return untilStopped(service, journal, config.stopTimeoutMs);
}

/** The evaluator of this process as the gateway sees it. */
export function embedded(evaluator: Evaluator): EvaluatorPort {
  return {
    mode: "embedded",
    evaluate: async (request, signal) => (await evaluator.evaluate(request, signal)).json,
    version: () => evaluator.version(),
    isReady: () => evaluator.isReady(),
    observe: (registry) => registerPoolMetrics(registry, evaluator),
    close: () => evaluator.close(),
  };
}
