import { describe, expect, it } from "vitest";
import {
  AssertionRecord,
  AssessmentRequest,
  carriesAssertions,
  EvaluationResponse,
  modelRevision,
  read,
  type EvaluationResponse as Evaluation,
} from "../../src/protocol/index.js";

const evaluation: Evaluation = {
  code: "PS",
  labels: ["PS"],
  spans: [[0, 3]],
  findings: [],
  notes: [],
  outcome: { status: "complete" },
  modelRevision: "curlew/1.0.0 contract",
  sourceHash: "0".repeat(64),
  offsetEncoding: "utf-16",
};

const placesOf = (message: unknown) => {
  const reading = read(EvaluationResponse, message);
  return reading.ok ? [] : reading.places;
};

describe("an evaluation", () => {
  it("is parsed unchanged, and unknown fields of later versions are ignored", () => {
    expect(read(EvaluationResponse, { ...evaluation, later: 1 })).toEqual({
      ok: true,
      value: evaluation,
    });
  });

  it("may have patterns in a step of the trace", () => {
    const snippet = { kind: "prose", language: "shell", tag: null };
    const trace = [
      { step: "fetch", message: "m", patterns: ["contract/bash/fetchers.scm:4"] },
      { step: "output", message: "m" },
    ];
    const message = {
      ...evaluation,
      findings: [{ rule: "acme/x", level: "finding", span: [0, 3], text: "abc", snippet, trace }],
    };
    expect(read(EvaluationResponse, message)).toEqual({ ok: true, value: message });
    expect(
      placesOf({
        ...message,
        findings: [{ ...message.findings[0], trace: [{ ...trace[0], patterns: "x" }] }],
      })[0],
    ).toMatch(/^\/findings\/0\/trace\/0\/patterns/);
  });

  it.each([
    ["modelRevision", { modelRevision: undefined }],
    ["modelRevision", { modelRevision: "" }],
    ["modelRevision", { modelRevision: "curlew/1.0.0\ncontract" }],
    ["modelRevision", { modelRevision: "curlew/1.0.0 contract\r" }],
    ["modelRevision", { modelRevision: "curlew/1.0.0 contract\r\n" }],
    ["sourceHash", { sourceHash: "ABC" }],
    ["code", { code: 7 }],
    ["spans/0", { spans: [[3, 1]] }],
    ["spans/0/0", { spans: [[-1, 1]] }],
    ["spans/0/1", { spans: [[0, 1.5]] }],
    ["spans/0", { spans: [[0, 1, 2]] }],
    ["labels/0", { labels: ["XX"] }],
    ["labels", { labels: ["PS", "PS"] }],
    ["outcome/status", { outcome: { status: "maybe" } }],
    ["offsetEncoding", { offsetEncoding: "utf-32" }],
  ])("is rejected with the position of the error: %s", (pointer, change) => {
    expect(placesOf({ ...evaluation, ...change })[0]).toMatch(new RegExp(`^/${pointer}`));
  });

  it("must have sorted, disjoint spans, and a label if it has spans", () => {
    expect(
      placesOf({
        ...evaluation,
        spans: [
          [2, 4],
          [0, 1],
        ],
      }),
    ).toEqual(["/: spans are sorted and disjoint"]);
    expect(
      placesOf({
        ...evaluation,
        spans: [
          [0, 4],
          [3, 5],
        ],
      }),
    ).toEqual(["/: spans are sorted and disjoint"]);
    expect(placesOf({ ...evaluation, labels: [] })).toEqual([
      "/: a text without a label has no spans",
    ]);
  });

  it("is never quoted in an error message", () => {
    const places = placesOf({ ...evaluation, code: "secret text", spans: [["secret", "text"]] });
    expect(places.join()).not.toContain("secret");
  });
});

describe("a request", () => {
  it("is rejected with unknown fields, so that a client cannot send assertions", () => {
    expect(read(AssessmentRequest, { text: "x", responseId: "r" }).ok).toBe(true);
    expect(read(AssessmentRequest, { text: "x", assertions: [] }).ok).toBe(false);
  });
});

describe("assertions about personal data", () => {
  const record: AssertionRecord = {
    id: `pda_${"0".repeat(32)}`,
    entityType: "URL",
    span: [0, 1],
    score: 1,
    origin: "redactor",
    subjectHash: "0".repeat(64),
  };

  it.each([
    ["under their own name", { ...evaluation, assertions: [] }],
    ["by another name", { ...evaluation, extra: [record] }],
    ["in a nested object", { ...evaluation, findings: [{ details: { personal_data: {} } }] }],
    ["as Presidio writes them", { ...evaluation, extra: { entity_type: "URL", start: 0, end: 1 } }],
    ["as redaction metadata", { ...evaluation, redaction: { entityTypes: [] } }],
  ])("are detected in an evaluation %s", (_name, message) => {
    expect(carriesAssertions(message)).toBe(true);
  });

  it("are not detected in an evaluation without assertions", () => {
    expect(carriesAssertions(evaluation)).toBe(false);
  });

  it("must have the origin `redactor` in an assertion record", () => {
    expect(read(AssertionRecord, record).ok).toBe(true);
    expect(read(AssertionRecord, { ...record, origin: "evaluator" }).ok).toBe(false);
  });
});

describe("a model revision", () => {
  it("contains the package, the profile, the grammars in order, and the queries", () => {
    const revision = {
      package: "1.2.3",
      profile: "contract",
      grammars: { python: "2", bash: "1" },
      queries: "f".repeat(64),
    } as const;
    expect(modelRevision(revision)).toBe(
      `curlew/1.2.3 contract bash/1 python/2 queries/${"f".repeat(64)}`,
    );
  });
});
