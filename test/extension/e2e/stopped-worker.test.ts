import { describe, expect, it } from "vitest";
import type { CDPSession, Page } from "playwright-core";
import { app, codeBlock, PIPE, turn } from "./support/chat-page.js";
import { marked } from "./support/chromium.js";
import { share } from "./support/shared.js";

/** Tests a conversation that continues after a pause in which the browser has stopped the idle service worker. */
const at = share({ sheet: true, device: true });

/** Stops the service worker. Returns a promise, in an object so that it is not awaited, that resolves when the worker starts again. */
async function stopWorker(session: CDPSession): Promise<{ started: Promise<unknown> }> {
  await session.send("ServiceWorker.enable");
  let isStopped = false;
  let tell: (() => void) | undefined;
  const stopped = new Promise<void>((resolve) => (tell = resolve));
  const started = new Promise((resolve) =>
    session.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
      for (const { runningStatus } of versions) {
        if (runningStatus === "stopped") tell?.();
        if (runningStatus === "stopped") isStopped = true;
        if (runningStatus === "running" && isStopped) resolve(null);
      }
    }),
  );
  await session.send("ServiceWorker.stopAllWorkers");
  await stopped;
  return { started };
}

/** Adds an answer that is being written and has no code yet. */
function begin(page: Page, id: string): Promise<void> {
  return page.evaluate(
    (html) => document.querySelector(".app-thread")!.insertAdjacentHTML("beforeend", html),
    turn({ id, html: "<p>Well</p>", streaming: true }),
  );
}

/** Adds a closed code block to the answer, and returns the milliseconds until the block is marked. */
function close(page: Page, id: string): Promise<number> {
  return page.evaluate(
    async ({ selector, block }) => {
      const answer = document.querySelector(selector)!;
      answer.insertAdjacentHTML("beforeend", `${block}<p>And then</p>`);
      const closed = performance.now();
      while (!CSS.highlights.has("curlew-finding"))
        await new Promise((resolve) => setTimeout(resolve, 5));
      answer.classList.remove("result-streaming");
      return Math.round(performance.now() - closed);
    },
    { selector: `[data-message-id=${id}] .markdown`, block: codeBlock(PIPE) },
  );
}

describe("a worker that the browser stopped", () => {
  it("is started when an answer begins, and marks the block of the answer as fast as a running worker does", async () => {
    const { page, ui } = await at.open(app([turn({ id: "a0", html: "<p>Hello</p>" })]));
    await ui.untilLabel("Nothing found");
    const options = await at.browser.options();
    await page.bringToFront();
    const { started } = await stopWorker(await page.context().newCDPSession(page));
    await begin(page, "a1");
    // the worker is loading while the words before the code are being written
    await started;
    await options.evaluate(() => chrome.runtime.sendMessage({ type: "try", text: "`ls`" }));
    const cold = await close(page, "a1");
    await page.evaluate(() => document.querySelector("[data-message-id=a1]")!.remove());
    await expect.poll(() => marked(page)).toBe("");
    await begin(page, "a2");
    const warm = await close(page, "a2");
    expect(cold, `warm: ${warm} ms`).toBeLessThan(Math.max(400, 3 * warm));
  });
});
