import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { codeBlock, conversation, PIPE, question, turn } from "./support/chat-page.js";
import {
  EXTENSION,
  highlighted,
  launch,
  marked,
  ORIGIN,
  Ui,
  type Browser,
} from "./support/chromium.js";
import { share, type Opened } from "./support/shared.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TURNS = [
  question("u1", "How?"),
  turn({ id: "a1", html: `<p>Run this:</p>${codeBlock(PIPE)}` }),
  turn({ id: "a2", html: `<p>Or <code>${PIPE}</code></p>` }),
  turn({ id: "a3", html: "<p>Bye</p>" }),
];

const at = share({ sheet: true });

async function open({
  size,
}: {
  readonly size?: { readonly width: number; readonly height: number };
} = {}): Promise<Opened> {
  await at.browser.useDevice();
  return at.open(conversation(TURNS), size === undefined ? {} : { size });
}

const FOUND = "This command downloads a script and runs it unseen";
const settled = (labels: readonly string[]): boolean =>
  labels.length === 3 && labels[0] === FOUND && labels[2] === "Nothing found";

interface AxeResult {
  readonly passes: number;
  readonly violations: readonly string[];
}

const summarize =
  "(result) => ({ passes: result.passes.length, violations: result.violations.map((each) => each.id + ': ' + each.nodes.map((node) => node.html).join(' ')) })";

async function audit(page: Page): Promise<AxeResult> {
  // The policy of the pages forbids inline scripts, so axe is evaluated through the debugger.
  await page.evaluate(AXE);
  return page.evaluate(`axe.run(document).then(${summarize})`);
}

describe("the extension's own pages", () => {
  it.each(["light", "dark"] as const)(
    "have no accessibility violations in the %s theme",
    async (colorScheme) => {
      for (const name of ["options", "popup", "welcome", "privacy", "panel"]) {
        const page = await at.browser.context.newPage();
        await page.emulateMedia({ colorScheme });
        await page.goto(`${ORIGIN}/${name}.html`);
        if (name === "popup")
          await expect.poll(() => page.textContent("#mode")).toBe("not chosen yet");
        if (name === "options")
          await expect.poll(() => page.textContent("#token-state")).toContain("No token");
        if (name === "panel") await page.waitForSelector("#empty:not([hidden])");
        if (name === "welcome") await page.click("#try");
        if (name === "welcome") await page.waitForSelector(".panel .action");
        const result = await audit(page);
        expect(result.violations).toEqual([]);
        expect(result.passes).toBeGreaterThan(10);
        expect(await page.evaluate("document.documentElement.dataset.theme")).toBe(colorScheme);
      }
    },
  );

  it("allow the mode, the address and the token to be set with the keyboard alone", async () => {
    const page = await at.browser.options();
    await page.keyboard.press("Tab");
    // no mode is chosen yet, so the first option has the focus
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("mode-device");
    await page.keyboard.press("Space");
    await page.waitForSelector("#mode-result[data-tone=ok]");
    expect(await page.isChecked("#mode-device")).toBe(true);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.id")).toBe("check");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#check-result[data-tone=ok]");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.id")).toBe("profile-extended");
    const path: unknown[] = [];
    for (let presses = 0; presses < 5; presses++) {
      await page.keyboard.press("Tab");
      path.push(await page.evaluate("document.activeElement.id"));
    }
    expect(path).toEqual(["sign-dot", "site-claude", "site-gemini", "site-copilot", "address"]);
    expect(await page.evaluate("document.activeElement.id")).toBe("address");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("http://localhost:1");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#address-result[data-tone=danger]");
    expect(await page.textContent("#address-result")).toContain("127.0.0.1");
    expect(await page.evaluate("document.activeElement.id")).toBe("address");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.id")).toBe("token");
    await page.keyboard.type("a-good-token");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#token-result[data-tone=ok]");
    expect(await page.inputValue("#token")).toBe("");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.id")).toBe("remove-token");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.textContent("#token-state")).toBe("No token is stored.");
  });
});

