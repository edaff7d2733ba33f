/**
 * Measures the time to the first result of the playground in Chromium with an empty cache, at 10 Mbit/s, 20 ms latency and a
 * processor that is slowed down four times: `npm run lab -- bench-playground [RUNS]`. Each run starts a browser.
 */
import { chromium } from "playwright-core";
import { builtSite, serveSite } from "../test/site/built-site.js";

const BYTES_PER_SECOND = 10e6 / 8;
const SLOW_DOWN = 4;

/** Returns the milliseconds from the navigation to the first result. */
async function timeToFirstResult(siteUrl: string): Promise<number> {
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  try {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 20,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    });
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW_DOWN });
    await page.goto(`${siteUrl}playground/`, { waitUntil: "commit" });
    const mark = await page.waitForFunction(
      () => performance.getEntriesByName("curlew-result")[0]?.startTime,
      undefined,
      { timeout: 60_000, polling: 500 },
    );
    return Number(await mark.jsonValue());
  } finally {
    await browser.close();
  }
}

const runs = Number(process.argv[2] ?? 7);
const server = await serveSite(await builtSite());
try {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await timeToFirstResult(server.address));
  times.sort((a, b) => a - b);
  const shown = times.map((time) => time.toFixed(0)).join(" ");
  console.log(`first result after ${shown} ms; median ${times[runs >> 1]?.toFixed(0)} ms`);
} finally {
  await server.close();
}
