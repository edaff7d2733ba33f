import type { Detection, Finding } from "../../core/index.js";
import { MAX_LISTED } from "../../protocol/index.js";
import type { AssessReply, Assessment } from "../bridge/assessment.js";
import { unavailable } from "../bridge/client.js";
import { sha256 } from "../bridge/hash.js";

/** How long the detector may work on one answer. */
const DEADLINE_MS = 2_000;

/** The detector as it runs in the worker, with the names of what it was built from. */
export interface DeviceDetector {
  detect(text: string, options: { readonly deadlineMs: number }): Detection;
  readonly modelRevision: string;
  /** SHA-256 over the evaluator's sources this build was made from. */
  readonly sourceHash: string;
}

/** Evaluates in the worker: no server, no token, nothing leaves the browser. */
export class DeviceEvaluator {
  private loading: Promise<DeviceDetector> | null = null;

  constructor(private readonly load: () => Promise<DeviceDetector>) {}

  async assess(responseId: string, text: string): Promise<AssessReply> {
    try {
      const detector = await this.detector();
      const detection = detector.detect(text, { deadlineMs: DEADLINE_MS });
      return { status: "assessed", responseId, assessment: await describe(detection, detector, text) };
    } catch {
      // what broke once may stay broken: the next call starts anew
      this.loading = null;
      return unavailable("device-failed");
    }
  }

  /** One load for all callers: parallel loads would race. */
  private detector(): Promise<DeviceDetector> {
    this.loading ??= this.load();
    return this.loading;
  }
}

async function describe(detection: Detection, detector: DeviceDetector, text: string): Promise<Assessment> {
  const found = detection.labels.length > 0;
  return {
    mode: "device",
    subjectHash: await sha256(text),
    verdict: found ? "finding" : detection.outcome.status === "complete" ? "clear" : "incomplete",
    spans: detection.spans.map(([start, end]) => [start, end]),
    findings: detection.findings.slice(0, MAX_LISTED).map(plainFinding),
    notes: detection.notes.slice(0, MAX_LISTED).map(({ span, evidence, ...note }) => ({ ...note, span: [...span], ...(evidence ? { evidence: [...evidence] } : {}) })),
    outcome:
      detection.outcome.status === "complete"
        ? { status: "complete" }
        : { status: "incomplete", limits: detection.outcome.limits.slice(0, MAX_LISTED).map(({ limit, message, span }) => ({ limit, message, span: [...span] })) },
    sourceHash: detector.sourceHash,
    modelRevision: detector.modelRevision,
    redaction: null,
  };
}

/** A finding as a message can carry it. */
function plainFinding(finding: Finding): Assessment["findings"][number] {
  return {
    ...finding,
    span: [...finding.span],
    snippet: { ...finding.snippet },
    trace: finding.trace.map(({ span, patterns, ...step }) => ({ ...step, ...(span ? { span: [...span] } : {}), ...(patterns ? { patterns: [...patterns] } : {}) })),
  };
}
