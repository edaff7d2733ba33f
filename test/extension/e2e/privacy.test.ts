import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ORIGIN } from "./support/chromium.js";
import { startFakeGateway, type FakeGateway } from "./support/gateway.js";
import { codeBlock, conversation, PIPE, turn } from "./support/chat-page.js";
import { share } from "./support/shared.js";

const TOKEN = "clw_a-token-that-nobody-else-may-see";

// all connections except those to the loopback address use the proxy, which records them
const at = share({
  before: ({ proxyPort }) => ({
    args: [
      `--proxy-server=http://127.0.0.1:${proxyPort}`,
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ],
  }),
});
const PAGE = conversation([turn({ id: "a1", html: `<p>Run this:</p>${codeBlock(PIPE)}` })]);
let fakeGateway: FakeGateway;

beforeAll(async () => {
  fakeGateway = await startFakeGateway();
});
afterAll(() => fakeGateway.close());
beforeEach(() => {
  fakeGateway.texts.length = fakeGateway.headers.length = 0;
  at.site.connects.length = at.site.requests.length = 0;
});

async function enterToken(): Promise<string> {
  const options = await at.browser.options();
  const said: string[] = [];
  options.on("console", (message) => said.push(message.text()));
  await options.fill("#address", fakeGateway.address);
  await options.click("#address-form button");
  await options.waitForSelector("#address-result[data-tone=ok]");
  await options.fill("#token", TOKEN);
  await options.click("#token-form button[type=submit]");
  await options.waitForSelector("#token-result[data-tone=ok]");
  const shown =
    (await options.content()) +
    (await options.evaluate(() =>
      [...document.querySelectorAll("input")].map((input) => input.value).join(),
    )) +
    said.join();
  await options.close();
  return shown;
}

/** Matches hosts to which the browser connects even without an extension. The proxy blocks these connections. */
const BROWSERS_OWN = /(^|\.)(google|googleapis|gvt1)\.com:443$/;

/** Returns the connections and requests that neither the tested page nor the browser itself causes. */
function foreign(): { connects: string[]; requests: string[] } {
  const own = new Set(["GET /c/1", "GET /site.css", "GET /favicon.ico"]);
  return {
    connects: at.site.connects.filter(
      (host) => host !== "chatgpt.com:443" && !BROWSERS_OWN.test(host),
    ),
    requests: at.site.requests.filter((request) => !own.has(request)),
  };
}

describe("the data that leaves the browser", () => {
  it("is not sent anywhere if the evaluation is on this device", async () => {
    await at.browser.useDevice();
    const { page, ui } = await at.open(PAGE);
    await ui.untilLabel("This command downloads a script and runs it unseen");
    await ui.openEvidence();
    await page.waitForTimeout(1_000);
    expect(foreign()).toEqual({ connects: [], requests: [] });
    expect(fakeGateway.texts).toEqual([]);
  });

  it("is sent only to the configured URL if a gateway evaluates it", async () => {
    await enterToken();
    const { page, ui } = await at.open(PAGE);
    await ui.untilLabel("Nothing found");
    await page.waitForTimeout(1_000);
    expect(foreign()).toEqual({ connects: [], requests: [] });
    expect(fakeGateway.texts).toEqual([`Run this:\n\n\`\`\`bash\n${PIPE}\n\`\`\``]);
    expect(fakeGateway.headers[0]?.authorization).toBe(`Bearer ${TOKEN}`);
  });

  it("cannot be sent to any other URL, because the browser blocks the request", async () => {
    const page = await at.browser.options();
    const refused = await page.evaluate(() =>
      Promise.all(
        ["https://example.org/", "http://localhost:1/", "https://127.0.0.1/"].map((url) =>
          fetch(url).then(
            () => "sent",
            () => "refused",
          ),
        ),
      ),
    );
    expect(refused).toEqual(["refused", "refused", "refused"]);
    expect(foreign().connects).toEqual([]);
  });
});

describe("the token", () => {
  it("is never shown again", async () => {
    expect(await enterToken()).not.toContain(TOKEN);
    const options = await at.browser.options();
    expect(await options.getAttribute("#token", "type")).toBe("password");
    await expect.poll(() => options.textContent("#token-state")).toBe("A token is stored.");
    expect(await options.content()).not.toContain(TOKEN);
    expect(await options.inputValue("#token")).toBe("");
  });

  it("is not accessible to content scripts and pages", async () => {
    await enterToken();
    const { page, ui } = await at.open(PAGE);
    await ui.untilLabel("Nothing found");
    // tries each way of access in the isolated world of the content script
    const session = await at.browser.context.newCDPSession(page);
    const worlds: { id: number; origin: string }[] = [];
    session.on("Runtime.executionContextCreated", ({ context }) => worlds.push(context));
    await session.send("Runtime.enable");
    const contextId = worlds.find((each) => each.origin === ORIGIN)?.id ?? 0;
    const { result } = await session.send("Runtime.evaluate", {
      contextId,
      awaitPromise: true,
      returnByValue: true,
      expression: `Promise.all([
        chrome.storage.local.get(null).then(JSON.stringify, (error) => "refused: " + error.message),
        indexedDB.databases().then(JSON.stringify),
        ...["get-token", "token", "settings", "check", "settings-changed"].map((type) => chrome.runtime.sendMessage({ type }).then(JSON.stringify)),
        fetch(${JSON.stringify(ORIGIN)} + "/options.html").then(() => "read", () => "refused"),
      ])`,
    });
    const [storage, databases, ...rest] = result.value as string[];
    expect(storage).toMatch(/^refused/);
    expect(databases).toBe("[]");
    expect(rest).toEqual([...Array<string>(5).fill('{"status":"refused"}'), "refused"]);
    expect(JSON.stringify(result.value)).not.toContain(TOKEN);
    // the page has no access to the extension
    expect(
      await page.evaluate(
        () => typeof (globalThis as { chrome?: { runtime?: unknown } }).chrome?.runtime,
      ),
    ).toBe("undefined");
    expect(
      await page.evaluate(
        (origin) =>
          fetch(`${origin}/manifest.json`).then(
            () => "read",
            () => "refused",
          ),
        ORIGIN,
      ),
    ).toBe("refused");
  });

  it("is deleted from the storage when it is removed in the options", async () => {
    await enterToken();
    const options = await at.browser.options();
    await options.click("#remove-token");
    await expect.poll(() => options.textContent("#token-state")).toBe("No token is stored.");
    const { ui } = await at.open(PAGE);
    await ui.untilLabel("Unavailable: not set up yet");
    expect(fakeGateway.texts).toEqual([]);
  });
});
