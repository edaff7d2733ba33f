/**
 * Takes the screenshots of docs/: the built extension in a real Chromium, on a stand-in for the chat site.
 * `npm run build && npx tsx scripts/screenshots.ts`
 */
import type { Page } from "playwright-core";
import { launch, Ui, type Browser } from "../test/extension/e2e/support/chromium.js";
import { startGateway } from "../test/extension/e2e/support/gateway.js";
import { codeBlock, conversation, question, turn } from "../test/extension/e2e/support/page.js";
import { startSite, type Site } from "../test/extension/e2e/support/site.js";

const FOLDER = "docs";
const VIEW = { width: 1280, height: 760 };

const TURNS = [
  question("u1", "How do I install the toolchain on a fresh machine?"),
  turn({
    id: "a1",
    html: `<p>The quickest way is the official script. Open a terminal and run:</p>${codeBlock("curl -fsSL https://get.tool.example/install.sh | sudo bash -s -- --yes")}<p>It installs the compiler and the package manager into <code>/usr/local</code>. Then check that it worked:</p>${codeBlock("tool --version\ntool doctor")}`,
  }),
  question("u2", "And without the script?"),
  turn({
    id: "a2",
    html: `<p>Use the packages of your distribution:</p>${codeBlock("sudo apt-get update\nsudo apt-get install tool")}<p>They are a little older, and signed.</p>`,
  }),
];

async function show(browser: Browser, site: Site, theme: "dark" | "light"): Promise<{ page: Page; ui: Ui }> {
  site.pages.set("/c/1", conversation(TURNS, { theme }));
  const page = await browser.context.newPage();
  await page.goto("https://chatgpt.com/c/1");
  return { page, ui: await Ui.of(page) };
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${FOLDER}/extension-${name}.png` });
  await page.close();
}

const [site, gateway] = await Promise.all([startSite(), startGateway()]);
const browser = await launch(site, { viewport: VIEW });
try {
  const missing = await show(browser, site, "light");
  await missing.ui.untilLabel("Unavailable: no access token");
  await missing.ui.click(".badge");
  await missing.ui.untilPanel((text) => text.includes("Check on this device"));
  await shoot(missing.page, "unavailable");

  const options = await browser.options();
  await options.fill("#address", gateway.address);
  await options.click("#address-form button");
  await options.fill("#token", gateway.token);
  await options.click("#token-form button[type=submit]");
  await options.waitForSelector("#token-result[data-tone=ok]");
  await options.fill("#address", "http://127.0.0.1:8787");
  await options.screenshot({ path: `${FOLDER}/extension-options.png`, fullPage: true });
  await options.close();

  for (const theme of ["light", "dark"] as const) {
    const found = await show(browser, site, theme);
    await found.ui.until((labels) => labels[0]?.startsWith("This command") === true && labels[1] === "Nothing found");
    await shoot(found.page, `finding-${theme}`);
    const open = await show(browser, site, theme);
    await open.ui.untilLabel("This command downloads a script and runs it unseen");
    await open.ui.click(".badge");
    await open.ui.untilPanel((text) => text.includes("Model revision"));
    await shoot(open.page, `panel-${theme}`);
  }
} finally {
  await browser.close();
  await Promise.all([site.close(), gateway.close()]);
}
