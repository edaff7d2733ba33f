import { afterAll, afterEach, beforeAll } from "vitest";
import type { Page } from "playwright-core";
import { launch, Ui, type Browser, type LaunchOptions } from "./chromium.js";
import { startSite, type Site } from "./site.js";

export interface Opened {
  readonly page: Page;
  readonly ui: Ui;
}

/** The site and the browser that all tests of a file share, because a browser is slow to start. Each test opens its own pages. */
export class Shared {
  site!: Site;
  browser!: Browser;

  /** Opens a page of the site with this HTML. */
  async open(
    html: string,
    { url = "https://chatgpt.com/c/1", size }: { readonly url?: string; readonly size?: Size } = {},
  ): Promise<Opened> {
    this.site.pages.set(new URL(url).pathname, html);
    const page = await this.browser.context.newPage();
    if (size !== undefined) await page.setViewportSize(size);
    await page.goto(url);
    return { page, ui: await Ui.of(page) };
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface ShareOptions extends LaunchOptions {
  /** Whether all tests use the evaluation on this device. Otherwise each test begins in the state after the installation. */
  readonly device?: boolean;
  /** Starts other services before the browser, and returns options for the browser. */
  readonly before?: (site: Site) => Promise<LaunchOptions | void> | LaunchOptions | void;
}

/** Starts one site and one browser for all tests of a file. */
export function share({ device = false, before, ...options }: ShareOptions): Shared {
  const shared = new Shared();
  beforeAll(async () => {
    shared.site = await startSite();
    shared.browser = await launch(shared.site, { ...options, ...(await before?.(shared.site)) });
    if (device) await shared.browser.useDevice();
  });
  afterEach(() => (device ? shared.browser.closePages() : shared.browser.reset()));
  afterAll(async () => {
    await shared.browser.close();
    await shared.site.close();
  });
  return shared;
}
