import { startEvaluatorService, type EvaluatorConfig } from "../../evaluator/main.js";
import { openLog } from "../../service/index.js";
import type { Context } from "../context.js";
import { untilStopped } from "./lifetime.js";

/** Runs the evaluator until it is told to stop. */
export async function runEvaluator(config: EvaluatorConfig, context: Context): Promise<number> {
  const journal = await openLog({ level: config.logLevel, file: config.logFile });
  const { log } = journal;
  const service = await startEvaluatorService(config, log);
  context.stderr.write(`curlew: evaluator listens on ${service.address} (${service.address}/docs)\n`);
  return untilStopped(service, journal, config.stopTimeoutMs);
}
