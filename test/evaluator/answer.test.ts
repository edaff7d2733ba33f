import { describe, expect, it } from "vitest";
import type { Detection, Finding, Span } from "../../src/core/index.js";
import { toAnswer } from "../../src/evaluator/answer.js";
import { EvaluationResponse, MAX_LISTED, read } from "../../src/protocol/index.js";

const context = {
  modelRevision: "curlew/1.0.0 contract",
  offsetEncoding: "utf-16",
  sourceHash: "0".repeat(64),
} as const;
const complete: Detection = {
  labels: [],
  spans: [],
  findings: [],
  notes: [],
  outcome: { status: "complete" },
};
const reads = (answer: object) => read(EvaluationResponse, answer).ok;

describe("an answer of the evaluator", () => {
  it("has the code of its label, and conforms to its schema", () => {
    expect(toAnswer(complete, context)).toMatchObject({ code: "NONE", ...complete, ...context });
    const positive = toAnswer({ ...complete, labels: ["PS"] }, context);
    expect(positive.code).toBe("PS");
    expect(reads(positive)).toBe(true);
  });

  it("contains a limited number of findings, notes and limits, but every span", () => {
    const spans = Array.from({ length: MAX_LISTED + 5 }, (_, index): Span => [index, index + 1]);
    const finding = (span: Span): Finding => ({
      rule: "bash/fetch-pipe",
      level: "finding",
      span,
      text: "x",
      snippet: { kind: "prose", language: "shell", tag: null },
      trace: [{ step: "fetch", message: "m" }],
    });
    const answer = toAnswer(
      {
        labels: ["PS"],
        spans,
        findings: spans.map(finding),
        notes: spans.map((span) => ({ kind: "dismissed", reason: "comment", message: "m", span })),
        outcome: {
          status: "incomplete",
          limits: spans.map((span) => ({ limit: "depth", message: "m", span })),
        },
      },
      context,
    );
    expect(answer.spans).toHaveLength(MAX_LISTED + 5);
    expect([answer.findings.length, answer.notes.length]).toEqual([MAX_LISTED, MAX_LISTED]);
    expect(answer.outcome.status === "incomplete" && answer.outcome.limits.length).toBe(MAX_LISTED);
    expect(reads(answer)).toBe(true);
  });
});
