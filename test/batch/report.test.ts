import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { readFileSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";
import axe from "axe-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { families } from "../../bench/hostile-families.js";
import { BAD, folderWith, row, runHere } from "./predictions.js";

/** Texts that would change the page or execute code in it if they were not escaped. */
const HOSTILE = [
  `<script>document.title = "taken"</script> ${BAD}`,
  `</script><script>window.taken = 1</script> ${BAD}`,
  `<!--<script> ${BAD} --> <img src=x onerror="window.taken = 1">`,
  `"><svg/onload=window.taken=1> ${BAD} javascript:window.taken=1`,
  `]]></style><style>body{display:none}</style> ${BAD}`,
  `<iframe src="https://evil.example"></iframe><base href="https://evil.example/"><form action="https://evil.example"><button>Go</button></form> ${BAD}`,
  `\u202Egnp.hs\u2028 \u0000\u001b[2J \uD800 ${BAD} \u2066x`,
  `{{constructor.constructor("window.taken=1")()}} \${window.taken=1} ${BAD}`,
  ...Object.values(families).map((family) => `${BAD}\n${family(1_500)}`),
  `${BAD.replace("x.example", "<b>x</b>.example")}`,
];

let browser: Browser;
let page: Page;
let requests: string[];
let errors: string[];
let cwd: string;

async function open(name: string): Promise<void> {
  page = await browser.newPage();
  requests = [];
  errors = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(pathToFileURL(join(cwd, name)).href);
}

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
    ],
  });
  const plain = Array.from({ length: 300 }, (_, i) =>
    row({
      id: `n${i}`,
      text: i === 7 ? `needle ${BAD}` : `Run ${BAD.replace("x.", `h${i % 3}.`)}`,
      labels: i % 2 === 0 ? ["PS"] : [],
    }),
  );
  cwd = folderWith({
    "hostile.jsonl": HOSTILE.map((text, i) =>
      row({ id: i === 0 ? "<img src=x onerror=window.taken=1>" : `h${i}`, text }),
    ).join(""),
    "plain.jsonl": plain.join("") + row({ id: "cut", text: "TOO LONG" }),
  });
  expect(
    (
      await runHere(["batch", "-q", "hostile.jsonl", "-o", "p", "--report", "hostile.html"], {
        cwd,
      })
    ).stderr,
  ).toBe("");
  expect(
    (await runHere(["batch", "-q", "plain.jsonl", "-o", "q", "--report", "plain.html"], { cwd }))
      .status,
  ).toBe(0);
  expect(
    (
      await runHere(
        [
          "batch",
          "-q",
          "plain.jsonl",
          "-o",
          "r",
          "--report",
          "sample.html",
          "--report-texts",
          "20",
        ],
        { cwd },
      )
    ).status,
  ).toBe(0);
});
afterAll(() => browser.close());

describe("the report", () => {
  it("shows hostile texts without executing or loading anything", async () => {
    await open("hostile.html");
    await page.evaluate(() => dispatchEvent(new Event("beforeprint"))); // shows all texts
    expect(await page.locator("article").count()).toBe(HOSTILE.length);
    await page.evaluate(() =>
      document.querySelectorAll("details").forEach((details) => (details.open = true)),
    );
    expect(await page.evaluate(() => (window as { taken?: number }).taken)).toBeUndefined();
    expect(await page.title()).toBe("What curlew found in hostile.jsonl");
    expect(
      await page
        .locator("main img, main iframe, main svg, main base, main script, article form")
        .count(),
    ).toBe(0);
    expect(await page.locator("article mark").count()).toBeGreaterThanOrEqual(2 * HOSTILE.length);
    expect(await page.locator("body").isVisible()).toBe(true);
    expect([requests.filter((url) => !url.startsWith("file:")), errors]).toEqual([[], []]);
    expect(await page.locator("article").last().textContent()).toContain("<b>x</b>");
    expect(await page.locator("main").textContent()).not.toMatch(/[\u202e\u2066\u0000\u001b]/);
  });

  it("has a policy that allows only its own script and style", async () => {
    await open("hostile.html");
    const policy = await page
      .locator("meta[http-equiv=Content-Security-Policy]")
      .getAttribute("content");
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'$/,
    );
    const refused = await page.evaluate(async () => {
      const script = document.createElement("script");
      script.textContent = "window.taken = 1";
      document.body.append(script);
      return [
        (window as { taken?: number }).taken,
        await fetch("https://evil.example").then(
          () => "sent",
          () => "refused",
        ),
      ];
    });
    expect(refused).toEqual([undefined, "refused"]);
  });

  it("filters and searches", async () => {
    await open("plain.html");
    const status = (): Promise<string> => page.getByRole("status").innerText();
    await expect.poll(status).toBe("301 of 301 texts");
    await page.fill("#search", "needle");
    await expect.poll(status).toBe("1 of 301 texts");
    await expect.poll(() => page.locator("article h3").allInnerTexts()).toEqual(["n7"]);
    await page.fill("#search", "");
    await page.selectOption("#host", "h1.example");
    await expect.poll(status).toMatch(/^(?:99|100) of 301 texts$/);
    await page.selectOption("#host", "");
    await page.selectOption("#verdict", "fp");
    await expect.poll(status).toBe("150 of 301 texts");
    expect(await page.locator("article").count()).toBeLessThan(150); // the rest comes with scrolling
    await page.selectOption("#verdict", "incomplete");
    await expect.poll(() => page.locator("article h3").allInnerTexts()).toEqual(["cut"]);
  });

  it("can be used with the keyboard alone", async () => {
    await open("plain.html");
    await page.keyboard.press("/");
    await page.keyboard.type("needle");
    expect(await page.locator("article").count()).toBe(1);
    await page.locator("article summary").press("Enter");
    expect(await page.locator("article .trace").innerText()).toContain(
      "curl fetches remote content",
    );
  });

  it("states that its texts are a sample", async () => {
    await open("sample.html");
    expect(await page.getByRole("status").innerText()).toBe(
      "20 of a random sample of 20 from 301 texts",
    );
    expect(readFileSync(join(cwd, "sample.html")).length).toBeLessThan(250_000);
  });

  it.each([
    ["light", "light", 1200],
    ["dark", "dark", 1200],
    ["on a phone", "light", 360],
  ] as const)("is accessible: %s", async (_name, colorScheme, width) => {
    await open("plain.html");
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    // the page's policy blocks other scripts, so this one is evaluated through the debugger
    const violations = await page.evaluate(
      `${axe.source}; axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html))`,
    );
    expect(violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
  });

  it("is printed completely, without controls", async () => {
    await open("plain.html");
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    expect(await page.locator("article").count()).toBe(301);
    expect(await page.locator("form").isVisible()).toBe(false);
  });

  it("causes an error if it cannot be written", async () => {
    const { stderr, status } = await runHere(
      ["batch", "-q", "plain.jsonl", "--report", "no/such/r.html", "-o", "s"],
      { cwd },
    );
    expect([stderr, status]).toEqual([
      "curlew: cannot write no/such/r.html: no such file or folder\n",
      2,
    ]);
  });
});
