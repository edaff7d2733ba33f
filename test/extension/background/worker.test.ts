import { helpFor } from "../../../src/extension/background/finding-help.js";
import { IDBFactory } from "fake-indexeddb";
import { describe, expect, it, vi } from "vitest";
import {
  DeviceEvaluator,
  type DeviceDetector,
} from "../../../src/extension/background/device-evaluator.js";
import { REFUSED, route, type Services } from "../../../src/extension/background/router.js";
import {
  DEFAULT_GATEWAY,
  loadSettings,
  parseGateway,
  profileOf,
  saveSettings,
  type Settings,
} from "../../../src/extension/background/settings.js";
import { TokenStore } from "../../../src/extension/background/token-store.js";
import { createNodeDetector } from "../../../src/host/node.js";
import { assessmentOf, HASH, sha } from "../support.js";

function area(stored: Record<string, unknown> = {}) {
  return {
    stored,
    get: vi.fn(async () => stored),
    set: vi.fn(async (items: Record<string, unknown>) => void Object.assign(stored, items)),
  } as unknown as Parameters<typeof loadSettings>[0] & { stored: Record<string, unknown> };
}

const DEFAULTS: Settings = {
  mode: "gateway",
  gateway: DEFAULT_GATEWAY,
  profile: null,
  clearSign: "dot",
  paused: [],
  known: [],
};

const UNSET: Settings = { ...DEFAULTS, mode: null };

describe("the settings of the extension", () => {
  it("have no mode and the default URL of the gateway at first", async () => {
    expect(await loadSettings(area())).toEqual(UNSET);
  });

  it("use the default for an invalid stored value", async () => {
    expect(
      await loadSettings(area({ settings: { mode: "x", gateway: "https://example.org" } })),
    ).toEqual(UNSET);
    expect(await loadSettings(area({ settings: "x" }))).toEqual(UNSET);
  });

  it("can be changed one at a time", async () => {
    const storage = area();
    await saveSettings(storage, { gateway: "http://127.0.0.1:9000" });
    expect(await saveSettings(storage, { mode: "device" })).toEqual({
      ...UNSET,
      mode: "device",
      gateway: "http://127.0.0.1:9000",
    });
    expect(storage.stored).toEqual({
      settings: { ...UNSET, mode: "device", gateway: "http://127.0.0.1:9000" },
    });
  });

  it("use the extended profile on this device and the contract profile with a gateway by default", () => {
    expect(profileOf({ mode: "device", profile: null })).toBe("extended");
    expect(profileOf({ mode: "gateway", profile: null })).toBe("contract");
    expect(profileOf({ mode: "device", profile: "contract" })).toBe("contract");
    expect(profileOf({ mode: "gateway", profile: "extended" })).toBe("extended");
  });

  it.each([
    ["http://127.0.0.1:8787/", { ok: true, address: "http://127.0.0.1:8787" }],
    [" http://127.0.0.1 ", { ok: true, address: "http://127.0.0.1" }],
    ["127.0.0.1:8787", { ok: false, problem: "addressNotUrl" }],
    ["", { ok: false, problem: "addressNotUrl" }],
    ["https://127.0.0.1", { ok: false, problem: "addressNotHttp" }],
    ["http://localhost:8787", { ok: false, problem: "addressNotLoopback" }],
    ["http://127.0.0.1.example.org", { ok: false, problem: "addressNotLoopback" }],
    ["http://127.0.0.1@example.org", { ok: false, problem: "addressNotLoopback" }],
    ["http://user:pass@127.0.0.1", { ok: false, problem: "addressHasMore" }],
    ["http://127.0.0.1/v1", { ok: false, problem: "addressHasMore" }],
    ["http://127.0.0.1/?x", { ok: false, problem: "addressHasMore" }],
  ])("accept or reject %j as the URL of the gateway", (input, expected) => {
    expect(parseGateway(input)).toEqual(expected);
  });
});

