import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Page } from "playwright-core";
import {
  bodyFor,
  clear,
  startGateway,
  startFakeGateway,
  type Behaviour,
  type RunningGateway,
  type FakeGateway,
} from "./support/gateway.js";
import { codeBlock, conversation, PIPE, question, turn } from "./support/chat-page.js";
import { launch, marked, stopWorkers, Ui, type Browser } from "./support/chromium.js";
import { startSite, type Site } from "./support/site.js";
import { HASH, sha } from "../support.js";

const URL_1 = "https://chatgpt.com/c/1";
const ANSWER = turn({ id: "a1", html: `<p>Run this:</p>${codeBlock(PIPE)}` });

let site: Site;
let gateway: RunningGateway;
let fakeGateway: FakeGateway;
let browser: Browser;

beforeAll(async () => {
  [site, gateway, fakeGateway] = await Promise.all([
    startSite(),
    startGateway(),
    startFakeGateway(),
  ]);
  browser = await launch(site, { sheet: true });
});
afterAll(async () => {
  await browser.close();
  await Promise.all([site.close(), gateway.close(), fakeGateway.close()]);
});
beforeEach(async () => {
  fakeGateway.texts.length = fakeGateway.headers.length = 0;
  fakeGateway.behave(clear);
  site.pages.set("/c/1", conversation([question("u1", "How?"), ANSWER]));
  await browser.reset();
});

/** Changes settings by the controls of the options page. */
async function configure({
  address,
  token,
  mode,
}: {
  address?: string;
  token?: string;
  mode?: "device";
}): Promise<void> {
  const options = await browser.options();
  if (address !== undefined) {
    await options.fill("#address", address);
    await options.click("#address-form button");
    await options.waitForSelector("#address-result[data-tone=ok]");
  }
  if (token !== undefined) {
    await options.fill("#token", token);
    await options.click("#token-form button[type=submit]");
    await options.waitForSelector("#token-result[data-tone=ok]");
  }
  if (mode !== undefined) {
    await options.check(`#mode-${mode}`);
    await options.waitForSelector("#mode-result[data-tone=ok]");
  }
  await options.close();
}

async function open(url = URL_1): Promise<{ page: Page; ui: Ui }> {
  const page = await browser.context.newPage();
  await page.goto(url);
  return { page, ui: await Ui.of(page) };
}

const useStandIn = (): Promise<void> =>
  configure({ address: fakeGateway.address, token: "stand-in-token" });

describe("evaluation by the gateway", () => {
  it("shows the finding with its evidence", async () => {
    await configure({ address: gateway.address, token: gateway.token });
    const { page, ui } = await open();
    await ui.untilLabel("This command downloads a script and runs it unseen");
    expect(await marked(page)).toBe(PIPE);
    await ui.openEvidence();
    await ui.untilPanel((panel) => panel.includes("Details of this check"));
    await ui.unfold();
    const text = await ui.untilPanel((panel) => panel.includes("Model revision"));
    expect(text).toContain(PIPE);
    expect(text).toContain("by the gateway");
    expect(text).toContain(sha(`Run this:\n\n\`\`\`bash\n${PIPE}\n\`\`\``));
    expect(text).toContain("URL × 1");
    expect(text).toContain("A redacted URL category does not prove personal sensitivity.");
    expect(text).toMatch(/Evaluator source hash\n[0-9a-f]{64}\n/);
    expect(text).toMatch(/curlew\/\S+ contract bash/);
  });

  it("does not change the elements of the page", async () => {
    await configure({ address: gateway.address, token: gateway.token });
    const { page, ui } = await open();
    const before = await page.evaluate(() => document.body.innerHTML);
    await ui.untilLabel("This command downloads a script and runs it unseen");
    expect(await page.evaluate(() => document.body.innerHTML)).toBe(before);
    expect(
      await page.evaluate(() => document.querySelector("[data-curlew]")?.shadowRoot),
    ).toBeNull();
  });

  it("sends requests with the extension's origin and the token only to the configured URL", async () => {
    await useStandIn();
    const { ui } = await open();
    await ui.untilLabel("Nothing found");
    expect(fakeGateway.headers[0]).toMatchObject({
      authorization: "Bearer stand-in-token",
      origin: expect.stringMatching(/^chrome-extension:/),
    });
    expect(fakeGateway.headers[0]).not.toHaveProperty("cookie");
  });
});

