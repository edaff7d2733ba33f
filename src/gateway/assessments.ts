import { Counter, type Registry } from "prom-client";
import type { AssessmentRequest } from "../protocol/index.js";
import {
  Admission,
  checkTextSize,
  abortError,
  Lanes,
  registerLoadMetrics,
  ServiceError,
  type Call,
  type Readiness,
} from "../service/index.js";
import { subjectHashOf, type Assessment, type Assessor } from "./assessor.js";
import type { GatewayAppConfig } from "./app-options.js";

export interface AssessmentsParts {
  readonly config: GatewayAppConfig;
  readonly assessor: Assessor;
  readonly readiness: Readiness;
  readonly registry: Registry;
}

/** An assessment with the SHA-256 of its text. */
export interface Assessed extends Assessment {
  readonly subjectHash: string;
}

/** Assesses texts. Single texts and the texts of batches wait in the same queues. */
export class Assessments {
  readonly admission: Admission;
  readonly #lanes: Lanes;
  readonly #verdicts: Counter<"verdict">;

  constructor(readonly parts: AssessmentsParts) {
    const { config, registry } = parts;
    this.admission = new Admission(config);
    this.#lanes = new Lanes(config.workers);
    this.#verdicts = new Counter({
      name: "curlew_assessments_total",
      help: "Assessed texts by verdict",
      labelNames: ["verdict"],
      registers: [registry],
    });
    registerLoadMetrics(registry, { admission: this.admission, lanes: this.#lanes });
  }

  async assess(request: AssessmentRequest, client: string, call: Call): Promise<Assessed> {
    const { config, assessor, readiness } = this.parts;
    const { text } = request;
    checkTextSize(text, config.maxTextBytes);
    const subjectHash = await subjectHashOf(text);
    try {
      const assessment = await this.#lanes.run({ length: text.length, client, call }, () =>
        assessor.assess(request, subjectHash, call),
      );
      this.#verdicts.inc({ verdict: assessment.verdict });
      return { ...assessment, subjectHash };
    } catch (error) {
      const known =
        call.signal.aborted && !(error instanceof ServiceError) ? abortError(call, error) : error;
      if (known instanceof ServiceError && known.status === 502) readiness.doubt();
      throw known;
    }
  }
}
