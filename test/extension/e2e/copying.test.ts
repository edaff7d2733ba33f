import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { app, bubble, codeBlock, PIPE, turn } from "./support/chat-page.js";
import { Ui } from "./support/chromium.js";
import { share } from "./support/shared.js";

/** Tests that the text of the extension is not copied, and tests the notice about a copied command. */
const FOUND = "This command downloads a script and runs it unseen";
const TURNS = [
  bubble("u1", "How?"),
  turn({
    id: "a1",
    html: `<p>Run this:</p>${codeBlock(PIPE)}<p>Then look.</p>${codeBlock("ls -l")}`,
  }),
];

const at = share({ sheet: true, device: true });
let page: Page;
let ui: Ui;

beforeAll(() =>
  at.browser.context.grantPermissions(["clipboard-read", "clipboard-write"], {
    origin: "https://chatgpt.com",
  }),
);

async function open(): Promise<void> {
  ({ page, ui } = await at.open(app(TURNS)));
  // like the site, writes to the clipboard without a `copy` event when a copy button is clicked
  await page.evaluate(() => {
    for (const button of document.querySelectorAll("pre button")) {
      button.addEventListener(
        "click",
        () =>
          void navigator.clipboard.writeText(
            button.closest("pre")!.querySelector("code")!.textContent ?? "",
          ),
      );
    }
  });
  await ui.untilLabel(FOUND);
}

const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
const notice = (): Promise<string | null> =>
  ui.query<string>("return root.querySelector('.notice')?.innerText ?? null;");
/** Whether the page's search finds a text. */
const finds = (text: string): Promise<boolean> =>
  page.evaluate((word) => {
    getSelection()!.removeAllRanges();
    return (
      window as unknown as {
        find(text: string, caseSensitive: boolean, backwards: boolean, wrap: boolean): boolean;
      }
    ).find(word, false, false, true);
  }, text);

describe("the text of the extension", () => {
  it("is not copied if the whole page is selected", async () => {
    await open();
    await page.click(".app-foot p");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("ControlOrMeta+C");
    const text = await clipboard();
    expect(text).toContain(PIPE);
    for (const word of ["curlew", "unseen", "Nothing found", "Dismiss", "Before you paste"])
      expect(text).not.toContain(word);
  });

  it("is not found by the search of the browser", async () => {
    await open();
    // the texts for screen readers are removed after some time
    const live = (): Promise<string | null> =>
      ui.query<string>("return root.querySelector('.live').textContent;");
    await expect.poll(live).not.toBe("");
    await expect.poll(live).toBe("");
    expect(await finds("get.example.org")).toBe(true);
    for (const word of ["curlew", "unseen", "downloads a script"])
      expect({ word, found: await finds(word) }).toEqual({ word, found: false });
  });

  it("is not copied while the sheet is open", async () => {
    await open();
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes(PIPE));
    await page.click(".app-header");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("ControlOrMeta+C");
    expect(await clipboard()).not.toContain("A safer way");
  });
});

describe("a marked command that is copied before its evidence was opened", () => {
  it("is reported beside the site's copy button, which still works", async () => {
    await open();
    await page.click("pre button");
    await expect.poll(notice).toContain("Before you paste");
    expect((await clipboard()).trim()).toBe(PIPE);
    const places = await ui.query<{ left: number; top: number; right: number; bottom: number }>(
      "const { left, top, right, bottom } = root.querySelector('.notice').getBoundingClientRect(); return { left, top, right, bottom };",
    );
    const button = await page.evaluate(
      () => document.querySelector("pre button")!.getBoundingClientRect().toJSON() as DOMRect,
    );
    // the notice is below or above the button, and does not cover the command
    const gap = Math.max(places!.top - button.bottom, button.top - places!.bottom);
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThan(30);
    const command = await page.evaluate(() => {
      const [mark] = [...CSS.highlights.get("curlew-finding")!];
      const range = new Range();
      range.setStart(mark!.startContainer, mark!.startOffset);
      range.setEnd(mark!.endContainer, mark!.endOffset);
      return range.getBoundingClientRect().toJSON() as DOMRect;
    });
    const isOff =
      places!.left >= command.right ||
      places!.right <= command.left ||
      places!.top >= command.bottom ||
      places!.bottom <= command.top;
    expect(isOff, JSON.stringify([places, command])).toBe(true);
    expect(Math.abs(places!.right - button.right)).toBeLessThan(60);
    await ui.click(".notice .action", 1);
    expect(await notice()).toBeNull();
  });

  it("is reported without the other findings of the answer", async () => {
    ({ page, ui } = await at.open(
      app([
        turn({ id: "a1", html: codeBlock(PIPE) + codeBlock("deno run -A https://x.example/y.ts") }),
      ]),
    ));
    await ui.untilLabel("2 commands here run unseen code");
    await page.click("pre:last-of-type button");
    await expect.poll(notice).toContain("This command runs a program straight from an address");
  });

  it("is reported at the end of the selection if it was copied with the keyboard", async () => {
    await open();
    await page.evaluate(() =>
      getSelection()!.selectAllChildren(document.querySelector("pre code")!),
    );
    await page.keyboard.press("ControlOrMeta+C");
    await expect.poll(notice).toContain("Before you paste");
    expect((await clipboard()).trim()).toBe(PIPE);
    await page.keyboard.press("Escape");
    expect(await notice()).toBeNull();
  });

  it("is also reported if the copy button of the whole answer was used", async () => {
    await open();
    await page.click(".toolbar button");
    await expect.poll(notice).toContain(FOUND);
  });

  it("has a notice that opens the evidence, and is not reported again afterwards", async () => {
    await open();
    await page.click("pre button");
    await expect.poll(notice).toContain("Before you paste");
    await ui.click(".notice .action", 0);
    await ui.untilPanel((text) => text.includes(PIPE));
    await page.keyboard.press("Escape");
    await page.click("pre button");
    await page.waitForTimeout(400);
    expect(await notice()).toBeNull();
  });

  it("is not reported if another block was copied or a script clicked the button", async () => {
    await open();
    await page.click("pre:last-of-type button");
    await page.evaluate(() => (document.querySelector("pre button") as HTMLElement).click());
    await page.waitForTimeout(400);
    expect(await notice()).toBeNull();
  });

  it("is reported when it is assessed if it was copied earlier", async () => {
    at.site.pages.set(
      "/c/1",
      app([turn({ id: "a1", html: `<p>Run this:</p>${codeBlock(PIPE)}`, streaming: true })]),
    );
    page = await at.browser.context.newPage();
    await page.goto("https://chatgpt.com/c/1", { waitUntil: "commit" });
    ui = await Ui.of(page);
    await ui.until((labels) => labels.length === 1);
    await page.click("pre button");
    await expect.poll(notice, { timeout: 5_000 }).toContain("Before you paste");
  });
});