describe("evaluation on this device", () => {
  it("is offered with one click if the token is missing", async () => {
    const { page, ui } = await open();
    await ui.untilLabel("Unavailable: not set up yet");
    await ui.openEvidence();
    await ui.click(".panel .action", 0);
    await ui.untilLabel("This command downloads a script and runs it unseen");
    expect(await marked(page)).toBe(PIPE);
    await ui.untilPanel((panel) => panel.includes("Details of this check"));
    await ui.unfold();
    const text = await ui.untilPanel((panel) => panel.includes("on this device"));
    expect(text).toContain("did not leave this browser");
    expect(fakeGateway.texts).toEqual([]);
  });
});

describe("before a mode is chosen", () => {
  it("the panel explains the missing choice, and opens the options", async () => {
    const { ui } = await open();
    await ui.untilLabel("Unavailable: not set up yet");
    await ui.openEvidence();
    await ui.untilPanel(
      (text) => text.includes("you have not chosen how") && text.includes("Check on this device"),
    );
    const [options] = await Promise.all([
      browser.context.waitForEvent("page"),
      ui.click(".panel .action", 1),
    ]);
    await options.waitForSelector("#token");
  });
});

describe("the message for a response of the gateway", () => {
  const status =
    (code: number, headers: Record<string, string> = {}): Behaviour =>
    (_request, response) =>
      void response.writeHead(code, headers).end("{}");
  const CASES: readonly (readonly [string, Behaviour, string])[] = [
    ["401", status(401), "Unavailable: token not accepted"],
    ["403", status(403), "Unavailable: refused by the gateway"],
    ["413", status(413), "Unavailable: answer too long"],
    ["422", status(422), "Unavailable: request not understood"],
    ["429", status(429, { "retry-after": "60" }), "Unavailable: too many requests"],
    ["500", status(500), "Unavailable: gateway error"],
    ["502", status(502), "Unavailable: evaluator failed"],
    ["503", status(503), "Unavailable: gateway busy"],
    ["504", status(504), "Unavailable: evaluator too slow"],
    ["a redirect", status(307, { location: "/elsewhere" }), "Unavailable: gateway not reachable"],
    [
      "an answer without a revision",
      (request, response) =>
        void response.end(
          bodyFor(request.text, request.responseId, undefined, { evaluator: { sourceHash: HASH } }),
        ),
      "Unavailable: reply not usable",
    ],
    [
      "an answer about another text",
      (request, response) => void response.end(bodyFor(`${request.text}!`, request.responseId)),
      "Unavailable: reply not usable",
    ],
    [
      "abstention",
      (request, response) =>
        void response.end(
          bodyFor(request.text, request.responseId, undefined, { verdict: "abstained" }),
        ),
      "No verdict",
    ],
    [
      "an unfinished analysis",
      (request, response) =>
        void response.end(
          bodyFor(request.text, request.responseId, undefined, {
            verdict: "incomplete",
            outcome: {
              status: "incomplete",
              limits: [{ limit: "deadline", message: "out of time", span: [0, 1] }],
            },
          }),
        ),
      "Not fully analyzed",
    ],
    ["a clear answer", clear, "Nothing found"],
    [
      "a finding",
      (request, response) => void response.end(bodyFor(request.text, request.responseId, PIPE)),
      "This command downloads a script and runs it unseen",
    ],
  ];

  it("depends on the status and the verdict, and only a finding is marked", async () => {
    await useStandIn();
    fakeGateway.behave(status(500));
    const { page, ui } = await open();
    await ui.untilLabel("Unavailable: gateway error");
    await ui.openEvidence();
    const options = await browser.options();
    await page.bringToFront();
    for (const [name, behaviour, label] of CASES) {
      fakeGateway.behave(behaviour);
      // a changed setting makes every page repeat its requests
      await options.evaluate(() => chrome.runtime.sendMessage({ type: "settings-changed" }));
      await ui.untilLabel(label).catch((error: unknown) => {
        throw new Error(`${name}: ${String(error)}`);
      });
      expect(await marked(page)).toBe(name === "a finding" ? PIPE : "");
      expect(await ui.panelText()).toContain(label);
    }
  });

  it("reports a gateway that cannot be reached, until the settings contain the URL of a running one", async () => {
    await useStandIn();
    const { address } = fakeGateway;
    await fakeGateway.close();
    const { ui } = await open();
    await ui.untilLabel("Unavailable: gateway not reachable");
    fakeGateway = await startFakeGateway();
    await configure({ address: fakeGateway.address });
    await ui.untilLabel("Nothing found");
    expect(address).not.toBe(fakeGateway.address);
  });
});

