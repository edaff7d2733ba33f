// @vitest-environment jsdom
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BridgeClient } from "../../../src/extension/bridge/client.js";
import { Queue } from "../../../src/extension/content/queue.js";
import { Answers } from "../../../src/extension/adapter/answers.js";
import { FIRST_SITE } from "../../../src/extension/adapter/sites.js";
import {
  AnswerSession,
  LOOK_MS,
  STABLE_MS,
  STALLED_MS,
} from "../../../src/extension/content/answer-session.js";
import { assessed, assessmentOf } from "../support.js";

const COMMAND = "curl A | sh";

/** Advances the timers by `ms` milliseconds, and waits for the hashes that are computed meanwhile. */
async function pass(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 50) {
    await vi.advanceTimersByTimeAsync(50);
    await settle();
  }
}

/** Waits until all pending promises are settled. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}

function setUp(html = `<p>Run <code>${COMMAND}</code></p>`, streaming = false) {
  document.body.innerHTML = `<div id="a" data-message-author-role="assistant" data-message-id="a1"><div class="markdown${streaming ? " result-streaming" : ""}">${html}</div></div>`;
  const element = document.getElementById("a")!;
  const requests: { text: string; answer: (reply: unknown) => void }[] = [];
  const bridge = new BridgeClient(
    (message) =>
      new Promise((resolve) => {
        if (message.type === "assess") requests.push({ text: message.text, answer: resolve });
      }),
    () => true,
  );
  let navigation = 0;
  const answers = new Answers(FIRST_SITE);
  const kinds: string[] = [];
  const session = new AnswerSession(element, "a1", {
    bridge,
    queue: new Queue(2),
    answers,
    isWriting: (each) => answers.isMarkedAsStreaming(each),
    navigation: () => navigation,
    changed: (changed) => {
      if (changed.state.kind !== kinds.at(-1)) kinds.push(changed.state.kind);
    },
  });
  // replaces the observer that all sessions of a page share
  const observer = new MutationObserver(() => session.mutated());
  observer.observe(element, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  return {
    element,
    session,
    requests,
    kinds,
    navigate() {
      navigation++;
      session.notify({ type: "navigated" });
    },
    /** Answers the last request with an assessment, which has a finding if the text contains the command. */
    async reply() {
      const { text, answer } = requests.at(-1)!;
      const at = text.indexOf(COMMAND);
      answer(assessed("a1", assessmentOf(text, at === -1 ? [] : [[at, at + COMMAND.length]])));
      await settle();
    },
  };
}

async function shown(html?: string) {
  const world = setUp(html);
  world.session.approach();
  await pass(STABLE_MS + 50);
  await world.reply();
  return world;
}

