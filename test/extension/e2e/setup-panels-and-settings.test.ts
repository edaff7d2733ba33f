import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { app, bubble, codeBlock, PIPE, turn } from "./support/chat-page.js";
import { highlighted, marked, ORIGIN } from "./support/chromium.js";
import { share, type Opened } from "./support/shared.js";

// tests the welcome page, the popup, the side panel, checks of a selection, and settings

const FOUND = "This command downloads a script and runs it unseen";
const URL_1 = "https://chatgpt.com/c/1";
const TURNS = [
  bubble("u1", "How?"),
  turn({ id: "a1", html: `<p>Run this:</p>${codeBlock(PIPE)}` }),
];

const at = share({});

async function extensionPage(name: string): Promise<Page> {
  const page = await at.browser.context.newPage();
  await page.goto(`${ORIGIN}/${name}`);
  return page;
}

const useDevice = (): Promise<void> => at.browser.useDevice();
const open = (html = app(TURNS)): Promise<Opened> => at.open(html);

/** Returns the id that the browser's extension interface has for the tab with a URL. */
async function tabIdOf(url: string): Promise<number> {
  const worker = await at.browser.worker();
  return worker.evaluate(
    async (address) => (await chrome.tabs.query({ url: address }))[0]?.id ?? -1,
    url,
  );
}

describe("after installation", () => {
  it("a welcome page offers this device first, and shows an example", async () => {
    await expect
      .poll(() =>
        at.browser.context.pages().some((page) => page.url() === `${ORIGIN}/welcome.html`),
      )
      .toBe(true);
    const page = await extensionPage("welcome.html");
    expect(await page.textContent(".card:first-child button")).toBe("Check on this device");
    await page.click("#try");
    // the example is evaluated on this device before a mode is chosen, because it is the extension's own text
    await page.waitForFunction(
      (text) => document.querySelector(".panel")?.textContent.includes(text),
      FOUND,
    );
    await page.click("#use-device");
    await page.waitForSelector("#choice-result[data-tone=ok]");
    const { page: chat, ui } = await open();
    await ui.untilLabel(FOUND);
    expect(await marked(chat)).toBe(PIPE);
  });

  it("nothing is assessed before a person has chosen a mode with one click", async () => {
    const { ui } = await open();
    await ui.untilLabel("Unavailable: not set up yet");
    const panel = await extensionPage(`panel.html?tab=${await tabIdOf(URL_1)}`);
    await panel.waitForSelector(".panel .action.first");
    expect(await panel.textContent(".panel .action.first")).toBe("Check on this device");
    await panel.click(".panel .action.first");
    await ui.untilLabel(FOUND);
  });

  it("a tab that was already open is read once, without a reload", async () => {
    await useDevice();
    const { page, ui } = await open();
    await ui.untilLabel(FOUND);
    const worker = await at.browser.worker();
    const tabId = await tabIdOf(URL_1);
    // runs the content script again, as after an installation; nothing changes in a tab where it already runs
    await worker.evaluate(
      (id) => chrome.scripting.executeScript({ target: { tabId: id }, files: ["content.js"] }),
      tabId,
    );
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => document.querySelectorAll("[data-curlew]").length)).toBe(1);
    expect(await ui.labels()).toEqual([FOUND]);
  });
});

describe("the popup", () => {
  it("explains the extension on a tab of another site instead of showing an empty table", async () => {
    const page = await extensionPage("popup.html");
    await expect
      .poll(() => page.textContent("#note"))
      .toContain("does not read the page in this tab");
    expect(await page.isVisible("#summary")).toBe(false);
    expect(await page.isVisible("#note")).toBe(true);
  });
});

describe("the side panel", () => {
  it("is opened from a sign", async () => {
    await useDevice();
    const { ui } = await open();
    await ui.untilLabel(FOUND);
    await ui.openEvidence();
    const worker = await at.browser.worker();
    const views = (): Promise<number> =>
      worker.evaluate(
        async () => (await chrome.runtime.getContexts({ contextTypes: ["SIDE_PANEL"] })).length,
      );
    await expect.poll(views).toBe(1);
    expect(await ui.panelText()).toBeNull();
  });

  it("shows the evidence, and scrolls to the command", async () => {
    await useDevice();
    const { page, ui } = await open();
    await ui.untilLabel(FOUND);
    const panel = await extensionPage(`panel.html?tab=${await tabIdOf(URL_1)}`);
    await panel.waitForFunction(
      (text) => document.querySelector(".panel")?.textContent.includes(text),
      PIPE,
    );
    await panel.click("text=Show in the answer");
    await expect.poll(() => highlighted(page, "curlew-current")).toBe(PIPE);
    await page.evaluate(() => document.querySelector("pre code")!.replaceChildren("ls"));
    await panel.waitForFunction(() =>
      document.querySelector(".panel")?.textContent.includes("Nothing found"),
    );
  });
});

