import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { app, bubble, codeBlock, PIPE, turn } from "./support/chat-page.js";
import { marked, type Ui } from "./support/chromium.js";
import { share } from "./support/shared.js";

const FOUND = "This command downloads a script and runs it unseen";
const at = share({ sheet: true, device: true });

/** Returns the vertical position of the warning of the only block, or null if there is none. */
const warning = (ui: Ui): Promise<number | null> =>
  ui.query(
    "const box = root.querySelector('.copy-warning')?.getBoundingClientRect(); return box && box.left > 0 && box.top > 0 ? box.top : null;",
  );

/** Replaces the element of the answer every 150 ms with a copy that has one more word, until the answer is finished. */
function replaceRepeatedly(page: Page): Promise<void> {
  return page.evaluate(() => {
    let words = 0;
    const timer = setInterval(() => {
      const old = document.querySelector("[data-message-id=a1]")!;
      const next = old.cloneNode(true) as Element;
      if (!next.querySelector(".result-streaming")) return clearInterval(timer);
      next.querySelector(".markdown > :last-child")!.append(` word ${words++}`);
      old.replaceWith(next);
    }, 150);
  });
}

describe("an answer whose element is replaced with each new word", () => {
  it("is marked with its warning while it is being written and afterwards", async () => {
    const html = `<p>Run this:</p>${codeBlock(PIPE)}<p>And then</p>`;
    const { page, ui } = await at.open(
      app([bubble("u1", "How?"), turn({ id: "a1", html: "<p></p>", streaming: true })]),
    );
    await replaceRepeatedly(page);
    await page.evaluate(
      (text) => (document.querySelector(".result-streaming")!.innerHTML = text),
      html,
    );
    await expect.poll(() => marked(page)).toBe(PIPE);
    await expect.poll(() => warning(ui)).not.toBeNull();
    expect(await page.evaluate(() => document.querySelector(".result-streaming") !== null)).toBe(
      true,
    );
    // mark and warning remain while the element is replaced ten more times
    const words = (): Promise<number> =>
      page.evaluate(
        () => document.querySelector(".markdown")!.textContent.match(/word \d+/g)?.length ?? 0,
      );
    const before = await words();
    while ((await words()) < before + 10) {
      expect(await marked(page)).toBe(PIPE);
      expect(await warning(ui)).not.toBeNull();
    }
    await page.evaluate(() =>
      document.querySelector(".result-streaming")!.classList.remove("result-streaming"),
    );
    await ui.untilLabel(FOUND);
    await expect.poll(() => marked(page)).toBe(PIPE);
  });

  it("is treated as a new answer without the earlier marks if its identity changes", async () => {
    const { page, ui } = await at.open(app([turn({ id: "a1", html: codeBlock(PIPE) })]));
    await ui.untilLabel(FOUND);
    await page.evaluate(() => {
      const old = document.querySelector("[data-message-id=a1]")!;
      const next = old.cloneNode(true) as HTMLElement;
      next.dataset["messageId"] = "a2";
      next.querySelector("code")!.textContent = "ls";
      old.replaceWith(next);
    });
    await ui.untilLabel("Nothing found");
    expect(await marked(page)).toBe("");
  });
});
