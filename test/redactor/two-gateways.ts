import { resolve } from "node:path";
import { embedded, readerOf } from "../../packages/curlew-service/src/gateway.js";
import type { AssessmentBatchResponse, AssessmentRequest } from "../../src/protocol/index.js";
import type { Reader } from "../../src/gateway/evaluator-port.js";
import {
  createTestEvaluator,
  createTestEvaluatorApp,
  createTestGateway,
  remoteEvaluator,
  type Cleanup,
} from "../service/support/services.js";
import { bundled } from "../support/bundled.js";

/** Two gateways with the same real evaluator, which one uses directly and the other over HTTP. */
export interface TwoGateways {
  /** Returns the results of each gateway for a list of requests. */
  assess(
    requests: readonly AssessmentRequest[],
  ): Promise<Record<"embedded" | "remote", AssessmentBatchResponse["results"]>>;
  /** The number of texts that were compared with their redacted form, and the number that were not sent because the results differed. */
  readonly counts: { compared: number; notSent: number };
  /** The texts that were sent to the remote evaluator. */
  readonly sent: string[];
}

export async function createTwoGateways(cleanup: Cleanup): Promise<TwoGateways> {
  const workerFile = bundled(resolve("src/evaluator/worker.ts"));
  // the time limits are long, so that a busy machine does not change the results
  const evaluator = createTestEvaluator(cleanup, {
    workerFile,
    timeoutMs: 120_000,
    analysisMs: 60_000,
  });
  const config = { requestsPerMinute: 1_000_000, timeoutMs: 120_000 };
  const app = await createTestEvaluatorApp(cleanup, evaluator, { config });
  const remote = remoteEvaluator({ url: await app.listen({ host: "127.0.0.1", port: 0 }) });
  const counts = { compared: 0, notSent: 0 };
  const sent: string[] = [];
  const read = readerOf(evaluator);
  const reader: Reader = {
    compare: async (question, redacted, call) => {
      const compared = await read.compare(question, redacted, call);
      counts.compared++;
      if (!compared.isSame) counts.notSent++;
      return compared;
    },
  };
  const recording = {
    mode: "remote" as const,
    evaluate: (...[request, call]: Parameters<typeof remote.evaluate>) => {
      sent.push(request.text);
      return remote.evaluate(request, call);
    },
    version: remote.version.bind(remote),
    close: () => remote.close(),
  };
  const gateways = {
    embedded: await createTestGateway(cleanup, { evaluator: embedded(evaluator), config }),
    remote: await createTestGateway(cleanup, { evaluator: recording, reader, config }),
  };
  const ask = async (mode: keyof typeof gateways, requests: readonly AssessmentRequest[]) => {
    const response = await gateways[mode].assess({ requests }, {}, "/v1/assessments/batch");
    if (response.statusCode !== 200) throw new Error(`${mode}: ${response.payload}`);
    return response.json<AssessmentBatchResponse>().results;
  };
  return {
    counts,
    sent,
    assess: async (requests) => ({
      embedded: await ask("embedded", requests),
      remote: await ask("remote", requests),
    }),
  };
}