describe("TokenStore", () => {
  it("stores, replaces and removes one token", async () => {
    const store = new TokenStore(new IDBFactory());
    expect(await store.get()).toBeNull();
    await store.set("first-token");
    await store.set("second-token");
    expect(await store.get()).toBe("second-token");
    await store.remove();
    expect(await store.get()).toBeNull();
  });

  it.each(["", "short", "has blank in it", "line\nbreak-token", "ümlaut-token", "x".repeat(513)])(
    "rejects %j without repeating it",
    async (token) => {
      const store = new TokenStore(new IDBFactory());
      const error = await store.set(token).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toBe("TypeError: not a usable access token");
    },
  );
});

const SELF = { id: "me", origin: "chrome-extension://me" };
const CONTENT = { id: "me", url: "https://chatgpt.com/c/1", frameId: 0, tab: { id: 7 } };
const PAGE = { id: "me", url: "chrome-extension://me/options.html" };

function services(change: Partial<Services> = {}): Services {
  return {
    self: SELF,
    settings: vi.fn(async () => DEFAULTS),
    token: vi.fn(async () => "secret-token"),
    byGateway: vi.fn(async () => ({ status: "unavailable", reason: "unreachable" }) as const),
    onDevice: vi.fn(async () => ({ status: "unavailable", reason: "device-failed" }) as const),
    save: vi.fn(async () => undefined),
    openPanel: vi.fn(async () => undefined),
    showStatus: vi.fn(async () => undefined),
    readTab: vi.fn(async () => undefined),
    warm: vi.fn(async () => undefined),
    syncSites: vi.fn(async () => undefined),
    today: () => "2026-01-31",
    openOptions: vi.fn(async () => undefined),
    broadcast: vi.fn(async () => undefined),
    ...change,
  };
}

const ASSESS = { type: "assess", responseId: "a1", text: "x" };

