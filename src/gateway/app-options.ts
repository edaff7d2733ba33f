import type { Logger } from "pino";
import type { Redactor } from "../redactor/index.js";
import type { AdmissionLimits, Authenticator, HttpConfig, RateConfig } from "../service/index.js";
import type { AssessorConfig, AssessorOptions } from "./assessor.js";
import type { EvaluatorPort, Reader } from "./evaluator-port.js";

export interface GatewayAppConfig extends HttpConfig, AdmissionLimits, RateConfig, AssessorConfig {
  readonly workers: number;
  readonly timeoutMs: number;
}

export interface GatewayAppOptions {
  /** The configuration; values that are read for each request may change. */
  readonly config: GatewayAppConfig;
  readonly log: Logger;
  readonly version: string;
  readonly evaluator: EvaluatorPort;
  /** Present only with a remote evaluator. */
  readonly reader?: Reader | undefined;
  readonly redactor: Redactor;
  readonly textWorker: AssessorOptions["textWorker"];
  readonly authenticator: Authenticator;
}
