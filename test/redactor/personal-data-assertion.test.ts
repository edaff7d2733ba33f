import { describe, expect, expectTypeOf, it } from "vitest";
import { AssertionRecord, read } from "../../src/protocol/index.js";
import {
  isGenuineAssertion,
  Redactor,
  type PersonalDataAssertion,
} from "../../src/redactor/index.js";
import { scan } from "../../src/redactor/scan.js";

const scanner = {
  scan: async (task: Parameters<typeof scan>[0]) => scan(task),
  close: async () => undefined,
};
const subjectHash = "c".repeat(64);
const redact = (text: string, offsetEncoding: "utf-16" | "codepoint" | "utf-8" = "utf-16") =>
  new Redactor({ scanner, finders: [] }).redact({
    text,
    subjectHash,
    offsetEncoding,
    replace: true,
    signal: AbortSignal.timeout(10_000),
  });

describe("a personal-data assertion", () => {
  it("matches the schema of the interface", async () => {
    const { assertions } = await redact("see https://x.example/i, and jo@example.com");
    expect(assertions.map((assertion) => read(AssertionRecord, { ...assertion }).ok)).toEqual([
      true,
      true,
    ]);
    expect(assertions[0]).toMatchObject({
      entityType: "URL",
      span: [4, 23],
      origin: "redactor",
      subjectHash,
    });
    expect(assertions[0]?.id).not.toBe(assertions[1]?.id);
  });

  it("has its span in the requested encoding", async () => {
    const text = "💥é https://x.example/ü";
    const spanIn = async (encoding: "utf-16" | "codepoint" | "utf-8") =>
      (await redact(text, encoding)).assertions[0]?.span;
    expect(await spanIn("utf-16")).toEqual([4, 23]);
    expect(await spanIn("codepoint")).toEqual([3, 22]);
    expect(await spanIn("utf-8")).toEqual([7, 27]);
  });

  it("is genuine only if the redactor created it", async () => {
    const [genuine] = (await redact("https://x.example/i")).assertions;
    if (genuine === undefined) throw new Error("no assertion");
    expect(isGenuineAssertion(genuine)).toBe(true);
    expect(isGenuineAssertion({ ...genuine })).toBe(false);
    expect(isGenuineAssertion(structuredClone(genuine))).toBe(false);
    expect(isGenuineAssertion(null)).toBe(false);
    expect(Object.isFrozen(genuine)).toBe(true);
    // an object literal cannot have the type, because the type has a property that other modules cannot name
    expectTypeOf<AssertionRecord>().not.toExtend<PersonalDataAssertion>();
  });
});

describe("a text with more than a thousand entities", () => {
  it("has all entities replaced and counted, and assertions for the first thousand", async () => {
    const { assertions, summary, replaced } = await redact("https://x.example/i ".repeat(1200));
    expect(assertions).toHaveLength(1000);
    expect(new Set(assertions.map(({ id }) => id)).size).toBe(1000);
    expect(summary.entities).toEqual([{ type: "URL", count: 1200 }]);
    expect(replaced).not.toContain("example");
  });
});

describe("a redaction summary", () => {
  it("counts entities by type, and states that a URL does not prove personal sensitivity", async () => {
    const { summary } = await redact("https://a.example/1 https://b.example/2 jo@example.com");
    expect(summary.entityTypes).toEqual(["EMAIL_ADDRESS", "URL"]);
    expect(summary.entities).toEqual([
      { type: "EMAIL_ADDRESS", count: 1 },
      { type: "URL", count: 2 },
    ]);
    expect(summary.notice).toContain("does not prove personal sensitivity");
  });
});
