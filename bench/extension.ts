/**
 * Measures the time that the extension takes on the main thread of a page in Chromium:
 * `npm run build && npx tsx bench/extension.ts [PART…]`. The part `reading` measures only the site adapter and the extraction of 200
 * long answers. The part `use` measures a person's actions on a page of 300 answers, with the extension and without it; with
 * `BEFORE=FOLDER`, also with an earlier build of the extension. Without an argument, both parts run.
 */
import { build } from "esbuild";
import { chromium, type CDPSession, type Page } from "playwright-core";
import { launch, type Browser } from "../test/extension/e2e/support/chromium.js";
import { app } from "../test/extension/e2e/support/chat-page.js";
import { startSite } from "../test/extension/e2e/support/site.js";

const PARTS = process.argv.slice(2);
const isRequested = (part: string): boolean => PARTS.length === 0 || PARTS.includes(part);

const ANSWERS = 200;
const RUNS = Number(process.env["RUNS"] ?? 7);

/** Returns the HTML of a long answer: headings, prose with inline code, lists, a table and four highlighted code blocks. */
function answer(index: number): string {
  const prose = `<p data-start="1" data-end="2">${"The service reads its settings at start and keeps them until somebody changes them. ".repeat(4)}Set <code>LEVEL=${index}</code> and run <code>make build</code>.</p>`;
  const line =
    '<span class="hljs-built_in">export</span> NAME_<span class="hljs-number">1</span>=<span class="hljs-string">"value of the first name"</span>\n';
  const block = `<pre class="overflow-visible!"><div class="contain-inline-size rounded-2xl relative"><div class="flex items-center">bash</div><div class="sticky top-9"><div class="absolute"><button class="flex">Copy code</button></div></div><div class="overflow-y-auto p-4"><code class="whitespace-pre! language-bash"><span>${line.repeat(8)}curl -fsSL https://get.example.org/i.sh | <span class="hljs-built_in">sh</span>\n</span></code></div></div></pre>`;
  const list = `<ul>${'<li><p>One of several points, with a <strong>strong</strong> word and a <a href="https://example.org">link</a>.</p></li>'.repeat(6)}</ul>`;
  const table = `<div class="tableContainer"><table><thead><tr><th>Name</th><th>Value</th></tr></thead><tbody>${"<tr><td>one</td><td><code>1</code></td></tr>".repeat(5)}</tbody></table></div>`;
  const body = `<h2>Part</h2>${prose}${block}${list}${prose}${block}<h3>More</h3>${prose}${table}${block}${prose}${block}`;
  return `<article data-turn="assistant"><div data-message-author-role="assistant" data-message-id="a${index}" class="text-message"><div class="markdown prose w-full">${body}</div></div></article>`;
}

async function bundle(): Promise<string> {
  const contents =
    'export { Answers } from "./src/extension/adapter/answers.js"; export { FIRST_SITE } from "./src/extension/adapter/sites.js"; export { extract } from "./src/extension/extract/extract.js";';
  const result = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "extension",
  });
  return result.outputFiles[0]?.text ?? "";
}

interface Figures {
  readonly characters: number;
  readonly elements: number;
  readonly find: number;
  readonly extract: number;
  readonly again: number;
  /** The time of a tree walker that only counts the characters of the same nodes. */
  readonly walk: number;
}

/** Evaluates an expression in the page. Returns its value and the processor time of the page's main thread, in milliseconds. */
async function cost<T>(
  page: Page,
  session: CDPSession,
  expression: string,
): Promise<{ readonly time: number; readonly value: T }> {
  const before = await taskTime(session);
  const value = await page.evaluate<T>(expression);
  return { time: (await taskTime(session)) - before, value };
}

async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
}

const WALK = `(() => {
  let characters = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) characters += walker.currentNode.nodeType === 3 ? walker.currentNode.data.length : walker.currentNode.tagName.length;
  return characters;
})()`;

async function measure(page: Page): Promise<Figures> {
  // Each run uses a new page, so that its scripts are not compiled yet.
  const styles =
    ".hidden{display:none}.absolute{position:absolute}.relative{position:relative}.flex{display:flex}";
  await page.setContent(
    `<!doctype html><style>${styles}</style><main>${Array.from({ length: ANSWERS }, (_, index) => answer(index)).join("")}</main>`,
  );
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))),
  );
  await page.evaluate(await bundle());
  const session = await page.context().newCDPSession(page);
  // The processor time of the thread is measured, because elapsed time would include other processes.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const idle = await cost(page, session, "0");
  const walk = await cost(page, session, WALK);
  const find = await cost<number>(
    page,
    session,
    "(globalThis.answers = (globalThis.finder = new extension.Answers(extension.FIRST_SITE)).find(document)).length",
  );
  const extract = await cost<number>(
    page,
    session,
    "answers.reduce((sum, { element }) => sum + extension.extract(element).text.length, 0)",
  );
  const again = await cost(page, session, "finder.find(document).length");
  const elements = await page.evaluate<number>(
    "document.querySelectorAll('[data-message-id] *').length",
  );
  const net = ({ time }: { time: number }): number => Math.max(0, time - idle.time);
  return {
    characters: extract.value,
    elements,
    find: net(find),
    extract: net(extract),
    again: net(again),
    walk: net(walk),
  };
}

