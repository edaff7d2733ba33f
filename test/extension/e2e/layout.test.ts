import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { app, bubble, codeBlock, conversation, PIPE, turn } from "./support/chat-page.js";
import { covered, marked, markStyle, type Ui } from "./support/chromium.js";
import { share } from "./support/shared.js";

/** Tests that the extension does not cover the controls of the site. */
const FOUND = "This command downloads a script and runs it unseen";
const TURNS = [
  bubble(
    "u1",
    "How do I install it, please? And is there anything I should know before I do that on my laptop?",
  ),
  turn({
    id: "a1",
    html: `<p>Run this:</p>${codeBlock(PIPE)}<p>It takes a moment, and it needs a network.</p>`,
  }),
  bubble("u2", "Another way?"),
  turn({
    id: "a2",
    html: `<p>Yes.</p>${codeBlock("sudo apt-get install tool")}<ul>${"<li>A point to think of before you begin with it.</li>".repeat(12)}</ul>`,
  }),
  bubble("u3", "And the nightly?"),
  turn({
    id: "a3",
    html: `<p>Use <code>${PIPE}</code>, or:</p>${codeBlock(`${PIPE}\necho done`)}`,
  }),
];

const at = share({ sheet: true, everySite: true, device: true });
let page: Page;
let ui: Ui;

interface Opening {
  readonly width?: number;
  readonly height?: number;
  readonly sidebar?: boolean;
  readonly zoom?: number;
  readonly dir?: "ltr" | "rtl";
}

async function open({
  width = 1280,
  height = 800,
  sidebar = true,
  zoom = 1,
  dir = "ltr",
}: Opening = {}): Promise<void> {
  // the zoom is simulated: at 200 %, a window has half as many CSS pixels in each direction
  const size = { width: Math.round(width / zoom), height: Math.round(height / zoom) };
  ({ page, ui } = await at.open(app(TURNS, { sidebar, dir }), { size }));
}

const settle = (): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 30))),
      ),
  );
const scrollTo = async (share: number): Promise<void> => {
  await page.evaluate((at) => {
    const scroller = document.querySelector(".app-scroll")!;
    scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * at;
  }, share);
  await settle();
  // signs are hidden while the page scrolls, so this waits until they are shown again
  await expect
    .poll(() =>
      ui.query<boolean>("return !root.querySelector('.signs').hasAttribute('data-away');"),
    )
    .toBe(true);
};

