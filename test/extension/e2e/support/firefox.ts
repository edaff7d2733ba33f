import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { FIREFOX_ID } from "../../../../src/extension/manifest.js";
import type { Site } from "./site.js";

/** The id of the extension in the tests, which is fixed so that the URLs of its pages are known. */
const UUID = "6f1c3f6e-2f7b-4f0a-9f6d-0c1d2e3f4a5b";
export const ORIGIN = `moz-extension://${UUID}`;

export interface Firefox {
  readonly browser: Browser;
  open(url: string): Promise<Page>;
  options(): Promise<Page>;
  close(): Promise<void>;
}

/** Starts a Firefox with the extension and a proxy that connects the host name of the chat site to the local replacement. */
export async function launchFirefox(
  site: Site,
  extension = path.resolve("dist/extension/firefox"),
): Promise<Firefox> {
  const profile = mkdtempSync(path.join(tmpdir(), "curlew-firefox-"));
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: "/usr/bin/firefox-esr",
    headless: true,
    userDataDir: profile,
    acceptInsecureCerts: true,
    args: ["--remote-allow-system-access"],
    extraPrefsFirefox: {
      "extensions.webextensions.uuids": JSON.stringify({ [FIREFOX_ID]: UUID }),
      "network.proxy.type": 1,
      "network.proxy.ssl": "127.0.0.1",
      "network.proxy.ssl_port": site.proxyPort,
      "network.proxy.http": "127.0.0.1",
      "network.proxy.http_port": site.proxyPort,
    },
  });
  await browser.installExtension(extension);
  const open = async (url: string): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(url);
    return page;
  };
  return {
    browser,
    open,
    async options() {
      const page = await browser.newPage();
      // the browser does not report that an extension page has finished loading
      await page.goto(`${ORIGIN}/options.html`, { waitUntil: [] });
      await page.waitForSelector("input[name=profile]:checked");
      return page;
    },
    async close() {
      await browser.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Returns the underlined characters of all findings, in order. */
export function marked(page: Page): Promise<string> {
  return page.evaluate(() =>
    Array.from(
      CSS.highlights.get("curlew-finding") ?? [],
      ({ startContainer, startOffset, endOffset }) =>
        (startContainer as Text).data.slice(startOffset, endOffset),
    ).join(""),
  );
}