describe("badge and panel", () => {
  it("have no accessibility violations", async () => {
    const { page, ui } = await open();
    await ui.until(settled);
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes("Details of this check"));
    await ui.unfold();
    const result = await auditShadow(page, ui);
    expect(result.violations).toEqual([]);
    expect(result.passes).toBeGreaterThan(10);
  });

  it("can be used with the keyboard alone", async () => {
    const { page, ui } = await open();
    await ui.until(settled);
    const focus = (): Promise<string | null> =>
      ui.query<string>(
        "return root.activeElement?.className ?? root.activeElement?.tagName ?? '';",
      );
    const name = (): Promise<string | null> =>
      ui.query<string>(
        "return root.activeElement?.getAttribute('aria-label') ?? root.activeElement?.textContent ?? '';",
      );
    // Moves the focus past the page's own controls to the first badge.
    for (
      let presses = 0;
      presses < 20 && !(await name())?.startsWith("curlew, answer 1 of 3");
      presses++
    )
      await page.keyboard.press("Tab");
    expect(await name()).toBe(`curlew, answer 1 of 3: ${FOUND}`);
    await page.keyboard.press("Enter");
    await expect.poll(name).toBe(FOUND);
    expect(
      await ui.query<string>("return root.querySelector('.sign').getAttribute('aria-expanded');"),
    ).toBe("true");
    const path: (string | null)[] = [];
    for (let presses = 0; presses < 10; presses++) {
      await page.keyboard.press("Tab");
      path.push((await focus()) === "scroll" ? "(what it holds)" : await name());
    }
    expect(path).toEqual([
      "Close",
      "(what it holds)",
      "Show in the answer",
      "Copy: Download it",
      "Copy: Look at what would run",
      "Copy: Compare with the publisher’s checksum",
      "Copy: Run it, if you are satisfied",
      "Do you know this address?",
      "Why this is risky",
      "Details of this check",
    ]);
    await page.keyboard.press("Enter");
    for (let presses = 0; presses < 7; presses++) await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    expect(await highlighted(page, "curlew-current")).toBe(PIPE);
    await page.keyboard.press("Escape");
    expect(await ui.panelText()).toBeNull();
    expect(await name()).toBe(`curlew, answer 1 of 3: ${FOUND}`);
    expect(await page.evaluate(() => CSS.highlights.has("curlew-current"))).toBe(false);
    await page.keyboard.press("Tab");
    expect(await focus()).toBe("copy-warning");
    await page.keyboard.press("Tab");
    expect(await name()).toBe(`curlew, answer 2 of 3: ${FOUND}`);
  });

  it("have a visible focus", async () => {
    const { page, ui } = await open();
    await ui.until(settled);
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press("Tab");
      if ((await ui.query<string>("return root.activeElement?.className ?? '';")) === "sign") break;
    }
    expect(
      await ui.query<string>(
        "const style = getComputedStyle(root.activeElement); return style.outlineStyle + ' ' + style.outlineWidth;",
      ),
    ).toBe("solid 2px");
  });

  it("announce findings once, not every state", async () => {
    await at.browser.useDevice();
    const { page, ui } = await at.open(conversation(TURNS.slice(0, 1)));
    const listen =
      "root.said = []; new MutationObserver(() => root.said.push(root.querySelector('.live').textContent)).observe(root.querySelector('.live'), { childList: true, characterData: true, subtree: true }); return true;";
    // the answers are added only after the observer is set up, because on a busy machine it could otherwise miss an announcement
    await expect.poll(() => ui.query<boolean>(listen)).toBe(true);
    await page.evaluate(
      (html) => document.querySelector("main")!.insertAdjacentHTML("beforeend", html),
      TURNS.slice(1).join(""),
    );
    const BOTH = "curlew: 2 answers on this page contain commands that run unseen code.";
    const said = async (): Promise<string[]> =>
      (await ui.query<string[]>("return root.said.filter((text) => text !== '');")) ?? [];
    await expect.poll(said).toContain(BOTH);
    await ui.until(settled);
    // the announcement is removed afterwards, and no other one follows
    await expect.poll(() => ui.query("return root.querySelector('.live').textContent;")).toBe("");
    const ONE = "curlew: an answer on this page contains a command that runs unseen code.";
    // the first finding is announced alone if the second one takes longer than announcements are collected
    expect([[BOTH], [ONE, BOTH]]).toContainEqual(await said());
    expect(
      await ui.query<string>("return root.querySelector('.live').getAttribute('aria-live');"),
    ).toBe("polite");
  });

  it("do not respond to events that a script of the page causes", async () => {
    const { ui } = await open();
    await ui.until(settled);
    await ui.query("root.querySelector('.sign').click(); return true;");
    expect(await ui.panelText()).toBeNull();
  });

  it("scroll to the finding if the warning beside its copy button is clicked, and do not affect this button", async () => {
    const { page, ui } = await open();
    await ui.until(settled);
    await expect
      .poll(() =>
        ui.query<boolean>(
          "const all = root.querySelectorAll('.copy-warning'); return all.length === 1 && all[0].getBoundingClientRect().left > 0;",
        ),
      )
      .toBe(true);
    const warning = await ui.query<{ left: number; right: number; top: number }>(
      "const { left, right, top } = root.querySelector('.copy-warning').getBoundingClientRect(); return { left, right, top };",
    );
    const button = await page.evaluate(() => {
      const { left, right, top, bottom } = document
        .querySelector("pre button")!
        .getBoundingClientRect();
      return {
        left,
        right,
        top,
        bottom,
        hit: document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.tagName,
      };
    });
    expect(button.hit).toBe("BUTTON");
    expect(warning!.right).toBeLessThanOrEqual(button.left);
    expect(warning!.top).toBeGreaterThan(button.top - 20);
    await ui.click(".copy-warning");
    await ui.untilPanel((text) => text.includes(PIPE));
    expect(await marked(page)).toContain(PIPE);
  });

  it("have no animations if reduced motion is preferred", async () => {
    const { page, ui } = await open();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await ui.until(settled);
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes(PIPE));
    expect(
      await ui.query<string>(
        "return getComputedStyle(root.querySelector('.panel')).animationName;",
      ),
    ).toBe("none");
  });

  it("use the site's theme", async () => {
    const { page, ui } = await open();
    await ui.until(settled);
    const paper = (): Promise<string | null> =>
      ui.query<string>(
        "return getComputedStyle(root.querySelector('.copy-warning')).backgroundColor;",
      );
    expect(await paper()).toBe("rgb(255, 255, 255)");
    await page.evaluate(() => (document.documentElement.className = "dark"));
    await expect.poll(paper).toBe("rgb(32, 35, 39)");
  });

  it("fit the window at 200 % zoom", async () => {
    // At a zoom of 200 %, a window of 1280 pixels shows 640 CSS pixels.
    const { page, ui } = await open({ size: { width: 640, height: 400 } });
    await ui.until(settled);
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes(PIPE));
    const fits = await ui.query<boolean>(
      "return [...root.querySelectorAll('.sign, .panel, .panel button')].every((each) => { const box = each.getBoundingClientRect(); return box.left < 0 || box.right <= innerWidth; }) && root.querySelector('.scroll').scrollWidth <= root.querySelector('.scroll').clientWidth;",
    );
    expect(fits).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
  });

  it("are in German if the language of the browser is German", async () => {
    // A browser without the German language pack does not use the German texts, so they replace the English ones here.
    const german = mkdtempSync(path.join(tmpdir(), "curlew-german-"));
    let browser: Browser | undefined;
    try {
      cpSync(EXTENSION, german, { recursive: true });
      rmSync(path.join(german, "_locales/en"), { recursive: true });
      const manifest = path.join(german, "manifest.json");
      writeFileSync(
        manifest,
        JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), default_locale: "de" }),
      );
      browser = await launch(at.site, { sheet: true, extension: german });
      at.site.pages.set("/c/1", conversation(TURNS));
      const page = await browser.context.newPage();
      await page.goto("https://chatgpt.com/c/1");
      const ui = await Ui.of(page);
      await ui.until((labels) => labels[0] === "Nicht verfügbar: noch nicht eingerichtet");
      await ui.openEvidence();
      await ui.untilPanel((text) => text.includes("Auf diesem Gerät prüfen"));
      const options = await browser.options();
      expect(await options.title()).toBe("curlew-Einstellungen");
    } finally {
      await browser?.close();
      rmSync(german, { recursive: true, force: true });
    }
  });
});

/** Runs axe in the isolated world of the content script, which has access to the shadow root. */
async function auditShadow(page: Page, ui: Ui): Promise<AxeResult> {
  const session = await page.context().newCDPSession(page);
  const worlds: { id: number; origin: string; auxData?: { type?: string } }[] = [];
  session.on("Runtime.executionContextCreated", ({ context }) => worlds.push(context));
  await session.send("Runtime.enable");
  const world = worlds.find((each) => each.origin === ORIGIN);
  if (world === undefined) throw new Error("no world of the content script");
  const backendNodeId = (await ui.rootId()) ?? 0;
  await session.send("Runtime.evaluate", { expression: AXE, contextId: world.id });
  await session.send("DOM.getDocument", { depth: 0 });
  const { object } = await session.send("DOM.resolveNode", {
    backendNodeId,
    executionContextId: world.id,
  });
  const { result } = await session.send("Runtime.callFunctionOn", {
    objectId: object.objectId ?? "",
    functionDeclaration: `function () { Object.defineProperty(this.host, 'shadowRoot', { value: this }); return axe.run(this.host).then(${summarize}); }`,
    awaitPromise: true,
    returnByValue: true,
  });
  return result.value as AxeResult;
}