describe("a result", () => {
  const held: { answer: () => void }[] = [];
  const hold: Behaviour = (request, response) => {
    held.push({ answer: () => void response.end(bodyFor(request.text, request.responseId, PIPE)) });
  };

  beforeEach(() => {
    held.length = 0;
  });

  /** Changes the page during a request, and then makes the gateway answer. */
  async function meanwhile(
    change: (page: Page) => Promise<unknown>,
  ): Promise<{ page: Page; ui: Ui; seen: string[] }> {
    await useStandIn();
    fakeGateway.behave(hold);
    const { page, ui } = await open();
    await ui.untilLabel("Checking …");
    await expect.poll(() => held.length).toBe(1);
    await page.evaluate(() => {
      const seen: number[] = [];
      Object.assign(window, { seen });
      const look = (): void => {
        seen.push(CSS.highlights.get("curlew-finding")?.size ?? 0);
        requestAnimationFrame(look);
      };
      look();
    });
    fakeGateway.behave(clear);
    await change(page);
    held[0]?.answer();
    return { page, ui, seen: [] };
  }

  const marksSeen = (page: Page): Promise<number> =>
    page.evaluate(() => Math.max(...(window as unknown as { seen: number[] }).seen));

  it("is ignored if the text has changed", async () => {
    const { page, ui } = await meanwhile((at) =>
      at.evaluate(() => document.querySelector("pre code")!.replaceChildren("ls")),
    );
    await ui.untilLabel("Nothing found");
    expect(await marksSeen(page)).toBe(0);
  });

  it("is ignored if the identity of the answer has changed", async () => {
    const { page, ui } = await meanwhile((at) =>
      at.evaluate(() =>
        document.querySelector("[data-message-id=a1]")!.setAttribute("data-message-id", "a9"),
      ),
    );
    await ui.untilLabel("Nothing found");
    expect(await marksSeen(page)).toBe(0);
  });

  it("is ignored if the answer has lost its role", async () => {
    const { page, ui } = await meanwhile((at) =>
      at.evaluate(() =>
        document
          .querySelector("[data-message-id=a1]")!
          .setAttribute("data-message-author-role", "tool"),
      ),
    );
    await ui.until((labels) => labels.length === 0);
    await page.waitForTimeout(300);
    expect(await marksSeen(page)).toBe(0);
  });

  it("is ignored if the answer has been removed from the page", async () => {
    const { page, ui } = await meanwhile((at) =>
      at.evaluate(() => document.querySelector("article[data-turn=assistant]")!.remove()),
    );
    await ui.until((labels) => labels.length === 0);
    await page.waitForTimeout(300);
    expect(await marksSeen(page)).toBe(0);
  });

  it("is ignored if the page has navigated", async () => {
    const { page, ui } = await meanwhile((at) =>
      at.evaluate(() => history.pushState({}, "", "/c/2")),
    );
    await ui.untilLabel("Nothing found");
    expect(await marksSeen(page)).toBe(0);
  });

  it("is ignored if the page has been reloaded, and the answer is assessed again", async () => {
    const { ui } = await meanwhile((at) => at.reload());
    await ui.untilLabel("Nothing found");
  });

  it("loses its marks at once when the text changes later", async () => {
    await configure({ mode: "device" });
    const { page, ui } = await open();
    await ui.untilLabel("This command downloads a script and runs it unseen");
    const marks = await page.evaluate(async () => {
      document.querySelector("pre code")!.append(" # changed");
      await Promise.resolve();
      return CSS.highlights.get("curlew-finding")?.size ?? 0;
    });
    expect(marks).toBe(0);
    await ui.untilLabel("This command downloads a script and runs it unseen");
    expect(await marked(page)).toBe(PIPE);
  });

  it("is removed from an open panel when the text changes", async () => {
    await configure({ mode: "device" });
    const { page, ui } = await open();
    await ui.untilLabel("This command downloads a script and runs it unseen");
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes(PIPE));
    await page.evaluate(() => document.querySelector("pre code")!.replaceChildren("ls"));
    expect(await ui.panelText()).not.toContain(PIPE);
    await ui.untilPanel((text) => text.includes("Nothing found"));
  });

  it("has its panel closed when the answer leaves the page", async () => {
    await configure({ mode: "device" });
    const { page, ui } = await open();
    await ui.untilLabel("This command downloads a script and runs it unseen");
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes(PIPE));
    await page.evaluate(() => document.querySelector("article[data-turn=assistant]")!.remove());
    await expect.poll(() => ui.panelText()).toBeNull();
    expect(await ui.labels()).toEqual([]);
  });

  it("is not shown on a page without answers", async () => {
    site.pages.set(
      "/c/1",
      conversation([
        `<article data-testid="conversation-turn-1" data-turn="assistant"><div class="markdown">${codeBlock(PIPE)}</div></article>`,
        question("u1", PIPE),
      ]),
    );
    await configure({ mode: "device" });
    const { page, ui } = await open();
    await page.waitForTimeout(800);
    expect(await ui.labels()).toEqual([]);
    expect(await marked(page)).toBe("");
  });

  it("is not requested while an answer is being written", async () => {
    site.pages.set(
      "/c/1",
      conversation([turn({ id: "a1", html: `<p>Run <code>${PIPE}</code></p>`, streaming: true })]),
    );
    await configure({ mode: "device" });
    const { page, ui } = await open();
    await ui.untilLabel("Waiting for the answer");
    await page.evaluate(() => document.querySelector(".markdown p")!.append(" Never run it."));
    await page.waitForTimeout(700);
    expect(await ui.labels()).toEqual(["Waiting for the answer"]);
    await page.evaluate(() =>
      document.querySelector(".result-streaming")!.classList.remove("result-streaming"),
    );
    await ui.until((labels) => !/Waiting|Checking/.test(labels[0] ?? ""));
  });
});

