import {
  INTERFACE_VERSION,
  modelRevision,
  type EvaluationRequest,
  type EvaluatorVersion,
  type Profile,
} from "../protocol/index.js";
import { ServiceError } from "../service/index.js";
import type { EvaluationPool } from "./pool.js";
import type { EvaluatedText } from "./task.js";

export interface EvaluatorOptions {
  readonly pool: EvaluationPool;
  readonly sourceHash: string;
  /** For requests that name no profile. */
  readonly profile: Profile;
  readonly analysisMs: number;
}

/** Classifies texts and says which rules it does so by. */
export class Evaluator {
  constructor(readonly options: EvaluatorOptions) {}

  /** @param until ends the evaluation before its own time is out */
  async evaluate(request: EvaluationRequest, until?: AbortSignal): Promise<EvaluatedText> {
    const { pool, sourceHash, profile, analysisMs } = this.options;
    const { text, offsetEncoding = "utf-16" } = request;
    return pool.evaluate({ text, profile: request.profile ?? profile, offsetEncoding, analysisMs, sourceHash }, until);
  }

  async version(): Promise<EvaluatorVersion> {
    const revisions = await this.options.pool.revisions();
    const inForce = revisions.find((revision) => revision.profile === this.options.profile);
    if (inForce === undefined) throw new ServiceError("internal-error");
    return {
      service: "evaluator",
      version: inForce.package,
      interface: INTERFACE_VERSION,
      sourceHash: this.options.sourceHash,
      modelRevision: modelRevision(inForce),
      revisions,
    };
  }

  /** Whether a text would be evaluated now. */
  async isReady(): Promise<boolean> {
    try {
      await this.evaluate({ text: "" });
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    await this.options.pool.close();
  }
}
