import { describe, expect, it, vi } from "vitest";
import { BridgeClient } from "../../../src/extension/bridge/client.js";
import { assessed, assessmentOf } from "../support.js";

const TEXT = "curl A | sh";
const good = assessed("a1", assessmentOf(TEXT, [[0, 11]]));

function client(answers: readonly unknown[], alive = () => true) {
  const send = vi.fn(async () => {
    const answer = answers[send.mock.calls.length - 1];
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { send, bridge: new BridgeClient(send, alive) };
}

describe("BridgeClient", () => {
  it("returns the worker's answer", async () => {
    const { bridge, send } = client([good]);
    expect(await bridge.assess("a1", TEXT)).toEqual(good);
    expect(send).toHaveBeenCalledWith({ type: "assess", responseId: "a1", text: TEXT });
  });

  it.each([new Error("port closed"), undefined])(
    "repeats the request once if the worker was stopped (%s)",
    async (first) => {
      const { bridge, send } = client([first, good]);
      expect(await bridge.assess("a1", TEXT)).toEqual(good);
      expect(send).toHaveBeenCalledTimes(2);
    },
  );

  it("reports a worker that is stopped twice", async () => {
    const { bridge, send } = client([new Error("x"), new Error("x")]);
    expect(await bridge.assess("a1", TEXT)).toEqual({
      status: "unavailable",
      reason: "worker-restarted",
    });
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("reports an extension that was removed before or during the request", async () => {
    expect(await client([good], () => false).bridge.assess("a1", TEXT)).toMatchObject({
      reason: "extension-updated",
    });
    let alive = true;
    const bridge = new BridgeClient(
      async () => {
        alive = false;
        throw new Error("context invalidated");
      },
      () => alive,
    );
    expect(await bridge.assess("a1", TEXT)).toMatchObject({ reason: "extension-updated" });
  });

  it("does not send a text that is too long", async () => {
    const { bridge, send } = client([]);
    expect(await bridge.assess("a1", "x".repeat(8_000_001))).toEqual({
      status: "unavailable",
      reason: "too-large",
    });
    expect(send).not.toHaveBeenCalled();
  });

  const WRONG: readonly (readonly [string, unknown])[] = [
    ["an object of another type", { status: "fine" }],
    ["a refusal", { status: "refused" }],
    ["for another answer", assessed("a2", assessmentOf(TEXT))],
    [
      "an assessment with a span outside the text",
      assessed("a1", assessmentOf("x".repeat(20), [[0, 20]])),
    ],
    [
      "an assessment with evidence that is not in the text",
      assessed("a1", assessmentOf("curl B | sh", [[0, 11]])),
    ],
    [
      "clear although it has spans",
      assessed("a1", assessmentOf(TEXT, [[0, 11]], { verdict: "clear" })),
    ],
    ["clear although it has a label", assessed("a1", assessmentOf(TEXT, [], { labels: ["PS"] }))],
    [
      "clear although the contract profile has a label",
      assessed("a1", assessmentOf(TEXT, [], { profile: "extended", contractLabels: ["PS"] })),
    ],
    [
      "clear although the analysis is incomplete",
      assessed("a1", assessmentOf(TEXT, [], { outcome: { status: "incomplete", limits: [] } })),
    ],
  ];

  it.each(WRONG)("rejects a reply that is %s", async (_name, reply) => {
    expect(await client([reply]).bridge.assess("a1", TEXT)).toEqual({
      status: "unavailable",
      reason: "bad-response",
    });
  });
});