describe("the end of the service worker", () => {
  it("during a request causes a second request", async () => {
    await useStandIn();
    let asked = 0;
    fakeGateway.behave((request, response) => {
      asked++;
      if (asked > 1) response.end(bodyFor(request.text, request.responseId, PIPE));
    });
    const { page, ui } = await open();
    await expect.poll(() => asked).toBe(1);
    await stopWorkers(page);
    await ui.untilLabel("This command downloads a script and runs it unseen");
    expect(asked).toBe(2);
  });

  it("during a request and its repetition is reported", async () => {
    await useStandIn();
    fakeGateway.behave(() => undefined);
    const { page, ui } = await open();
    for (const count of [1, 2]) {
      await expect.poll(() => fakeGateway.texts.length).toBe(count);
      await stopWorkers(page);
    }
    await ui.untilLabel("Unavailable: check was interrupted");
  });

  it("between two answers has no effect", async () => {
    await configure({ mode: "device" });
    const { page, ui } = await open();
    await ui.untilLabel("This command downloads a script and runs it unseen");
    await stopWorkers(page);
    await page.evaluate(() => document.querySelector("pre code")!.replaceChildren("ls"));
    await ui.untilLabel("Nothing found");
  });

  it("by a reload of the extension is shown on the page, and all other signs are removed", async () => {
    // after the reload, the pages of the extension cannot be opened in this browser
    onTestFinished(async () => {
      await browser.close();
      browser = await launch(site, { sheet: true });
    });
    await configure({ mode: "device" });
    const { page, ui } = await open();
    await ui.untilLabel("This command downloads a script and runs it unseen");
    const options = await browser.options();
    await options.evaluate(() => chrome.runtime.reload()).catch(() => undefined);
    await expect
      .poll(() => ui.query<string>("return root.querySelector('.notice')?.innerText ?? '';"), {
        timeout: 10_000,
      })
      .toContain("curlew was updated");
    expect(await ui.labels()).toEqual([]);
    expect(await marked(page)).toBe("");
  });
});

