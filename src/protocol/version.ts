import * as v from "valibot";
import { Verdict } from "./assessment.js";
import { Code, ModelRevision } from "./evaluation.js";
import { Profile, Sha256 } from "./primitives.js";

/** Version of the HTTP interface, the first part of its paths. */
export const INTERFACE_VERSION = "v1";

/** The parts of a model revision, which identifies the active rules. */
export const Revision = v.object({
  package: v.string(),
  profile: Profile,
  grammars: v.record(v.string(), v.string()),
  queries: Sha256,
});
export type Revision = v.InferOutput<typeof Revision>;

/** Returns the one-line form of a revision: `curlew/0.2.0 contract bash/0.25.1 … queries/<sha-256>`. */
export function modelRevision(revision: Revision): string {
  const grammars = Object.entries(revision.grammars)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, version]) => `${name}/${version}`);
  return [
    `curlew/${revision.package}`,
    revision.profile,
    ...grammars,
    `queries/${revision.queries}`,
  ].join(" ");
}

/** Response of the evaluator's `GET /v1/version`. */
export const EvaluatorVersion = v.object({
  service: v.literal("evaluator"),
  version: v.string(),
  interface: v.string(),
  sourceHash: Sha256,
  /** The revision used for a request without a profile. */
  modelRevision: ModelRevision,
  /** Every available revision. */
  revisions: v.array(Revision),
});
export type EvaluatorVersion = v.InferOutput<typeof EvaluatorVersion>;

/** The verdict that the gateway gives for one evaluator code, and whether the code is enabled. */
export const CodeRule = v.object({ code: Code, verdict: Verdict, enabled: v.boolean() });
export type CodeRule = v.InferOutput<typeof CodeRule>;

/** Response of the gateway's `GET /v1/version`. */
export const GatewayVersion = v.object({
  service: v.literal("gateway"),
  version: v.string(),
  interface: v.string(),
  /** Null while the evaluator cannot be reached. */
  evaluator: v.nullable(v.object({ sourceHash: Sha256, modelRevision: ModelRevision })),
  evaluatorMode: v.picklist(["embedded", "remote"]),
  codes: v.array(CodeRule),
});
export type GatewayVersion = v.InferOutput<typeof GatewayVersion>;

/** Response of `/healthz` and `/readyz`. */
export const Health = v.object({ status: v.picklist(["ok", "unavailable"]) });
export type Health = v.InferOutput<typeof Health>;
