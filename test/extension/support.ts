import { createHash } from "node:crypto";
import type { AssessReply, Assessment } from "../../src/extension/bridge/assessment.js";
import type { Key } from "../../src/extension/content/answer-state.js";

export const sha = (text: string): string =>
  createHash("sha256").update(text, "utf8").digest("hex");

export const HASH = "a".repeat(64);

/** Returns an assessment of a text on this device, with a finding for each span. */
export function assessmentOf(
  text: string,
  spans: readonly (readonly [number, number])[] = [],
  more: Partial<Assessment> = {},
): Assessment {
  return {
    mode: "device",
    subjectHash: sha(text),
    verdict: spans.length > 0 ? "finding" : "clear",
    labels: spans.length > 0 ? ["PS"] : [],
    profile: "contract",
    contractLabels: spans.length > 0 ? ["PS"] : [],
    spans: spans.map(([start, end]) => [start, end]),
    findings: spans.map(([start, end]) => ({
      rule: "bash/fetch-pipe",
      level: "finding",
      span: [start, end],
      text: text.slice(start, end),
      snippet: { kind: "inline", language: "shell", tag: null },
      trace: [{ step: "fetch", message: "curl fetches remote content" }],
    })),
    helps: spans.map(() => ({ remedy: { advice: "download" }, hosts: null })),
    known: [],
    notes: [],
    outcome: { status: "complete" },
    sourceHash: HASH,
    modelRevision: "test/1",
    redaction: null,
    ...more,
  };
}

export function assessed(responseId: string, assessment: Assessment): AssessReply {
  return { status: "assessed", responseId, assessment };
}

export function keyOf(text: string, more: Partial<Key> = {}): Key {
  return { responseId: "a1", textHash: sha(text), navigation: 0, attempt: 1, ...more };
}