describe("signs and warnings", () => {
  const SIZES = [
    [1280, 800],
    [1920, 1080],
    [1024, 768],
    [768, 1024],
    [390, 844],
  ] as const;
  it.each(SIZES)(
    "do not cover controls or text of the site at %d × %d, with and without sidebar, at zooms of 1, 1.5 and 2",
    async (width, height) => {
      for (const sidebar of [true, false]) {
        await page?.close();
        await open({ width, height, sidebar });
        await ui.untilLabel(FOUND);
        for (const zoom of [1, 1.5, 2]) {
          await page.setViewportSize({
            width: Math.round(width / zoom),
            height: Math.round(height / zoom),
          });
          for (const share of [0, 0.15, 0.35, 0.6, 1]) {
            await scrollTo(share);
            expect({ sidebar, zoom, share, covered: await covered(page) }).toEqual({
              sidebar,
              zoom,
              share,
              covered: [],
            });
          }
        }
      }
    },
  );

  it.each([
    [1280, 800, 1],
    [1280, 800, 2],
    [390, 844, 1],
  ] as const)("are visible at %d × %d and zoom %d", async (width, height, zoom) => {
    await open({ width, height, zoom });
    await ui.untilLabel(FOUND);
    const seen = (): Promise<boolean | null> =>
      ui.query<boolean>(
        "const box = root.querySelector('.sign').getBoundingClientRect(); return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;",
      );
    await expect.poll(seen).toBe(true);
  });

  it("are beside the copy button and do not cover the text of the block", async () => {
    await open();
    await ui.untilLabel(FOUND);
    await expect
      .poll(() =>
        ui.query<boolean>(
          "const box = root.querySelector('.copy-warning')?.getBoundingClientRect(); return !!box && box.left > 0 && box.right <= innerWidth;",
        ),
      )
      .toBe(true);
    const button = await page.evaluate(
      () => document.querySelector("pre button")!.getBoundingClientRect().left,
    );
    const warning = await ui.query<number>(
      "return root.querySelector('.copy-warning').getBoundingClientRect().right;",
    );
    expect(warning!).toBeLessThanOrEqual(button);
    expect(warning!).toBeGreaterThan(button - 30);
  });

  it("are hidden while the page scrolls, and shown beside their answers afterwards", async () => {
    await open();
    await ui.untilLabel(FOUND);
    const places = (): Promise<number[] | null> =>
      ui.query<number[]>(`
      const all = [...root.querySelectorAll(".sign, .copy-warning")].map((each) => each.getBoundingClientRect());
      return all.filter(({ left, top }) => left >= 0 && left < innerWidth && top >= 0 && top < innerHeight).map(({ top }) => Math.round(top));`);
    await expect.poll(places).not.toEqual([]);
    await page.mouse.move(700, 300);
    await page.evaluate(() => {
      const scroller = document.querySelector(".app-scroll")!;
      Object.assign(window, { scrolling: setInterval(() => (scroller.scrollTop += 2), 16) });
    });
    await expect.poll(places).toEqual([]);
    await page.evaluate(() =>
      clearInterval((window as unknown as { scrolling: number }).scrolling),
    );
    await expect.poll(places).not.toEqual([]);
    const answers = await page.evaluate(() =>
      Array.from(document.querySelectorAll("[data-message-id^=a]"), (each) =>
        each.getBoundingClientRect().toJSON(),
      ),
    );
    for (const top of (await places())!)
      expect(answers.some((box) => top >= box.top - 30 && top <= box.bottom + 30)).toBe(true);
    expect(await covered(page)).toEqual([]);
  });

  it.each(["div", "dialog"])(
    "are below a dialog of the site (%s), and receive no clicks on the dialog",
    async (kind) => {
      await open();
      await ui.untilLabel(FOUND);
      await page.evaluate((tag) => {
        const dialog = document.createElement(tag);
        dialog.innerHTML = "<div><button>Close</button></div>";
        if (tag === "div") dialog.className = "app-dialog";
        else
          dialog.style.cssText = "width: 100vw; height: 100vh; max-width: none; max-height: none";
        document.body.append(dialog);
        if (dialog instanceof HTMLDialogElement) dialog.showModal();
      }, kind);
      await settle();
      const places = await ui.query<[number, number][]>(
        "return [...root.querySelectorAll('.sign, .copy-warning')].map((each) => { const box = each.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }).filter(([x, y]) => x > 0 && y > 0);",
      );
      for (const [x, y] of places ?? [])
        expect(
          await page.evaluate(
            ([left, top]) =>
              document.elementFromPoint(left!, top!)?.hasAttribute("data-curlew") ?? false,
            [x, y],
          ),
        ).toBe(false);
    },
  );

  it("are not printed", async () => {
    await open();
    await ui.untilLabel(FOUND);
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes(PIPE));
    await page.emulateMedia({ media: "print" });
    expect(
      await ui.query<boolean>(
        "return [...root.querySelectorAll('.sign, .panel')].some((each) => each.getClientRects().length > 0);",
      ),
    ).toBe(false);
  });
});

describe("marks", () => {
  it("have a style only in answers with findings", async () => {
    await open();
    await ui.untilLabel(FOUND);
    expect(await markStyle(page, "[data-message-id=a1] pre code span")).toEqual({
      line: "underline",
      color: "rgb(214, 69, 61)",
    });
    expect(await markStyle(page, "[data-message-id=a2] pre code span")).toMatchObject({
      line: "none",
    });
    await page.evaluate(
      (text) => document.querySelector("[data-message-id=a2] p")!.replaceChildren(text),
      PIPE,
    );
    await expect
      .poll(() => markStyle(page, "[data-message-id=a2] pre code span"))
      .toMatchObject({ line: "underline" });
  });

  it("have the same style at any position on a site whose answers have no identifiers", async () => {
    const answer = (code: string): string =>
      `<div data-test-render-count="1"><div data-is-streaming="false"><div class="font-claude-response"><pre><code>${code}</code></pre></div></div></div>`;
    ({ page, ui } = await at.open(conversation([answer(PIPE), answer("ls")]), {
      url: "https://claude.ai/chat/1",
    }));
    await ui.untilLabel(FOUND);
    const lines = (): Promise<string[]> =>
      Promise.all(
        [1, 2].map(
          async (place) =>
            (await markStyle(page, `[data-test-render-count]:nth-of-type(${place}) code`)).line,
        ),
      );
    await expect.poll(lines).toEqual(["underline", "none"]);
    await page.evaluate(
      (html) => document.querySelector("main")!.insertAdjacentHTML("afterbegin", html),
      answer("pwd"),
    );
    await expect
      .poll(
        async () => (await markStyle(page, "[data-test-render-count]:nth-of-type(2) code")).line,
      )
      .toBe("underline");
  });

  it("of an answer that becomes visible during scrolling are shown when scrolling has ended", async () => {
    ({ page, ui } = await at.open(
      app([
        TURNS[1]!,
        bubble("u8", "Words and words. ".repeat(2_000)),
        turn({ id: "a9", html: codeBlock(PIPE) }),
      ]),
      { url: "https://chatgpt.com/c/3" },
    ));
    await ui.untilLabel(FOUND);
    expect(await markStyle(page, "[data-message-id=a9] code")).toMatchObject({ line: "none" });
    await scrollTo(1);
    await expect.poll(() => marked(page)).toBe(PIPE);
    expect(await markStyle(page, "[data-message-id=a9] code")).toMatchObject({ line: "underline" });
  });
});

