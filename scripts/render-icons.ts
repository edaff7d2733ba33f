/** Renders the extension's icons from icon.svg with the installed Chromium. Run it manually after changing icon.svg. */
import { readFile } from "node:fs/promises";
import { chromium } from "playwright-core";

const FOLDER = "src/extension/icons";
const svg = await readFile(`${FOLDER}/icon.svg`, "utf8");
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
for (const size of [16, 32, 48, 128]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  await page.screenshot({ path: `${FOLDER}/${size}.png`, omitBackground: true });
  await page.close();
}
await browser.close();