describe("route", () => {
  it("sends a request to the gateway with the stored token", async () => {
    const worker = services();
    expect(await route(ASSESS, CONTENT, worker)).toEqual({
      status: "unavailable",
      reason: "unreachable",
    });
    expect(worker.byGateway).toHaveBeenCalledWith({
      address: DEFAULT_GATEWAY,
      token: "secret-token",
      responseId: "a1",
      text: "x",
      profile: "contract",
    });
  });

  it("sends no request without a token", async () => {
    const worker = services({ token: async () => null });
    expect(await route(ASSESS, CONTENT, worker)).toEqual({
      status: "unavailable",
      reason: "token-missing",
    });
    expect(worker.byGateway).not.toHaveBeenCalled();
  });

  it("distinguishes a missing choice of mode from a missing token", async () => {
    const unset = async () => ({ ...DEFAULTS, mode: null });
    expect(
      await route(ASSESS, CONTENT, services({ settings: unset, token: async () => null })),
    ).toMatchObject({ reason: "not-chosen" });
    // a stored token selects the gateway, even if no mode was chosen
    const worker = services({ settings: unset });
    await route(ASSESS, CONTENT, worker);
    expect(worker.byGateway).toHaveBeenCalled();
  });

  it("evaluates the example on this device before a mode is chosen, but not another text", async () => {
    const worker = services({
      settings: async () => ({ ...DEFAULTS, mode: null }),
      token: async () => null,
    });
    expect(await route({ type: "try", text: "x", isExample: true }, PAGE, worker)).toMatchObject({
      reason: "device-failed",
    });
    expect(worker.onDevice).toHaveBeenCalledWith("check", "x", "extended");
    expect(await route({ type: "try", text: "x" }, PAGE, worker)).toMatchObject({
      reason: "not-chosen",
    });
    const chosen = services({ token: async () => null });
    expect(await route({ type: "try", text: "x", isExample: true }, PAGE, chosen)).toMatchObject({
      reason: "token-missing",
    });
  });

  it("loads the detector for an expected answer on this device, but does nothing with a gateway", async () => {
    const device = services({ settings: async () => ({ ...DEFAULTS, mode: "device" }) });
    expect(await route({ type: "warm" }, CONTENT, device)).toEqual({ status: "done" });
    expect(device.warm).toHaveBeenCalledWith("extended");
    const gateway = services();
    await route({ type: "warm" }, CONTENT, gateway);
    expect(gateway.warm).not.toHaveBeenCalled();
    const broken = services({
      settings: async () => ({ ...DEFAULTS, mode: "device" }),
      warm: async () => Promise.reject(new Error("x")),
    });
    expect(await route({ type: "warm" }, CONTENT, broken)).toEqual({ status: "done" });
  });

  it("requires neither token nor gateway on this device", async () => {
    const worker = services({ settings: async () => ({ ...DEFAULTS, mode: "device" }) });
    expect(await route(ASSESS, CONTENT, worker)).toMatchObject({ reason: "device-failed" });
    expect(worker.token).not.toHaveBeenCalled();
    expect(worker.byGateway).not.toHaveBeenCalled();
  });

  it("reports unreadable settings or an unreadable token", async () => {
    const broken = async () => Promise.reject(new Error("x"));
    expect(await route(ASSESS, CONTENT, services({ settings: broken }))).toMatchObject({
      reason: "storage-failed",
    });
    expect(await route(ASSESS, CONTENT, services({ token: broken }))).toMatchObject({
      reason: "storage-failed",
    });
  });

  it("switches to this device in one step and notifies every page", async () => {
    const worker = services();
    await route({ type: "use-device" }, CONTENT, worker);
    expect(worker.save).toHaveBeenCalledWith({ mode: "device" });
    expect(worker.broadcast).toHaveBeenCalledOnce();
  });

  it("notifies every page even if the change cannot be stored", async () => {
    const worker = services({ save: async () => Promise.reject(new Error("x")) });
    await route({ type: "use-device" }, CONTENT, worker);
    expect(worker.broadcast).toHaveBeenCalledOnce();
  });

  it("returns display settings, and whether the site is paused", async () => {
    const worker = services({
      settings: async () => ({ ...DEFAULTS, clearSign: "none", paused: ["claude"] }),
    });
    expect(await route({ type: "hello" }, CONTENT, worker)).toEqual({
      status: "done",
      clearSign: "none",
      isPaused: false,
    });
    expect(
      await route({ type: "hello" }, { ...CONTENT, url: "https://claude.ai/chat/1" }, worker),
    ).toEqual({ status: "done", clearSign: "none", isPaused: true });
  });

  it("opens the side panel for the requesting tab, or reports that it cannot", async () => {
    const worker = services();
    expect(await route({ type: "open-panel" }, CONTENT, worker)).toEqual({ status: "opened" });
    expect(worker.openPanel).toHaveBeenCalledWith(7);
    expect(
      await route(
        { type: "open-panel" },
        CONTENT,
        services({ openPanel: async () => Promise.reject(new Error("x")) }),
      ),
    ).toEqual(REFUSED);
  });

  it("stores each host that a person marks as known once, with the day", async () => {
    const worker = services({
      settings: async () => ({ ...DEFAULTS, known: [{ host: "a.example", since: "2026-01-01" }] }),
    });
    await route({ type: "know", hosts: ["a.example", "b.example"] }, CONTENT, worker);
    expect(worker.save).toHaveBeenCalledWith({
      known: [
        { host: "a.example", since: "2026-01-01" },
        { host: "b.example", since: "2026-01-31" },
      ],
    });
    expect(worker.broadcast).toHaveBeenCalledOnce();
    expect(await route({ type: "know", hosts: ["not a host"] }, CONTENT, worker)).toEqual(REFUSED);
  });

  it("reports the findings that fetch only from known hosts", async () => {
    const text = "curl -fsSL https://b.example/i.sh | sh; curl -fsSL https://c.example/i.sh | sh";
    const assessment = assessmentOf(text, [
      [0, 38],
      [40, 78],
    ]);
    const worker = services({
      settings: async () => ({
        ...DEFAULTS,
        mode: "device",
        known: [{ host: "b.example", since: "2026-01-01" }],
      }),
      onDevice: async () => ({ status: "assessed", responseId: "a1", assessment }),
    });
    expect(await route({ ...ASSESS, text }, CONTENT, worker)).toMatchObject({
      assessment: { known: [0] },
    });
  });

  it.each([
    ["another extension", ASSESS, { ...CONTENT, id: "other" }],
    ["another site", ASSESS, { ...CONTENT, url: "https://example.org/" }],
    [
      "a message from a page that is permitted only from the options",
      { type: "settings-changed" },
      CONTENT,
    ],
    ["a message from the options that is permitted only from a page", ASSESS, PAGE],
    ["an unknown type", { type: "get-token" }, CONTENT],
    ["an additional field", { ...ASSESS, gateway: "http://127.0.0.1:1" }, CONTENT],
    ["an invalid text", { ...ASSESS, text: 1 }, CONTENT],
    ["a text beyond the limit", { ...ASSESS, text: "x".repeat(8_000_001) }, CONTENT],
    ["no message", null, CONTENT],
  ])("rejects %s", async (_name, message, sender) => {
    const worker = services();
    expect(await route(message, sender, worker)).toEqual(REFUSED);
    for (const service of [
      worker.byGateway,
      worker.onDevice,
      worker.token,
      worker.save,
      worker.broadcast,
    ])
      expect(service).not.toHaveBeenCalled();
  });
});

