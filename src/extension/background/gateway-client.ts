import * as v from "valibot";
import { AssessmentResponse, type Profile } from "../../protocol/index.js";
import type { Assessment, AssessReply } from "../bridge/assessment.js";
import { unavailable, type Failure } from "../bridge/failures.js";
import { fitsText } from "../bridge/fits-text.js";
import { sha256 } from "../bridge/hash.js";

/** Time limit in milliseconds for one request and its response. */
const GATEWAY_TIMEOUT_MS = 15_000;

/** Maximum length of a response, in UTF-16 code units. */
const MAX_ANSWER_LENGTH = 8_000_000;

/** A request for an assessment through the gateway. */
export interface GatewayRequest {
  /** Origin of the gateway, without a trailing slash. */
  readonly address: string;
  readonly token: string;
  readonly responseId: string;
  readonly text: string;
  readonly profile: Profile;
}

/**
 * Requests an assessment from the gateway. If the extended profile finds something, a second request gets the labels under the
 * contract profile, which are shown with the evidence. A failure is returned as a reply with its reason; nothing is thrown or logged.
 */
export async function assessByGateway(
  request: GatewayRequest,
  fetcher: typeof fetch,
  timeoutMs = GATEWAY_TIMEOUT_MS,
): Promise<AssessReply> {
  const reply = await post(request, fetcher, timeoutMs);
  if (
    reply.status !== "assessed" ||
    request.profile === "contract" ||
    reply.assessment.labels.length === 0
  )
    return reply;
  const contract = await post({ ...request, profile: "contract" }, fetcher, timeoutMs);
  const contractLabels = contract.status === "assessed" ? contract.assessment.labels : null;
  return { ...reply, assessment: { ...reply.assessment, contractLabels } };
}

async function post(
  request: GatewayRequest,
  fetcher: typeof fetch,
  timeoutMs: number,
): Promise<AssessReply> {
  try {
    const response = await fetcher(`${request.address}/v1/assessments`, {
      method: "POST",
      headers: { authorization: `Bearer ${request.token}`, "content-type": "application/json" },
      body: JSON.stringify({
        text: request.text,
        responseId: request.responseId,
        offsetEncoding: "utf-16",
        profile: request.profile,
      }),
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return refused(response);
    }
    const body = await response.text();
    return body.length > MAX_ANSWER_LENGTH
      ? unavailable("bad-response")
      : await readAnswer(body, request);
  } catch (error) {
    return unavailable(
      error instanceof DOMException && error.name === "TimeoutError" ? "timeout" : "unreachable",
    );
  }
}

const REASONS: Readonly<Record<number, Failure>> = {
  401: "unauthorized",
  403: "forbidden",
  413: "too-large",
  429: "rate-limited",
  502: "bad-gateway",
  503: "overloaded",
  504: "gateway-timeout",
};

function refused(response: Response): AssessReply {
  const reason = REASONS[response.status] ?? (response.status >= 500 ? "server-error" : "rejected");
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  return unavailable(reason, seconds >= 1 ? Math.min(seconds, 3600) : undefined);
}

async function readAnswer(body: string, request: GatewayRequest): Promise<AssessReply> {
  const answer = v.safeParse(AssessmentResponse, parse(body));
  if (!answer.success) return unavailable("bad-response");
  const { output } = answer;
  const isAboutRequest =
    output.subjectHash === (await sha256(request.text)) &&
    (output.responseId ?? request.responseId) === request.responseId;
  const assessment: Assessment = {
    mode: "gateway",
    subjectHash: output.subjectHash,
    verdict: output.verdict,
    labels: output.labels,
    profile: request.profile,
    contractLabels:
      request.profile === "contract" || output.labels.length === 0 ? output.labels : null,
    spans: output.spans,
    findings: output.findings,
    helps: [],
    known: [],
    notes: output.notes,
    outcome: output.outcome,
    sourceHash: output.evaluator.sourceHash,
    modelRevision: output.evaluator.modelRevision,
    redaction: output.redaction,
  };
  if (!isAboutRequest || output.offsetEncoding !== "utf-16" || !fitsText(assessment, request.text))
    return unavailable("bad-response");
  return { status: "assessed", responseId: request.responseId, assessment };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