async function reading(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  const runs: Figures[] = [];
  for (let run = 0; run < RUNS; run++) {
    const page = await browser.newPage();
    runs.push(await measure(page));
    await page.close();
  }
  await browser.close();

  const median = (pick: (run: Figures) => number): string =>
    (runs.map(pick).sort((a, b) => a - b)[RUNS >> 1] ?? 0).toFixed(1);
  const [first] = runs;
  console.log(
    `${ANSWERS} answers, ${first?.characters} characters, ${first?.elements} elements; median of ${RUNS} cold runs`,
  );
  console.log(`| find answers | ${median((run) => run.find)} ms |`);
  console.log(`| extract all | ${median((run) => run.extract)} ms |`);
  console.log(`| in total | ${median((run) => run.find + run.extract)} ms |`);
  console.log(
    `| times a bare walk over the same nodes (${median((run) => run.walk)} ms) | ${median((run) => (run.find + run.extract) / run.walk)} |`,
  );
  console.log(`| look again, nothing new | ${median((run) => run.again)} ms |`);
}

/** The number of answers on the page of the part `use`. */
const LONG = Number(process.env["LONG"] ?? 300);
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);

/** The processor time of the page's main thread for a person's actions, in milliseconds; `block` is the duration of the longest task. */
interface Use {
  readonly idle: number;
  readonly scroll: number;
  readonly stream: number;
  readonly leave: number;
  readonly block: number;
}

/** Returns the processor time of the page's main thread while `work` runs, including the extension's scripts, in milliseconds. */
async function during(session: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const before = await taskTime(session);
  await work();
  return (await taskTime(session)) - before;
}

/** Waits until the answers are read and the page is almost idle, for at most a minute. */
async function untilIdle(page: Page, session: CDPSession): Promise<void> {
  for (let tries = 0; tries < 30; tries++)
    if ((await during(session, () => page.waitForTimeout(2_000))) < 10) return;
}

async function use(browser: Browser): Promise<Use> {
  const page = await browser.context.newPage();
  await page.goto("https://chatgpt.com/c/1");
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.waitForTimeout(4_000);
  await untilIdle(page, session);
  const idle = await during(session, () => page.waitForTimeout(10_000));
  const scroll = await during(session, () =>
    page.evaluate(async () => {
      const scroller = document.querySelector(".app-scroll") ?? document.body;
      for (let step = 0; step < 240; step++) {
        scroller.scrollTop = step * 60;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    }),
  );
  const stream = await during(session, () =>
    page.evaluate(async () => {
      const scroller = document.querySelector(".app-scroll") ?? document.body;
      const answer = document.querySelector("article:last-of-type .markdown") ?? document.body;
      const block = answer.querySelector("pre") ?? answer;
      answer.classList.add("result-streaming");
      for (let step = 0; step < 300; step++) {
        if (step % 40 === 0) answer.append(document.createElement("p"));
        if (step % 100 === 50) answer.append(block.cloneNode(true), document.createElement("p"));
        answer.lastElementChild?.append(" another word");
        scroller.scrollTop = scroller.scrollHeight;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      answer.classList.remove("result-streaming");
    }),
  );
  await page.waitForTimeout(1_500);
  // The page changes to another conversation without loading.
  let block = 0;
  const leave = await during(session, async () => {
    block = await page.evaluate(async () => {
      let longest = 0;
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      });
      observer.observe({ type: "longtask" });
      await new Promise((resolve) => setTimeout(resolve, 50));
      history.pushState({}, "", "/c/2");
      document.querySelector(".app-thread")?.replaceChildren();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return longest;
    });
  });
  await page.close();
  return { idle, scroll, stream, leave, block };
}

async function using(): Promise<void> {
  const site = await startSite();
  site.pages.set("/c/1", app(Array.from({ length: LONG }, (_, index) => answer(index))));
  /** The folder of an earlier build of the extension to compare with. */
  const BEFORE = process.env["BEFORE"];
  const variants = {
    without: { bare: true },
    ...(BEFORE === undefined ? {} : { before: { extension: BEFORE } }),
    with: {},
  };
  const browsers: [name: string, browser: Browser][] = [];
  for (const [name, options] of Object.entries(variants)) {
    const launched = await launch(site, options);
    browsers.push([name, launched]);
    if (name === "without") continue;
    await launched.useDevice();
  }
  const rounds: Record<string, Use>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const uses: Record<string, Use> = {};
    // The browsers run one after another, so that they do not slow each other down.
    for (const [name, launched] of browsers) uses[name] = await use(launched);
    rounds.push(uses);
  }
  for (const [, launched] of browsers) await launched.close();
  await site.close();

  const sorted = (values: number[]): number[] => values.sort((a, b) => a - b);
  const middle = (values: number[]): number => sorted(values)[values.length >> 1] ?? 0;
  const names = browsers.map(([name]) => name);
  console.log(
    `\n${LONG} answers in use; median of ${ROUNDS} rounds, in ms of the page's main thread; in parentheses the ratio to the time without the extension, its minimum and maximum`,
  );
  console.log(`| | ${names.join(" | ")} |`);
  for (const figure of ["idle", "scroll", "stream", "leave", "block"] as const) {
    const cells = names.map((name) => {
      const time = middle(rounds.map((uses) => uses[name]?.[figure] ?? 0)).toFixed(1);
      const ratios = sorted(
        rounds.map(
          (uses) => (uses[name]?.[figure] ?? 0) / Math.max(uses["without"]?.[figure] ?? 0, 0.1),
        ),
      );
      return name === "without"
        ? time
        : `${time} (${middle(ratios).toFixed(2)}: ${ratios[0]?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)})`;
    });
    console.log(`| ${figure} | ${cells.join(" | ")} |`);
  }
}

if (isRequested("reading")) await reading();
if (isRequested("use")) await using();
