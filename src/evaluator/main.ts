import type { Logger } from "pino";
import { workerEntry } from "../host/worker-entry.js";
import {
  Authenticator,
  ConfigError,
  lastUseOf,
  listen,
  requireFreePort,
  requireTokens,
  type evaluatorSettings,
  type Values,
} from "../service/index.js";
import { createEvaluatorApp } from "./app.js";
import { Evaluator } from "./evaluator.js";
import { EvaluationPool } from "./evaluation-pool.js";
import { QuickEvaluator } from "./quick-evaluator.js";
import { sourceHash } from "./source-hash.js";

export type EvaluatorConfig = Values<typeof evaluatorSettings>;

/** Starts the threads that evaluate texts. @throws ConfigError if they cannot start */
export async function startEvaluator(
  config: Pick<
    EvaluatorConfig,
    "workers" | "maxConcurrent" | "timeoutMs" | "analysisMs" | "profile" | "queries" | "disableRule"
  >,
  log: Logger,
): Promise<Evaluator> {
  const { workers, maxConcurrent, timeoutMs, analysisMs, profile } = config;
  const rules = { queriesDirs: config.queries, disabledRules: config.disableRule };
  const pool = new EvaluationPool({
    ...workerEntry(import.meta.url, "evaluator-worker.js", "worker.ts"),
    workers,
    maxConcurrent,
    log,
    rules,
    child: workerEntry(import.meta.url, "evaluator-child.js", "child.ts"),
  });
  let quick: QuickEvaluator;
  try {
    [quick] = await Promise.all([QuickEvaluator.create(profile, rules), pool.ready()]);
  } catch (error) {
    await pool.close();
    throw new ConfigError(
      `the evaluator's workers cannot start: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
  return new Evaluator({ pool, sourceHash: sourceHash(), profile, analysisMs, timeoutMs, quick });
}

/** Starts the evaluator with its HTTP interface. */
export async function startEvaluatorService(config: EvaluatorConfig, log: Logger) {
  const lastUse = lastUseOf(config, log);
  const authenticator =
    config.tokens === undefined ? undefined : new Authenticator(config.tokens, lastUse);
  await requireTokens(config.host, authenticator);
  await requireFreePort(config);
  const evaluator = await startEvaluator(config, log);
  try {
    const app = await createEvaluatorApp({ config, log, evaluator, authenticator });
    const address = await listen(app, config);
    const close = async () => {
      // written first, because threads may not end in time
      await lastUse?.close();
      await evaluator.close();
    };
    return { app, address, close };
  } catch (error) {
    await evaluator.close();
    throw error;
  }
}
