/** Tests the warning of a block at the lower or upper edge of the window. */
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { app, bubble, codeBlock, conversation, PIPE, question, turn } from "./support/chat-page.js";
import { covered, type Ui } from "./support/chromium.js";
import { share } from "./support/shared.js";

const FOUND = "This command downloads a script and runs it unseen";
const WORDS = "Words about what comes before. ".repeat(60);
const NEWEST = turn({ id: "a2", html: `<p>Run this:</p>${codeBlock(PIPE)}` });
const SIZES = [
  [1280, 800],
  [1920, 1080],
  [1024, 768],
  [768, 1024],
  [390, 844],
] as const;

const at = share({ sheet: true, device: true });
let page: Page;
let ui: Ui;

/** Scrolls until the copy button of the last block is `above` pixels above the lower edge of the window. Returns its position. */
async function putButton(above: number): Promise<{ top: number; bottom: number; left: number }> {
  return page.evaluate((distance) => {
    const button = [...document.querySelectorAll("pre button")].at(-1)!;
    const scroller = document.querySelector(".app-scroll") ?? document.scrollingElement!;
    // an element is added elsewhere, so that the extension measures the covered parts of the window again
    document.body.append(document.createElement("div"));
    scroller.scrollTop += button.getBoundingClientRect().bottom - (innerHeight - distance);
    const { top, bottom, left } = button.getBoundingClientRect();
    return { top, bottom, left };
  }, above);
}

/** Returns the position of the last warning; null if there is none, or if it is hidden or not completely in the window. */
const warning = (): Promise<{ top: number; bottom: number; right: number } | null> =>
  ui.query(`
    if (root.querySelector(".signs").hasAttribute("data-away")) return null;
    const all = root.querySelectorAll(".copy-warning");
    const { left, right, top, bottom } = all[all.length - 1]?.getBoundingClientRect() ?? {};
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight ? { top, bottom, right } : null;`);

describe.each(SIZES)("the warning of the newest block at %d × %d", (width, height) => {
  it.each([1, 1.5, 2])("is shown at the lower edge, at zoom %d", async (zoom) => {
    const size = { width: Math.round(width / zoom), height: Math.round(height / zoom) };
    const turns = [
      question("u1", WORDS),
      turn({ id: "a1", html: `<p>${WORDS}</p>` }),
      question("u2", "And now?"),
      NEWEST,
    ];
    // empty paragraphs below, so that the block can be scrolled to any position
    const html = conversation([...turns, "<p></p>".repeat(60)], { wide: true });
    ({ page, ui } = await at.open(html, { size }));
    for (const above of [120, 70, 20]) {
      const button = await putButton(above);
      await expect
        .poll(
          async () => {
            const box = await warning();
            return box !== null && Math.abs(box.top + box.bottom - button.top - button.bottom) < 4;
          },
          { message: `${above} pixels above the edge` },
        )
        .toBe(true);
      expect((await warning())!.right).toBeLessThanOrEqual(button.left);
      expect(await covered(page)).toEqual([]);
    }
  });

  it.each([1, 1.5, 2])("is shown above the input field of the site, at zoom %d", async (zoom) => {
    const size = { width: Math.round(width / zoom), height: Math.round(height / zoom) };
    const turns = [
      bubble("u1", WORDS),
      turn({ id: "a1", html: `<p>${WORDS}</p>` }),
      bubble("u2", "And now?"),
      NEWEST,
    ];
    ({ page, ui } = await at.open(app(turns, { sidebar: width > 700, wide: true }), { size }));
    await page.evaluate(() => {
      const scroller = document.querySelector(".app-scroll")!;
      scroller.scrollTop = scroller.scrollHeight;
    });
    await expect.poll(warning).not.toBeNull();
    expect(await covered(page)).toEqual([]);
  });
});

describe("the warning of a block at the upper edge", () => {
  it("is not shown while a fixed header covers its position", async () => {
    const turns = [
      question("u1", WORDS),
      NEWEST,
      question("u2", WORDS),
      turn({ id: "a3", html: `<p>${WORDS}</p>` }),
    ];
    ({ page, ui } = await at.open(conversation(turns, { wide: true })));
    const button = await putButton((await page.evaluate(() => innerHeight)) - 60);
    expect(button.top).toBeLessThan(60);
    await expect.poll(warning).not.toBeNull();
    await page.evaluate(() => {
      const header = document.createElement("header");
      header.style.cssText = "position: fixed; inset: 0 0 auto 0; height: 100px; background: white";
      document.body.append(header);
    });
    await expect.poll(warning).toBeNull();
    await page.evaluate(() => (document.querySelector("header")!.style.position = "absolute"));
    await page.evaluate(() => document.querySelector("header")!.remove());
    await expect.poll(warning).not.toBeNull();
    expect(await ui.labels()).toContain(FOUND);
  });
});
