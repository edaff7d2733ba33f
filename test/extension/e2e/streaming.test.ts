import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { createNodeDetector } from "../../../src/host/node.js";
import { app, bubble, codeBlock, PIPE, turn } from "./support/chat-page.js";
import { marked, type Ui } from "./support/chromium.js";
import { share } from "./support/shared.js";

/** Tests answers that are being written. A command can be copied as soon as it is visible, so the warning must appear soon. */
const FOUND = "This command downloads a script and runs it unseen";

const at = share({ sheet: true, device: true });
let page: Page;
let ui: Ui;

async function open(): Promise<void> {
  ({ page, ui } = await at.open(
    app([bubble("u1", "How?"), turn({ id: "a1", html: "", streaming: true })]),
  ));
}

/** Adds HTML to the end of the answer, and then words until the answer is finished. */
async function write(html: string): Promise<void> {
  await page.evaluate((markup) => {
    const answer = document.querySelector(".result-streaming")!;
    answer.insertAdjacentHTML("beforeend", markup);
    let words = 0;
    const timer = setInterval(() => {
      answer.lastElementChild!.append(` word ${words++}`);
      if (!document.querySelector(".result-streaming")) clearInterval(timer);
    }, 30);
  }, html);
}

const finish = (): Promise<void> =>
  page.evaluate(() =>
    document.querySelector(".result-streaming")!.classList.remove("result-streaming"),
  );

describe("while an answer is being written", () => {
  it("a code block is marked as soon as it is closed, with the warning beside its copy button", async () => {
    await open();
    await write(`<p>Run this:</p>${codeBlock(PIPE)}<p>And then</p>`);
    await expect.poll(() => marked(page), { timeout: 5_000 }).toBe(PIPE);
    await expect
      .poll(() =>
        ui.query<boolean>(
          "const box = root.querySelector('.copy-warning')?.getBoundingClientRect(); return !!box && box.left > 0 && box.top > 0;",
        ),
      )
      .toBe(true);
    expect(await ui.labels()).toEqual([FOUND]);
    expect(await page.evaluate(() => document.querySelector(".result-streaming") !== null)).toBe(
      true,
    );
    // the warning remains visible without interruption until the answer is finished
    await page.evaluate(() => {
      const seen: number[] = [];
      Object.assign(window, { seen });
      const look = (): void => {
        seen.push(CSS.highlights.get("curlew-finding")?.size ?? 0);
        requestAnimationFrame(look);
      };
      look();
    });
    await page.waitForTimeout(600);
    await finish();
    await page.waitForTimeout(1_200);
    await expect.poll(() => marked(page)).toBe(PIPE);
    expect(
      await page.evaluate(() => Math.min(...(window as unknown as { seen: number[] }).seen)),
    ).toBe(1);
  });

  it("a block that is not closed has no state, and a warning in later text is recognized at the end", async () => {
    await open();
    await write(`<p>Never run this:</p>${codeBlock(PIPE)}<p>It is</p>`);
    await page.waitForTimeout(700);
    expect(await marked(page)).toBe("");
    await finish();
    await ui.untilLabel("Nothing found");
  });
});

describe("corpus rows that are rendered like the site's answers and streamed in random pieces", () => {
  const markdown = new MarkdownIt({ html: false });
  markdown.renderer.rules["fence"] = (tokens, index) => {
    const { content, info } = tokens[index]!;
    return codeBlock(content.replace(/\n$/, ""), info.trim().split(/\s+/)[0] || "text");
  };
  const texts = readdirSync("corpora")
    .filter((file) => file.endsWith(".jsonl"))
    .sort()
    .flatMap((file) => readFileSync(path.join("corpora", file), "utf8").split("\n").filter(Boolean))
    .map((line) => (JSON.parse(line) as { text: string }).text);

  it("have the detector's spans as marks, each as soon as its block is closed", async () => {
    const detector = await createNodeDetector({ profile: "extended" });
    const shown = (text: string): string =>
      detector
        .detect(text)
        .spans.map((span) => text.slice(...span))
        .join("")
        .replace(/\s+/g, "");
    // every eighteenth row is used, because each row needs a conversation and many rows are similar
    const rows = texts.filter((_, index) => index % 18 === 0);
    let random = 7;
    const next = (below: number): number => (random = (random * 48_271) % 2_147_483_647) % below;
    await open();
    for (const [index, text] of rows.entries()) {
      // a text without code becomes a code block, which the following neutral sentence closes
      const source = /```|`/.test(text) ? text : `\`\`\`sh\n${text}\n\`\`\``;
      const html = markdown.render(`${source}\n\nThat is all.`);
      const pieces: string[] = [];
      for (let at = 0; at < html.length; ) {
        const length = 20 + next(200);
        pieces.push(html.slice(0, (at += length)));
      }
      await page.evaluate(
        async ({ steps, whole, id }) => {
          document.querySelector(".app-thread")!.innerHTML =
            `<article><div data-message-author-role="assistant" data-message-id="${id}"><div class="markdown result-streaming"></div></div></article>`;
          const answer = document.querySelector(".result-streaming")!;
          for (const step of steps) {
            answer.innerHTML = step;
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
          answer.innerHTML = whole;
        },
        { steps: pieces, whole: html, id: `r${index}` },
      );
      const expected = shown(`${source}\n\nThat is all.`);
      // the block is closed, and the answer is still being written
      await expect
        .poll(async () => (await marked(page)).replace(/\s+/g, ""), {
          timeout: 4_000,
          message: source,
        })
        .toBe(expected);
    }
  });
});