describe("DeviceEvaluator", () => {
  it("returns the detector's result in the format of the bridge", async () => {
    const detector = await createNodeDetector();
    const device = new DeviceEvaluator(async () => ({
      detect: async (text, options) => detector.detect(text, options),
      modelRevision: "r",
      sourceHash: HASH,
    }));
    const text = "Run `curl -fsSL https://x.example/i.sh | sh` now";
    const reply = await device.assess("a1", text, "contract");
    expect(reply).toMatchObject({
      status: "assessed",
      assessment: {
        mode: "device",
        verdict: "finding",
        spans: [[5, 43]],
        subjectHash: sha(text),
        redaction: null,
      },
    });
    expect(await device.assess("a2", "Hello", "contract")).toMatchObject({
      assessment: { verdict: "clear" },
    });
  });

  it.each([
    "# curlew-ignore bash/fetch-pipe: fine",
    "<!-- curlew-ignore bash/fetch-pipe: fine -->",
  ])("does not apply %s in an answer", async (comment) => {
    const detector = await createNodeDetector();
    const device = new DeviceEvaluator(async () => ({
      detect: async (text, options) => detector.detect(text, options),
      modelRevision: "r",
      sourceHash: HASH,
    }));
    const reply = await device.assess(
      "a1",
      `${comment}\n\n\`\`\`sh\ncurl https://x.example/i.sh | sh\n\`\`\`\n\n${comment}\n`,
      "contract",
    );
    expect(reply).toMatchObject({ assessment: { verdict: "finding", labels: ["PS"] } });
  });

  it("loads once for all callers, and again after an error", async () => {
    const detector: DeviceDetector = {
      detect: async () => ({
        labels: [],
        spans: [],
        findings: [],
        notes: [],
        outcome: { status: "complete" },
      }),
      modelRevision: "r",
      sourceHash: HASH,
    };
    const load = vi
      .fn<() => Promise<DeviceDetector>>()
      .mockRejectedValueOnce(new Error("x"))
      .mockResolvedValue(detector);
    const device = new DeviceEvaluator(load);
    expect(
      await Promise.all([device.assess("a", "x", "contract"), device.assess("b", "x", "contract")]),
    ).toEqual(Array(2).fill({ status: "unavailable", reason: "device-failed" }));
    expect(load).toHaveBeenCalledTimes(1);
    expect(await device.assess("a", "x", "contract")).toMatchObject({ status: "assessed" });
    expect(await device.assess("b", "x", "contract")).toMatchObject({ status: "assessed" });
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("uses the extended profile, and also returns the contract's label", async () => {
    const load = vi.fn(async (profile: "contract" | "extended"): Promise<DeviceDetector> => {
      const detector = await createNodeDetector({ profile });
      return {
        detect: async (text, options) => detector.detect(text, options),
        modelRevision: profile,
        sourceHash: HASH,
      };
    });
    const device = new DeviceEvaluator(load);
    expect(await device.assess("a1", "Hello", "extended")).toMatchObject({
      assessment: { verdict: "clear", contractLabels: [] },
    });
    expect(load).toHaveBeenCalledTimes(1);
    const reply = await device.assess(
      "a1",
      "`curl -sSL https://x.example/i.py | python -`",
      "extended",
    );
    expect(reply).toMatchObject({
      assessment: {
        verdict: "finding",
        profile: "extended",
        labels: ["PS"],
        contractLabels: [],
        modelRevision: "extended",
      },
    });
    expect(await device.assess("a1", "`curl https://x.example | sh`", "extended")).toMatchObject({
      assessment: { labels: ["PS"], contractLabels: ["PS"] },
    });
    expect(load.mock.calls).toEqual([["extended"], ["contract"]]);
  });

  it("returns a limited number of findings, and all spans", async () => {
    const detector = await createNodeDetector();
    const device = new DeviceEvaluator(async () => ({
      detect: async (text) => detector.detect(text),
      modelRevision: "r",
      sourceHash: HASH,
    }));
    const reply = await device.assess(
      "a1",
      "`curl https://x.example | sh`\n\n".repeat(1_001),
      "contract",
    );
    if (reply.status !== "assessed") throw new Error("not assessed");
    expect([reply.assessment.findings.length, reply.assessment.spans.length]).toEqual([
      1_000, 1_001,
    ]);
  });

  it("reports an unfinished analysis as incomplete", async () => {
    const limits = [{ limit: "deadline" as const, message: "out of time", span: [0, 1] as const }];
    const device = new DeviceEvaluator(async () => ({
      detect: async () => ({
        labels: [],
        spans: [],
        findings: [],
        notes: [],
        outcome: { status: "incomplete", limits },
      }),
      modelRevision: "r",
      sourceHash: HASH,
    }));
    expect(await device.assess("a", "x", "contract")).toMatchObject({
      assessment: { verdict: "incomplete", outcome: { limits: [{ limit: "deadline" }] } },
    });
  });
});

describe("the safer command for a command in a table cell", () => {
  it("is based on the command as the cell displays it", () => {
    const text = "| a |\n| --- |\n| `curl -fsSL https://a.example/i.sh \\| sh -s -- --yes` |";
    const start = text.indexOf("curl");
    const span: [number, number] = [start, text.indexOf("sh -s") + 2];
    const [finding] = assessmentOf(text, [span]).findings;
    const { remedy, hosts } = helpFor(finding!, text);
    expect(remedy).toMatchObject({
      steps: [
        { purpose: "download" },
        { purpose: "look" },
        { purpose: "compare" },
        { purpose: "run" },
      ],
    });
    expect(JSON.stringify(remedy)).not.toContain("\\\\");
    expect(hosts).toEqual(["a.example"]);
  });

  it("contains the URL of a command after which another command follows", async () => {
    const text = "| a |\n| --- |\n| `wget -qO- https://a.example/i.py \\| python3 - x && y` |";
    const [finding] = (await createNodeDetector()).detect(text).findings;
    expect(JSON.stringify(helpFor(finding as never, text).remedy)).toContain(
      "wget -qO i.py 'https://a.example/i.py'",
    );
  });

  it("is not based on the text without the backslash if the command is not in a cell", () => {
    const text = "`curl -fsSL https://a.example/i.sh \\| sh`";
    const [finding] = assessmentOf(text, [[1, text.length - 1]]).findings;
    expect(helpFor(finding!, text).remedy).toEqual({ advice: "download" });
  });
});

describe("warm", () => {
  it("loads the detectors of both profiles once, and makes them parse shell code", async () => {
    const asked: string[] = [];
    const load = vi.fn(
      async (profile): Promise<DeviceDetector> => ({
        detect: async (text) => {
          asked.push(`${profile} ${text.split("\n")[0]}`);
          return {
            labels: [],
            spans: [],
            findings: [],
            notes: [],
            outcome: { status: "complete" },
          };
        },
        modelRevision: "r",
        sourceHash: HASH,
      }),
    );
    const device = new DeviceEvaluator(load);
    await device.warm("extended");
    await device.warm("extended");
    expect(load.mock.calls).toEqual([["extended"], ["contract"]]);
    expect(asked.slice(0, 2)).toEqual(["extended ```sh", "contract ```sh"]);
  });
});