describe("a selection on any page", () => {
  it("is checked in the panel", async () => {
    await useDevice();
    const panel = await extensionPage("panel.html?tab=-1");
    await panel.waitForSelector("#empty:not([hidden])");
    await panel.evaluate(
      (text) => chrome.storage.session.set({ selection: { text, at: Date.now() } }),
      `${PIPE}\n`,
    );
    await panel.waitForFunction(
      (text) => document.querySelector(".panel")?.textContent.includes(text),
      FOUND,
    );
    expect(await panel.isVisible("text=Show in the answer")).toBe(false);
    await panel.evaluate(() =>
      chrome.storage.session.set({ selection: { text: " ", at: Date.now() } }),
    );
    await panel.waitForFunction(
      () => document.querySelector("#empty-text")?.textContent === "Nothing is selected.",
    );
  });

  // the driver cannot open the browser's menu or press its shortcuts, so the test calls the listeners of the service worker
  it.each(["menu", "key"])(
    "is read from the page on request (%s), with its line ends",
    async (way) => {
      await useDevice();
      const { page, ui } = await open();
      await ui.untilLabel(FOUND);
      const command = `${PIPE}\necho done`;
      at.site.pages.set(
        "/c/2",
        app([bubble("u1", `<span style="white-space: pre">${command}</span>`)]),
      );
      await page.goto("https://chatgpt.com/c/2");
      await page.evaluate(() =>
        getSelection()!.selectAllChildren(document.querySelector(".bubble span")!),
      );
      const tabId = await tabIdOf("https://chatgpt.com/c/2");
      const panel = await extensionPage(`panel.html?tab=${tabId}`);
      await panel.waitForSelector("#empty:not([hidden])");
      const worker = await at.browser.worker();
      await worker.evaluate(
        async ([id, kind]) => {
          type Dispatching = { dispatch(...values: unknown[]): void };
          const tab = await chrome.tabs.get(id as number);
          const flat = "what the browser makes of it, in one line";
          if (kind === "key")
            (chrome.commands.onCommand as unknown as Dispatching).dispatch("check-selection", tab);
          else
            (chrome.contextMenus.onClicked as unknown as Dispatching).dispatch(
              { menuItemId: "check-selection", selectionText: flat },
              tab,
            );
        },
        [tabId, way],
      );
      await panel.waitForFunction(
        (text) => document.querySelector(".panel")?.textContent.includes(text),
        FOUND,
      );
      expect(await panel.textContent(".finding pre")).toBe(PIPE);
    },
  );

  it("has a menu entry and a keyboard shortcut", async () => {
    const panel = await extensionPage("panel.html?tab=-1");
    const keys = await panel.evaluate(async () =>
      Object.fromEntries(
        (await chrome.commands.getAll()).map(({ name, shortcut }) => [name, shortcut]),
      ),
    );
    expect(keys).toMatchObject({
      "check-selection": "Alt+Shift+K",
      "show-findings": "Alt+Shift+U",
    });
    // updating a menu entry that does not exist would be an error
    await panel.evaluate(() => chrome.contextMenus.update("check-selection", { enabled: true }));
    await expect(
      panel.evaluate(() => chrome.contextMenus.update("no-such-entry", { enabled: true })),
    ).rejects.toThrow("no-such-entry");
  });

  it("is stored only in memory until the panel reads it", async () => {
    const panel = await extensionPage("panel.html?tab=-1");
    await panel.evaluate(() =>
      chrome.storage.session.set({ selection: { text: "x", at: Date.now() } }),
    );
    await expect
      .poll(() => panel.evaluate(async () => Object.keys(await chrome.storage.session.get(null))))
      .toEqual([]);
  });
});

describe("notifications, and settings for fewer of them", () => {
  it("show the number of findings on the toolbar icon", async () => {
    await useDevice();
    const { ui } = await open();
    await ui.untilLabel(FOUND);
    const worker = await at.browser.worker();
    const tabId = await tabIdOf(URL_1);
    await expect
      .poll(() => worker.evaluate((id) => chrome.action.getBadgeText({ tabId: id }), tabId))
      .toBe("1");
  });

  it("mark a finding from a known host without a warning, until the host is removed in the options", async () => {
    await useDevice();
    const { page, ui } = await open();
    await ui.untilLabel(FOUND);
    const panel = await extensionPage(`panel.html?tab=${await tabIdOf(URL_1)}`);
    await panel.click("text=Do you know this address?");
    await panel.click("text=I know get.example.org");
    await ui.untilLabel("Runs code from an address you know");
    expect(await marked(page)).toBe("");
    expect(await highlighted(page, "curlew-known")).toBe(PIPE);
    expect(await ui.query<number>("return root.querySelectorAll('.copy-warning').length;")).toBe(0);
    const options = await at.browser.options();
    expect(await options.textContent("#known code")).toBe("get.example.org");
    await options.click("#known button");
    await ui.untilLabel(FOUND);
    expect(await options.isVisible("#known-none")).toBe(true);
  });

  it("can hide the sign of a clear answer", async () => {
    await useDevice();
    const { ui } = await open(
      app([
        turn({ id: "a1", html: "<p>Hello.</p>" }),
        ...TURNS.map((each) => each.replace('"a1"', '"a2"')),
      ]),
    );
    await ui.until((labels) => labels[0] === "Nothing found" && labels[1] === FOUND);
    const seen = (): Promise<boolean[] | null> =>
      ui.query<boolean[]>(
        "return [...root.querySelectorAll('.sign')].map((sign) => sign.getClientRects().length > 0);",
      );
    expect(await seen()).toEqual([true, true]);
    const options = await at.browser.options();
    await options.check("#sign-none");
    await expect.poll(seen).toEqual([false, true]);
  });

  it("can pause and resume a site", async () => {
    await useDevice();
    const { page, ui } = await open();
    await ui.untilLabel(FOUND);
    const settings = await extensionPage("options.html");
    const pause = (paused: string[]): Promise<unknown> =>
      settings.evaluate(async (ids) => {
        const { settings: stored } = await chrome.storage.local.get("settings");
        await chrome.storage.local.set({ settings: { ...(stored as object), paused: ids } });
        await chrome.runtime.sendMessage({ type: "settings-changed" });
      }, paused);
    await pause(["chatgpt"]);
    await expect
      .poll(() => page.evaluate(() => document.querySelector("[data-curlew]")))
      .toBeNull();
    expect(await marked(page)).toBe("");
    await pause([]);
    await ui.untilLabel(FOUND);
  });
});
