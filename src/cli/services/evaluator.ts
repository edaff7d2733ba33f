import { startEvaluatorService, type EvaluatorConfig } from "../../evaluator/main.js";
import { createLog } from "../../service/index.js";
import type { Context } from "../context.js";
import { untilStopped } from "./lifetime.js";

/** Runs the evaluator until it is told to stop. */
export async function runEvaluator(config: EvaluatorConfig, context: Context): Promise<number> {
  const log = createLog({ level: config.logLevel, file: config.logFile });
  const service = await startEvaluatorService(config, log);
  context.stderr.write(`curlew: evaluator listens on ${service.address} (${service.address}/docs)\n`);
  return untilStopped(service, log, config.stopTimeoutMs);
}
