import { startEvaluatorService, type EvaluatorConfig } from "../../../src/evaluator/main.js";
import { openLog } from "../../../src/service/index.js";
import type { Context } from "../../../src/cli/context.js";
import { untilStopped } from "./lifetime.js";
import { reloading } from "./reloading.js";
import { logRisks } from "./risks.js";

/** Runs the evaluator until it is stopped. */
export async function runEvaluator(
  config: EvaluatorConfig,
  context: Context,
  reread: () => Promise<EvaluatorConfig>,
): Promise<number> {
  const journal = await openLog({ level: config.logLevel, file: config.logFile });
  const { log } = journal;
  const service = await startEvaluatorService(config, log);
  context.stderr.write(
    `curlew: evaluator listens on ${service.address} (${service.address}/docs)\n`,
  );
  await logRisks(config, context, log);
  return untilStopped({ ...service, reload: reloading(config, reread, log) }, journal, config);
}