describe("a long conversation", () => {
  const LONG = Array.from({ length: 60 }, (_, index) =>
    turn({
      id: `a${index}`,
      html: `<p>${"Words about many things. ".repeat(40)}</p>${codeBlock(index === 50 ? PIPE : "ls")}`,
    }),
  );

  /** Waits until the gateway has received no request for a second, and returns the number of texts that it has received. */
  async function asksNoMore(): Promise<number> {
    for (let count = -1; ; ) {
      const { length } = fakeGateway.texts;
      if (length === count) return count;
      count = length;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }

  it("is assessed only near the visible part, and no answer is assessed twice", async () => {
    site.pages.set("/c/1", conversation(LONG));
    await useStandIn();
    const { page, ui } = await open();
    await ui.untilLabel("Nothing found");
    const first = await asksNoMore();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(20);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => fakeGateway.texts.length).toBeGreaterThan(first);
    await asksNoMore();
    await ui.until((labels) => labels.at(-1) === "Nothing found");
    await page.evaluate(() => window.scrollTo(0, 0));
    const asked = await asksNoMore();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    expect(await asksNoMore()).toBe(asked);
    expect(asked).toBeLessThan(60);
  });

  it("can be scrolled to the next finding with a keyboard shortcut, and is counted in the popup", async () => {
    site.pages.set("/c/1", conversation(LONG.slice(40)));
    await configure({ mode: "device" });
    const { page, ui } = await open();
    await ui.untilLabel("Nothing found");
    const worker = await browser.worker();
    const tell = (type: string): Promise<unknown> =>
      worker.evaluate(
        async (message) => {
          const tabs = await chrome.tabs.query({});
          const replies = await Promise.all(
            tabs.map((tab) =>
              chrome.tabs.sendMessage<unknown, unknown>(tab.id ?? 0, message).catch(() => null),
            ),
          );
          return replies.find((reply) => reply !== null && reply !== undefined);
        },
        { type },
      );
    await tell("show-findings");
    expect(await ui.panelText()).toBeNull();
    await page.evaluate(() => document.querySelector("[data-message-id=a50]")!.scrollIntoView());
    await ui.until((labels) =>
      labels.includes("This command downloads a script and runs it unseen"),
    );
    await page.evaluate(() => window.scrollTo(0, 0));
    await tell("show-findings");
    await ui.untilPanel((text) => text.includes(PIPE));
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
    const summary = await tell("summarize");
    expect(summary).toMatchObject({ answers: 20, findings: 1, unavailable: 0 });
  });
});

describe("two tabs", () => {
  it("have separate answers and the same settings", async () => {
    site.pages.set("/c/2", conversation([turn({ id: "b1", html: "<p>Hello</p>" })]));
    const first = await open();
    const second = await open("https://chatgpt.com/c/2");
    await second.ui.untilLabel("Unavailable: not set up yet");
    await first.page.bringToFront();
    await first.ui.untilLabel("Unavailable: not set up yet");
    await configure({ mode: "device" });
    await first.page.bringToFront();
    await first.ui.untilLabel("This command downloads a script and runs it unseen");
    await second.page.bringToFront();
    await second.ui.untilLabel("Nothing found");
    expect(await marked(second.page)).toBe("");
  });
});