describe("the sheet", () => {
  it.each([
    [1280, 800, 1],
    [1280, 800, 2],
    [390, 844, 1],
  ] as const)(
    "does not cover the command to which it scrolls at %d × %d and zoom %d",
    async (width, height, zoom) => {
      await open({ width, height, zoom });
      await ui.untilLabel(FOUND);
      await scrollTo(1);
      await ui.until((labels) => labels.at(-1)?.startsWith("2 commands") === true);
      await ui.query(
        "const signs = root.querySelectorAll('.sign'); signs[signs.length - 1].focus(); return true;",
      );
      await page.keyboard.press("Enter");
      await ui.untilPanel((text) => text.includes("echo done") || text.includes(PIPE));
      await ui.click(".finding .action", 0);
      const isFree = (): Promise<boolean> =>
        page.evaluate(() => {
          const [range] = [...(CSS.highlights.get("curlew-current") ?? [])];
          if (range === undefined) return false;
          const live = new Range();
          live.setStart(range.startContainer, range.startOffset);
          live.setEnd(range.endContainer, range.startOffset + 4);
          const box = live.getBoundingClientRect();
          const top = document.elementFromPoint(box.left + 2, (box.top + box.bottom) / 2);
          return top !== null && top.closest("[data-message-id]") !== null;
        });
      await expect.poll(isFree).toBe(true);
    },
  );

  it("is closed by Escape even if the focus is in a text field of the page", async () => {
    await open();
    await ui.untilLabel(FOUND);
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes(PIPE));
    await page.click("textarea");
    await page.keyboard.press("Escape");
    await expect.poll(() => ui.panelText()).toBeNull();
  });
});

describe("a right-to-left page", () => {
  it("shows the evidence in left-to-right order", async () => {
    const command = 'bash -c "$(curl -fsSL https://get.example.org/install.sh)"';
    ({ page, ui } = await at.open(
      app([turn({ id: "a1", html: `<p>شغّل هذا:</p>${codeBlock(command)}` })], {
        dir: "rtl",
        lang: "ar",
      }),
      { url: "https://chatgpt.com/c/2" },
    ));
    await ui.untilLabel(FOUND);
    expect(await marked(page)).toBe(command);
    // the sign is on the right, where the lines begin
    const answer = await page.evaluate(
      () => document.querySelector("[data-message-id=a1]")!.getBoundingClientRect().right,
    );
    await expect
      .poll(() =>
        ui.query<number>("return root.querySelector('.sign').getBoundingClientRect().left;"),
      )
      .toBeGreaterThanOrEqual(answer);
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes(command));
    // each character is to the right of the previous one or begins a new line
    const isInOrder = await ui.query<boolean>(`
      const node = root.querySelector(".finding pre").firstChild;
      const boxes = Array.from(node.data, (_, index) => { const range = new Range(); range.setStart(node, index); range.setEnd(node, index + 1); return range.getBoundingClientRect(); });
      return boxes.every((box, index) => index === 0 || box.left >= boxes[index - 1].left || box.top > boxes[index - 1].top);`);
    expect(isInOrder).toBe(true);
    expect(
      await ui.query<string>("return getComputedStyle(root.querySelector('.panel')).direction;"),
    ).toBe("ltr");
  });
});

describe("a page that interferes with the extension", () => {
  it("cannot hide the extension with a style rule for its outermost elements", async () => {
    await open();
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        "html > div, html > :not(head, body) { display: none !important; visibility: hidden !important; opacity: 0 !important; direction: rtl !important }",
      );
      document.adoptedStyleSheets = [sheet];
    });
    await ui.untilLabel(FOUND);
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes(PIPE));
  });

  it("gets the element of the extension again after it has removed this element", async () => {
    await open();
    await ui.untilLabel(FOUND);
    await page.evaluate(() => document.querySelector("[data-curlew]")!.remove());
    await ui.untilLabel(FOUND);
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes(PIPE));
  });
});