beforeEach(() => {
  // the real function computes in another thread, and takes an unknown time
  vi.spyOn(crypto.subtle, "digest").mockImplementation((_algorithm, data) =>
    Promise.resolve(
      new Uint8Array(
        createHash("sha256")
          .update(data as Uint8Array)
          .digest(),
      ).buffer,
    ),
  );
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("an answer that is finished", () => {
  it("is not assessed before it is near the window", async () => {
    const { session, requests } = setUp();
    await pass(2_000);
    expect(requests).toHaveLength(0);
    session.approach();
    await pass(STABLE_MS + 50);
    expect(requests).toHaveLength(1);
    expect(session.state.kind).toBe("evaluating");
  });

  it("has the state of its result, and spans that are found in the page", async () => {
    const { session, kinds } = await shown();
    expect(kinds).toEqual(["evaluating", "finding"]);
    const [start = 0, end = 0] =
      session.state.kind === "finding" ? (session.state.assessment.spans[0] ?? []) : [];
    expect(
      session.evidence?.extraction
        .locate(start, end)
        .map(({ node, start, end }) => node.data.slice(start, end)),
    ).toEqual([COMMAND]);
  });

  it("causes no second request if something other than its text changes", async () => {
    const { element, session, requests } = await shown();
    const button = document.createElement("button");
    button.textContent = "Copied";
    element.append(button);
    await pass(1_000);
    expect(session.state.kind).toBe("finding");
    expect(requests).toHaveLength(1);
  });

  it("keeps its marks when the site renders the same text again", async () => {
    const { element, session } = await shown();
    const before = session.evidence?.extraction;
    element.innerHTML = `<p>Run <code><b>curl</b> A | sh</code></p>`;
    await settle();
    expect(session.state.kind).toBe("finding");
    expect(session.evidence?.extraction).not.toBe(before);
  });
});

describe("an outdated result", () => {
  const CHANGES: readonly (readonly [
    string,
    (world: ReturnType<typeof setUp>) => void,
    "waiting" | "gone",
  ])[] = [
    [
      "the text changes",
      ({ element }) => (element.querySelector("code")!.textContent = "ls"),
      "waiting",
    ],
    [
      "a part is hidden",
      ({ element }) => element.querySelector("code")!.setAttribute("hidden", ""),
      "waiting",
    ],
    [
      "the identity changes",
      ({ element }) => element.setAttribute("data-message-id", "a2"),
      "gone",
    ],
    [
      "the role is lost",
      ({ element }) => element.setAttribute("data-message-author-role", "user"),
      "gone",
    ],
    ["the identity is lost", ({ element }) => element.removeAttribute("data-message-id"), "gone"],
    ["the page navigates", (world) => world.navigate(), "waiting"],
    [
      "the settings change",
      ({ session }) => session.notify({ type: "settings-changed" }),
      "waiting",
    ],
    [
      "the node leaves the page",
      ({ element, session }) => {
        element.remove();
        session.mutated();
      },
      "gone",
    ],
  ];

  it.each(CHANGES)("is removed when %s", async (_name, change, kind) => {
    const world = await shown();
    expect(world.session.state.kind).toBe("finding");
    change(world);
    await settle();
    expect(world.session.state.kind).toBe(kind);
    expect(world.session.evidence).toBeNull();
  });

  it.each(CHANGES)("is not shown if %s during the request", async (_name, change, kind) => {
    const world = setUp();
    world.session.approach();
    await pass(STABLE_MS + 50);
    expect(world.session.state.kind).toBe("evaluating");
    change(world);
    await world.reply();
    expect(world.session.state.kind).toBe(kind);
    expect(world.kinds).not.toContain("finding");
  });

  it.each(CHANGES)(
    "is not shown if %s in the same task in which the result arrives",
    async (_name, change) => {
      const world = setUp();
      world.session.approach();
      await pass(STABLE_MS + 50);
      const { text, answer } = world.requests[0]!;
      const at = text.indexOf(COMMAND);
      answer(assessed("a1", assessmentOf(text, [[at, at + COMMAND.length]])));
      change(world);
      await settle();
      expect(world.kinds).not.toContain("finding");
    },
  );

  it("is replaced by the result for the new text", async () => {
    const world = await shown();
    world.element.querySelector("code")!.textContent = "ls";
    await pass(STABLE_MS + 100);
    expect(world.requests).toHaveLength(2);
    await world.reply();
    expect(world.session.state.kind).toBe("clear");
  });
});

describe("an answer that is being written", () => {
  it("is assessed when the site has finished it", async () => {
    const { element, session, requests } = setUp("<p>Run</p>", true);
    session.approach();
    await pass(STABLE_MS * 3);
    expect(requests).toHaveLength(0);
    element.querySelector("div")!.className = "markdown";
    await pass(STABLE_MS + 100);
    expect(requests).toHaveLength(1);
  });

  it("is assessed after some time if the site never marks it as finished", async () => {
    const { session, requests } = setUp("<p>Run</p>", true);
    session.approach();
    await pass(STALLED_MS + STABLE_MS + 100);
    expect(requests).toHaveLength(1);
  });

  const BLOCK = `<pre><div>bash</div><code class="language-bash">${COMMAND}\n</code></pre>`;

  it("has a code block assessed and marked as soon as it is closed", async () => {
    const world = setUp("<p>Run</p>", true);
    const markdown = world.element.firstElementChild!;
    world.session.approach();
    markdown.insertAdjacentHTML("beforeend", BLOCK);
    await pass(LOOK_MS + 50);
    expect(world.requests).toHaveLength(0);
    markdown.insertAdjacentHTML("beforeend", "<p>Then</p>");
    await pass(LOOK_MS + 50);
    expect(world.requests.map(({ text }) => text)).toEqual([
      `Run\n\n\`\`\`bash\n${COMMAND}\n\`\`\``,
    ]);
    await world.reply();
    expect(world.session.state.kind).toBe("waiting");
    expect(world.session.evidence).toMatchObject({
      complete: false,
      assessment: { verdict: "finding" },
    });
    markdown.lastElementChild!.append(" go on.");
    await settle();
    expect(world.session.evidence).not.toBeNull();
    (markdown as HTMLElement).className = "markdown";
    await pass(STABLE_MS * 2);
    expect(world.requests.at(-1)!.text).toContain("Then go on.");
    expect(world.session.evidence).not.toBeNull();
    await world.reply();
    expect(world.session.evidence).toMatchObject({ complete: true });
    expect(world.requests).toHaveLength(2);
  });

  it("has its last code block assessed when it is finished", async () => {
    const world = setUp(`<p>Run</p>${BLOCK}`, true);
    world.session.approach();
    await pass(STABLE_MS * 3);
    expect(world.requests.map(({ text }) => text)).toEqual([
      `Run\n\n\`\`\`bash\n${COMMAND}\n\`\`\``,
    ]);
  });

  it("loses early findings when one of their characters changes, and has no state because of blocks without findings", async () => {
    const world = setUp(`<p>Run</p>${BLOCK}<p>Then</p>`, true);
    world.session.approach();
    await pass(STABLE_MS + LOOK_MS);
    await world.reply();
    expect(world.session.evidence).not.toBeNull();
    world.element.querySelector("code")!.textContent = "ls\n";
    await settle();
    expect(world.session.evidence).toBeNull();
    await pass(LOOK_MS * 3);
    await world.reply();
    expect(world.session.evidence).toBeNull();
    expect(world.kinds).toEqual(["waiting"]);
  });

  it("keeps early marks in elements that the site renders again", async () => {
    const world = setUp(`<p>Run</p>${BLOCK}<p>Then</p>`, true);
    world.session.approach();
    await pass(STABLE_MS + LOOK_MS);
    await world.reply();
    const code = world.element.querySelector("code")!;
    code.replaceWith(code.cloneNode(true));
    await settle();
    const [span = [0, 0]] = world.session.evidence?.assessment.spans ?? [];
    expect(
      world.session.evidence?.extraction.locate(...span).every(({ node }) => node.isConnected),
    ).toBe(true);
  });

  it("sends no request for text without code, nor twice for the same blocks", async () => {
    const world = setUp("<p>One</p><p>Two</p>", true);
    world.session.approach();
    for (let word = 0; word < 10; word++) {
      world.element.querySelector("p:last-child")!.append(" word");
      await pass(LOOK_MS);
    }
    expect(world.requests).toHaveLength(0);
    world.element.firstElementChild!.insertAdjacentHTML("beforeend", `${BLOCK}<p>Then</p>`);
    for (let word = 0; word < 10; word++) {
      world.element.querySelector("p:last-child")!.append(" word");
      await pass(LOOK_MS);
    }
    expect(world.requests).toHaveLength(1);
  });

  it("keeps its marks when a finished answer continues", async () => {
    const world = await shown();
    world.element.firstElementChild!.insertAdjacentHTML("beforeend", "<p>More.</p>");
    await settle();
    expect(world.session.state.kind).toBe("waiting");
    expect(world.session.evidence).toMatchObject({ complete: false });
  });

  it("is checked rarely if reading it is slow", async () => {
    const world = setUp(`<p>Run</p>${BLOCK}<p>Then</p>`, true);
    world.session.approach();
    await pass(STABLE_MS + LOOK_MS);
    await world.reply();
    // from here on, each read of the answer takes 20 ms
    let reads = 0;
    vi.spyOn(world.element, "firstElementChild", "get").mockImplementation(() => {
      reads++;
      vi.setSystemTime(Date.now() + 20);
      return world.element.children[0] ?? null;
    });
    const last = world.element.querySelector("p:last-of-type")!;
    for (let batch = 0; batch < 100; batch++) {
      last.append(" word");
      await pass(50);
    }
    expect(reads).toBeGreaterThan(3);
    expect(reads).toBeLessThan(20);
  });
});

describe("a failure", () => {
  it("remains until a person requests another attempt", async () => {
    const world = setUp();
    world.session.approach();
    await pass(STABLE_MS + 50);
    world.requests[0]!.answer({ status: "unavailable", reason: "unreachable" });
    await settle();
    expect(world.session.state).toMatchObject({ kind: "unavailable", reason: "unreachable" });
    await pass(60_000);
    expect(world.requests).toHaveLength(1);
    world.session.notify({ type: "retry" });
    await pass(STABLE_MS + 50);
    expect(world.requests).toHaveLength(2);
  });

  it("is retried automatically after the time that a 429 response names", async () => {
    const world = setUp();
    world.session.approach();
    await pass(STABLE_MS + 50);
    world.requests[0]!.answer({ status: "unavailable", reason: "rate-limited", retryAfter: 3 });
    await settle();
    await pass(2_800);
    expect(world.requests).toHaveLength(1);
    await pass(400 + STABLE_MS);
    expect(world.requests).toHaveLength(2);
  });
});
