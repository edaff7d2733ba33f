import type { Detection } from "../core/index.js";
import { messageOf } from "./failure.js";

/** Returns the result for a text whose analysis failed: an incomplete outcome with the message of the error. */
export function failedDetection(error: unknown, text: string): Detection {
  const message = messageOf(error);
  const limit = {
    limit: "failed",
    message: message.startsWith(PREFIX) ? message : `${PREFIX}${message}`,
    span: [0, text.length],
  } as const;
  return {
    labels: [],
    spans: [],
    findings: [],
    notes: [],
    outcome: { status: "incomplete", limits: [limit] },
  };
}

const PREFIX = "analysis failed: ";

/** Returns the message of the error if the analysis failed, otherwise null. */
export function failureOf({ outcome }: Pick<Detection, "outcome">): string | null {
  if (outcome.status === "complete") return null;
  return outcome.limits.find(({ limit }) => limit === "failed")?.message ?? null;
}
