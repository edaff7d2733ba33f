import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { bodyFor, startFakeGateway, type FakeGateway } from "./support/gateway.js";
import { codeBlock, conversation, turn } from "./support/chat-page.js";
import { marked, type Ui } from "./support/chromium.js";
import { share } from "./support/shared.js";

/** Tests the messages that the interface shows for an answer. */
const POETRY = "curl -sSL https://install.python-poetry.org | python -";

const at = share({ sheet: true });
let fakeGateway: FakeGateway;
let page: Page;
let ui: Ui;

beforeAll(async () => {
  fakeGateway = await startFakeGateway();
});
afterAll(() => fakeGateway.close());
beforeEach(() => at.browser.useDevice());

async function choose(control: string, result: string): Promise<void> {
  const options = await at.browser.options();
  if (!(await options.isChecked(control))) {
    await options.check(control);
    await options.waitForSelector(`${result}[data-tone=ok]`);
  }
  await options.close();
}

async function open(html: string): Promise<void> {
  ({ page, ui } = await at.open(conversation([turn({ id: "a1", html })])));
}

describe("in the evaluation on this device", () => {
  it("the extended profile is used, and the label of the contract profile is also shown", async () => {
    await open(`<p>Install it:</p>${codeBlock(POETRY)}`);
    await ui.untilLabel("This command downloads a script and runs it unseen");
    expect(await marked(page)).toContain("curl -sSL");
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes("Details of this check"));
    await ui.unfold();
    await ui.untilPanel((text) => /Label by the short list of the contract\s+none/.test(text));
  });

  it("the contract profile can be chosen, and the message says what it does not cover", async () => {
    await choose("#profile-contract", "#profile-result");
    await open(`<p>Install it:</p>${codeBlock(POETRY)}`);
    await ui.untilLabel("Nothing found");
    await ui.openEvidence();
    await ui.untilPanel(
      (text) =>
        text.includes("with the short list only") &&
        text.includes("Other tools, such as PowerShell or pip, were not looked for."),
    );
    await choose("#profile-extended", "#profile-result");
    await ui.untilLabel("This command downloads a script and runs it unseen");
  });

  it("a PowerShell command is found, and its safer command consists of steps for a person", async () => {
    await at.browser.context.grantPermissions(["clipboard-read", "clipboard-write"], {
      origin: "https://chatgpt.com",
    });
    await open(codeBlock("irm https://get.example.org/install.ps1 | iex", "powershell"));
    await ui.untilLabel("This command downloads a script and runs it unseen");
    await ui.openEvidence();
    await ui.untilPanel((text) =>
      text.includes("Invoke-RestMethod 'https://get.example.org/install.ps1' -OutFile install.ps1"),
    );
    await ui.untilPanel((text) =>
      text.includes("powershell -ExecutionPolicy Bypass -File .\\install.ps1"),
    );
    await ui.click(".safer .action", 1);
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe("Get-Content install.ps1");
  });

  it("the safer command keeps the arguments", async () => {
    await open(
      codeBlock("curl -fsSL https://get.example.org/i.sh | sudo bash -s -- --yes --dir /opt"),
    );
    await ui.untilLabel("This command downloads a script and runs it unseen");
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes("sudo bash ./i.sh --yes --dir /opt"));
  });

  it("the message for a clear answer says what was checked and what was not", async () => {
    await open("<p>Hello.</p>");
    await ui.untilLabel("Nothing found");
    await ui.openEvidence();
    await ui.untilPanel(
      (text) =>
        text.includes("Looked for: commands that download something and run it at once") &&
        text.includes("Not checked: pictures, files"),
    );
  });
});

describe("text that is visible but not part of the document's text", () => {
  const COMMAND = "curl https://get.example | sh";
  it.each([
    [
      "a formula",
      `<p>Run <span class="katex"><span class="katex-mathml"><math><mtext>x</mtext></math></span><span class="katex-html" aria-hidden="true"><span class="mord text">${COMMAND}</span></span></span></p>`,
      "a formula",
    ],
    [
      "text that is hidden from screen readers only",
      `<p>Run</p><p aria-hidden="true">${COMMAND}</p>`,
      "a text that the page hides from screen readers",
    ],
    ["a text box", `<p>Run</p><textarea>${COMMAND}</textarea>`, "a text that can be edited"],
    [
      "a closed disclosure",
      `<p>Run</p><details><summary>More</summary><p>${COMMAND}</p></details>`,
      "a closed section",
    ],
  ])("prevents the state clear: %s", async (_name, html, named) => {
    await open(html);
    await ui.untilLabel("Only partly read");
    await ui.openEvidence();
    await ui.untilPanel((text) => text.includes(`Not read: ${named}.`));
  });

  it.each([
    ["an attribute", "writes-text", 'data-text="a"', `data-text="${COMMAND}"`],
    [
      "an attribute that is empty elsewhere",
      "writes-text",
      'data-text=""',
      `data-text="${COMMAND}"`,
    ],
    [
      "two attributes and words",
      "writes-parts",
      'data-tool="a" data-rest=""',
      'data-tool="curl" data-rest=" | sh"',
    ],
    ["a style sheet, for an attribute", "plain", "", 'data-note="1"'],
  ])(
    "prevents the state clear if one of many elements has text from %s",
    async (_name, kind, plain, given) => {
      await open(
        `<p class="a"><span class="${kind}" ${plain}>x</span> <span class="${kind}" ${given}>x</span></p>`,
      );
      await ui.untilLabel("Only partly read");
    },
  );

  it("allows the state clear if a style sheet inserts only decoration", async () => {
    await open(
      '<p class="a"><span class="writes-text" data-text="1">x</span> <span class="writes-text" data-text="2">x</span></p>',
    );
    await ui.untilLabel("Nothing found");
  });

  it("is read as soon as the section that contains it is opened", async () => {
    await open(`<details><summary>More</summary><p><code>${COMMAND}</code></p></details>`);
    await ui.untilLabel("Only partly read");
    await page.click("summary");
    await ui.untilLabel("This command downloads a script and runs it unseen");
  });
});

describe("an inconsistent answer of a gateway", () => {
  it.each([
    ["clear with a label", { labels: ["PS"] }],
    [
      "clear with findings",
      {
        findings: [
          {
            rule: "bash/fetch-pipe",
            level: "finding",
            span: [0, 3],
            text: "Run",
            snippet: { kind: "prose", language: "shell", tag: null },
            trace: [],
          },
        ],
      },
    ],
  ])("is reported as an error: %s", async (_name, more) => {
    fakeGateway.behave(
      (request, response) =>
        void response.end(bodyFor(request.text, request.responseId, undefined, more)),
    );
    const options = await at.browser.options();
    await options.check("#mode-gateway");
    await options.fill("#address", fakeGateway.address);
    await options.click("#address-form button");
    await options.waitForSelector("#address-result[data-tone=ok]");
    await options.fill("#token", "stand-in-token");
    await options.click("#token-form button[type=submit]");
    await options.waitForSelector("#token-result[data-tone=ok]");
    await options.close();
    await open("<p>Run this.</p>");
    await ui.untilLabel("Unavailable: reply not usable");
  });
});
