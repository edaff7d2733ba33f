import { describe, expect, it } from "vitest";
import { codeBlock, conversation, PIPE, turn } from "../extension/e2e/support/chat-page.js";
import { share } from "../extension/e2e/support/shared.js";

/** Tests a long conversation on a slow machine. Markers are hidden while the page scrolls, and must be shown again soon afterwards. */
const at = share({ sheet: true, device: true });
const ANSWERS = 300;
const SLOWER = 6;

/** Code that records in the page the time of the last scroll event and the time at which the markers were shown again. */
const WATCH = `
  const signs = root.querySelector(".signs");
  const times = { scrolled: 0, shown: 0 };
  root.times = times;
  document.addEventListener("scroll", () => (times.scrolled = performance.now()), { capture: true });
  new MutationObserver(() => (times.shown = signs.hasAttribute("data-away") ? 0 : performance.now()))
    .observe(signs, { attributes: true, attributeFilter: ["data-away"] });
  return true;`;

describe("a page with 300 answers on a processor that is slowed down six times", () => {
  it("shows markers and warnings within 1.2 s after each scroll", async () => {
    const text = "Words about many things. ".repeat(20);
    const turns = Array.from({ length: ANSWERS }, (_, index) =>
      turn({ id: `a${index}`, html: `<p>${text}</p>${codeBlock(PIPE)}` }),
    );
    const { page, ui } = await at.open(conversation(turns));
    await ui.until((labels) => labels.length > 0);
    await ui.query(WATCH);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const waits: number[] = [];
    for (let round = 1; round <= 4; round++) {
      // each round scrolls to answers whose positions the extension has not measured yet
      await page.evaluate(async (top) => {
        for (let step = 1; step <= 5; step++) {
          scrollTo(0, top + step * 40);
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      }, round * 4_000);
      const times = (): Promise<{ scrolled: number; shown: number } | null> =>
        ui.query("return root.times;");
      await expect.poll(async () => ((await times())?.shown ?? 0) > 0).toBe(true);
      const { scrolled, shown } = (await times())!;
      waits.push(Math.round(shown - scrolled));
    }
    expect(Math.max(...waits), waits.join()).toBeLessThan(1_200);
  });
});
