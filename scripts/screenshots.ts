/**
 * Takes the screenshots in docs/ and docs/store: `npm run build && npx tsx scripts/screenshots.ts`. They show the built extension in
 * Chromium, on a page that imitates the chat site with its sidebar, header and composer.
 */
import type { Page } from "playwright-core";
import { launch, ORIGIN, Ui, type Browser } from "../test/extension/e2e/support/chromium.js";
import { app, bubble, codeBlock, turn } from "../test/extension/e2e/support/chat-page.js";
import { startSite, type Site } from "../test/extension/e2e/support/site.js";

const FOLDER = "docs";
const STORE = "docs/store";
const URL_1 = "https://chatgpt.com/c/1";

const TURNS = [
  bubble("u1", "How do I install the toolchain on a fresh machine?"),
  turn({
    id: "a1",
    html: `<p>The quickest way is the official script. Open a terminal and run:</p>${codeBlock("curl -fsSL https://get.tool.example/install.sh | sudo bash -s -- --yes")}<p>It installs the compiler and the package manager into <code>/usr/local</code>. Then check that it worked:</p>${codeBlock("tool --version\ntool doctor")}`,
  }),
  bubble("u2", "And without the script?"),
  turn({
    id: "a2",
    html: `<p>Use the packages of your distribution:</p>${codeBlock("sudo apt-get update\nsudo apt-get install tool")}<p>They are a little older, and signed.</p>`,
  }),
];

interface View {
  readonly width: number;
  readonly height: number;
  readonly theme?: "dark" | "light";
}

async function show(
  browser: Browser,
  site: Site,
  { width, height, theme = "light" }: View,
): Promise<{ page: Page; ui: Ui }> {
  site.pages.set("/c/1", app(TURNS, { theme }));
  const page = await browser.context.newPage();
  await page.setViewportSize({ width, height });
  await page.goto(URL_1);
  return { page, ui: await Ui.of(page) };
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${name}.png` });
  await page.close();
}

const found = (labels: readonly string[]): boolean =>
  labels[0]?.startsWith("This command") === true;

/** Takes a screenshot of the page and one of the side panel, and joins them: a screenshot of a page does not contain the panel. */
async function shootWithPanel(
  browser: Browser,
  site: Site,
  view: View,
  name: string,
): Promise<void> {
  const panelWidth = 400;
  const { page, ui } = await show(browser, site, { ...view, width: view.width - panelWidth });
  await ui.until(found);
  const worker = await browser.worker();
  const id = await worker.evaluate(
    async (url) => (await chrome.tabs.query({ url }))[0]?.id ?? -1,
    URL_1,
  );
  const panel = await browser.context.newPage();
  await panel.emulateMedia({ colorScheme: view.theme ?? "light" });
  await panel.setViewportSize({ width: panelWidth, height: view.height });
  await panel.goto(`${ORIGIN}/panel.html?tab=${id}`);
  await panel.waitForSelector(".finding");
  await page.waitForTimeout(600);
  const images = [await page.screenshot(), await panel.screenshot()].map(
    (image) => `data:image/png;base64,${image.toString("base64")}`,
  );
  const both = await browser.context.newPage();
  await both.setViewportSize({ width: view.width, height: view.height });
  await both.setContent(
    `<body style="margin:0;display:flex">${images.map((image) => `<img src="${image}" style="display:block">`).join("")}</body>`,
  );
  await both.waitForTimeout(300);
  await both.screenshot({ path: `${name}.png` });
  await Promise.all([page.close(), panel.close(), both.close()]);
}

async function useDevice(browser: Browser): Promise<void> {
  const options = await browser.options();
  await options.check("#mode-device");
  await options.waitForSelector("#mode-result[data-tone=ok]");
  await options.setViewportSize({ width: 900, height: 1_000 });
  await options.screenshot({ path: `${FOLDER}/extension-options.png`, fullPage: true });
  await options.close();
}

const site = await startSite();
const [browser, sheet] = await Promise.all([launch(site), launch(site, { sheet: true })]);
try {
  const welcome = await browser.context.newPage();
  await welcome.setViewportSize({ width: 1280, height: 800 });
  await welcome.goto(`${ORIGIN}/welcome.html`);
  await welcome.screenshot({ path: `${STORE}/1-welcome.png` });
  await welcome.close();
  const missing = await show(sheet, site, { width: 1280, height: 800 });
  await missing.ui.untilLabel("Unavailable: no access token");
  await missing.ui.openEvidence();
  await missing.ui.untilPanel((text) => text.includes("Check on this device"));
  await shoot(missing.page, `${FOLDER}/extension-unavailable`);
  await useDevice(sheet);
  await useDevice(browser);

  const views: readonly (readonly [name: string, view: View])[] = [
    ["page", { width: 1280, height: 800 }],
    ["page-dark", { width: 1280, height: 800, theme: "dark" }],
    ["page-200", { width: 640, height: 400 }],
    ["page-phone", { width: 390, height: 844 }],
  ];
  for (const [name, view] of views) {
    const { page, ui } = await show(sheet, site, view);
    await ui.until(found);
    await shoot(page, `${FOLDER}/extension-${name}`);
    const open = await show(sheet, site, view);
    await open.ui.until(found);
    await open.ui.openEvidence();
    await open.ui.untilPanel((text) => text.includes("A safer way"));
    await open.ui.click(".finding .action", 0);
    // The click scrolled the sheet; the screenshot shows its beginning.
    await open.ui.query("root.querySelector('.scroll').scrollTop = 0; return true;");
    await shoot(open.page, `${FOLDER}/extension-${name.replace("page", "sheet")}`);
  }
  const copied = await show(sheet, site, { width: 1280, height: 800 });
  await copied.ui.until(found);
  await copied.page.click("pre button");
  await copied.page.waitForTimeout(300);
  await copied.page.screenshot({ path: `${STORE}/3-copied.png` });
  await shoot(copied.page, `${FOLDER}/extension-copied`);
  await shootWithPanel(browser, site, { width: 1280, height: 800 }, `${STORE}/2-panel`);
  await shootWithPanel(
    browser,
    site,
    { width: 1280, height: 800, theme: "dark" },
    `${FOLDER}/extension-panel-dark`,
  );
  await shootWithPanel(browser, site, { width: 1280, height: 800 }, `${FOLDER}/extension-panel`);
} finally {
  await Promise.all([browser.close(), sheet.close()]);
  await site.close();
}
