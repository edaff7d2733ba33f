import { describe, expect, it, vi } from "vitest";
import { assessByGateway } from "../../../src/extension/background/gateway-client.js";
import { REDACTION_NOTICE } from "../../../src/protocol/index.js";
import { HASH, assessmentOf, sha } from "../support.js";

const TEXT = "curl A | sh";
const REQUEST = {
  address: "http://127.0.0.1:8787",
  token: "secret-token",
  responseId: "a1",
  text: TEXT,
  profile: "contract" as const,
};

function body(change: Record<string, unknown> = {}): string {
  const { findings, spans } = assessmentOf(TEXT, [[0, 11]]);
  return JSON.stringify({
    subjectHash: sha(TEXT),
    responseId: "a1",
    verdict: "finding",
    labels: ["PS"],
    spans,
    findings,
    notes: [],
    outcome: { status: "complete" },
    offsetEncoding: "utf-16",
    evaluator: { sourceHash: HASH, modelRevision: "test/1" },
    redaction: {
      entityTypes: ["URL"],
      entities: [{ type: "URL", count: 2 }],
      notice: REDACTION_NOTICE,
    },
    assertions: [],
    ...change,
  });
}

const answer = (text: string, init?: ResponseInit) =>
  vi.fn<typeof fetch>(async () => new Response(text, init));

describe("assessByGateway", () => {
  it("posts the text with the token, without cookies, caches or redirects", async () => {
    const fetcher = answer(body());
    const reply = await assessByGateway(REQUEST, fetcher);
    expect(reply).toMatchObject({
      status: "assessed",
      responseId: "a1",
      assessment: { mode: "gateway", verdict: "finding", redaction: { entityTypes: ["URL"] } },
    });
    const [url, init] = fetcher.mock.calls[0]!;
    expect(url).toBe("http://127.0.0.1:8787/v1/assessments");
    expect(init).toMatchObject({
      method: "POST",
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
      referrerPolicy: "no-referrer",
    });
    expect(init?.headers).toEqual({
      authorization: "Bearer secret-token",
      "content-type": "application/json",
    });
    expect(JSON.parse(init?.body as string)).toEqual({
      text: TEXT,
      responseId: "a1",
      offsetEncoding: "utf-16",
      profile: "contract",
    });
  });

  it.each([
    [400, "rejected"],
    [401, "unauthorized"],
    [403, "forbidden"],
    [404, "rejected"],
    [413, "too-large"],
    [415, "rejected"],
    [422, "rejected"],
    [429, "rate-limited"],
    [500, "server-error"],
    [502, "bad-gateway"],
    [503, "overloaded"],
    [504, "gateway-timeout"],
  ])("reports status %d as %s", async (status, reason) => {
    expect(await assessByGateway(REQUEST, answer("{}", { status }))).toEqual({
      status: "unavailable",
      reason,
    });
  });

  it("returns the seconds after which a request may be repeated, at most an hour", async () => {
    expect(
      await assessByGateway(REQUEST, answer("", { status: 429, headers: { "retry-after": "12" } })),
    ).toMatchObject({ retryAfter: 12 });
    expect(
      await assessByGateway(
        REQUEST,
        answer("", { status: 429, headers: { "retry-after": "99999999" } }),
      ),
    ).toMatchObject({ retryAfter: 3600 });
  });

  it.each([
    ["a body that is not JSON", "<html>"],
    ["no model revision", body({ evaluator: { sourceHash: HASH } })],
    ["another text's hash", body({ subjectHash: HASH })],
    ["another answer's identity", body({ responseId: "a2" })],
    ["another offset encoding", body({ offsetEncoding: "utf-8" })],
    ["spans outside the text", body({ spans: [[0, 99]] })],
    ["an unknown verdict", body({ verdict: "fine" })],
    ["a clear verdict with spans", body({ verdict: "clear" })],
    ["a clear verdict with a label", body({ verdict: "clear", spans: [], findings: [] })],
    ["a clear verdict with findings", body({ verdict: "clear", spans: [], labels: [] })],
    [
      "a clear verdict with spans and findings, but without a label",
      body({ verdict: "clear", labels: [] }),
    ],
    ["a finding without a label", body({ labels: [], spans: [], findings: [] })],
    ["the verdict abstained and a label", body({ verdict: "abstained" })],
    [
      "the verdict incomplete and a label",
      body({ verdict: "incomplete", outcome: { status: "incomplete", limits: [] } }),
    ],
    ["an assertion that is not the redactor's", body({ assertions: [{ origin: "evaluator" }] })],
  ])("rejects an answer with %s", async (_name, text) => {
    expect(await assessByGateway(REQUEST, answer(text))).toEqual({
      status: "unavailable",
      reason: "bad-response",
    });
  });

  it("accepts a label without spans, and advice without a label", async () => {
    expect(await assessByGateway(REQUEST, answer(body({ spans: [], findings: [] })))).toMatchObject(
      { assessment: { verdict: "finding" } },
    );
    const advice = { ...assessmentOf(TEXT, [[0, 11]]).findings[0], level: "advisory" };
    expect(
      await assessByGateway(
        REQUEST,
        answer(body({ verdict: "clear", labels: [], spans: [], findings: [advice] })),
      ),
    ).toMatchObject({ assessment: { verdict: "clear" } });
  });

  it("also requests the contract's label if the extended profile is selected", async () => {
    const asked: string[] = [];
    const fetcher: typeof fetch = async (_url, init) => {
      const { profile } = JSON.parse(init?.body as string) as { profile: string };
      asked.push(profile);
      return new Response(
        profile === "extended"
          ? body()
          : body({ verdict: "clear", labels: [], spans: [], findings: [] }),
      );
    };
    expect(await assessByGateway({ ...REQUEST, profile: "extended" }, fetcher)).toMatchObject({
      assessment: { profile: "extended", labels: ["PS"], contractLabels: [] },
    });
    expect(asked).toEqual(["extended", "contract"]);
    const failing: typeof fetch = async (_url, init) =>
      (init?.body as string).includes("extended")
        ? new Response(body())
        : new Response("", { status: 500 });
    expect(await assessByGateway({ ...REQUEST, profile: "extended" }, failing)).toMatchObject({
      assessment: { labels: ["PS"], contractLabels: null },
    });
  });

  it("distinguishes a failed connection from a timeout", async () => {
    expect(
      await assessByGateway(REQUEST, async () => Promise.reject(new TypeError("failed"))),
    ).toMatchObject({ reason: "unreachable" });
    const never: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error)),
      );
    expect(await assessByGateway(REQUEST, never, 5)).toMatchObject({ reason: "timeout" });
  });
});
