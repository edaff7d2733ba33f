import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import axe from "axe-core";
import { chromium, type Browser, type Page } from "playwright-core";
import puppeteer, { type Browser as Firefox, type Page as FirefoxPage } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtSite, serveSite, type SiteServer } from "./built-site.js";

const PAGES = [
  "",
  "docs/",
  "docs/own-rules.html",
  "rules/",
  "rules/bash/fetch-pipe.html",
  "playground/",
];
const VIOLATIONS = `${axe.source}; axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 200)).join(" | ")))`;

/** Waits for a condition. Puppeteer's waitForFunction uses Function, which the policy of the playground forbids in Firefox. */
function until(page: FirefoxPage, condition: string): Promise<void> {
  return expect.poll(() => page.evaluate(condition)).toBe(true);
}

let server: SiteServer;
beforeAll(async () => {
  server = await serveSite(await builtSite());
});
afterAll(() => server.close());

describe("the site in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: "/usr/bin/chromium",
      args: ["--no-sandbox"],
    });
  });
  afterAll(() => browser.close());

  const violations = (page: Page): Promise<unknown> => page.evaluate(VIOLATIONS);

  it.each(PAGES)(
    "has no accessibility violations on the page %j, large and light or small and dark",
    async (path) => {
      for (const colorScheme of ["light", "dark"] as const) {
        const width = colorScheme === "light" ? 1280 : 390;
        const viewport = { width, height: 800 };
        const context = await browser.newContext({ colorScheme, viewport, bypassCSP: true });
        const page = await context.newPage();
        await page.goto(server.address + path);
        if (path === "playground/") {
          await page.waitForFunction(() => document.documentElement.dataset["state"] !== undefined);
          await page.click("#trees summary");
          await page.waitForSelector("#nodes li");
          await page.click("#query-panel summary");
        }
        expect(await violations(page), colorScheme).toEqual([]);
        // no element is wider than the screen
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          width,
        );
        await context.close();
      }
    },
  );

  it("has no accessibility violations in the search, which finds a rule", async () => {
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    await page.goto(server.address);
    // the key is pressed again until the scripts of the page handle it
    await expect
      .poll(
        async () => {
          await page.keyboard.press("Control+k");
          return page.locator("#localsearch-input").isVisible();
        },
        { timeout: 30_000, interval: 500 },
      )
      .toBe(true);
    await page.fill("#localsearch-input", "here-string");
    await page.waitForSelector("#localsearch-list a");
    expect(await violations(page)).toEqual([]);
    expect(await page.locator("#localsearch-list a").first().getAttribute("href")).toContain(
      "rules/bash/fetch-here-string",
    );
    await context.close();
  });
});

describe("the site in Firefox", () => {
  let browser: Firefox;
  const profile = mkdtempSync(join(tmpdir(), "curlew-firefox-"));
  beforeAll(async () => {
    browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: "/usr/bin/firefox-esr",
      headless: true,
      userDataDir: profile,
    });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  it("causes no request for a text after the service worker has stored the playground", async () => {
    const page = await browser.newPage();
    await page.goto(`${server.address}playground/`);
    await until(page, "document.documentElement.dataset.offline === 'ready'");
    server.requests.length = 0;
    await page.select("#example", "PowerShell");
    await until(
      page,
      "document.querySelector('#results h3')?.textContent.includes('powershell/fetch-execute')",
    );
    expect(server.requests).toEqual([]);
    await page.reload();
    await until(page, "document.documentElement.dataset.state === 'analysis'");
    // the browser checks for a newer service worker when the page is loaded
    expect(server.requests.filter((path) => path !== "playground/sw.js")).toEqual([]);
    await page.close();
  });

  it.each(["rules/bash/fetch-pipe.html", "playground/"])(
    "has no accessibility violations on the page %j",
    async (path) => {
      const page = await browser.newPage();
      await page.goto(server.address + path);
      if (path === "playground/") {
        await until(page, "document.documentElement.dataset.state === 'analysis'");
        const summary = await page.$eval("#summary", ({ textContent }) => textContent);
        expect(summary).toBe("Label PS: 1 finding");
        await until(page, "document.documentElement.dataset.offline === 'ready'");
      }
      expect(await page.evaluate(VIOLATIONS)).toEqual([]);
      await page.close();
    },
  );
});
