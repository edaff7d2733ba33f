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
    "asks again once if the worker was stopped (%s)",
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
    ["of another shape", { status: "fine" }],
    ["a refusal", { status: "refused" }],
    ["about another answer", assessed("a2", assessmentOf(TEXT))],
    ["with a span outside the text", assessed("a1", assessmentOf("x".repeat(20), [[0, 20]]))],
    [
      "with evidence that is not in the text",
      assessed("a1", assessmentOf("curl B | sh", [[0, 11]])),
    ],
    ["clear with spans", assessed("a1", assessmentOf(TEXT, [[0, 11]], { verdict: "clear" }))],
    ["clear with a label", assessed("a1", assessmentOf(TEXT, [], { labels: ["PS"] }))],
    [
      "clear, but not by the shorter list",
      assessed("a1", assessmentOf(TEXT, [], { profile: "extended", contractLabels: ["PS"] })),
    ],
    [
      "clear but not complete",
      assessed("a1", assessmentOf(TEXT, [], { outcome: { status: "incomplete", limits: [] } })),
    ],
  ];

  it.each(WRONG)("rejects a reply %s", async (_name, reply) => {
    expect(await client([reply]).bridge.assess("a1", TEXT)).toEqual({
      status: "unavailable",
      reason: "bad-response",
    });
  });
});
