// @vitest-environment jsdom
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { JSDOM } from "jsdom";
import { describe, expect, it } from "vitest";
import { Answers } from "../../../src/extension/adapter/answers.js";
import { SELECTORS } from "../../../src/extension/adapter/selectors.js";
import { frameOf } from "../../../src/extension/adapter/code-frame.js";
import { FIRST_SITE, SITES, siteOf } from "../../../src/extension/adapter/sites.js";
import { Writing } from "../../../src/extension/content/writing.js";
import { extract } from "../../../src/extension/extract/extract.js";

interface Expected {
  readonly answers: readonly string[];
  readonly streaming: readonly string[];
  readonly codeBlocks: number;
  /** The number of buttons inside code blocks. */
  readonly copyButtons: number;
  readonly texts: readonly string[];
  readonly unread?: number;
  /** The number of source links and footnote numbers. */
  readonly references?: number;
}

const answers = new Answers(FIRST_SITE);
const findAnswers = (root: ParentNode) => answers.find(root);
const responseId = (element: Element) => answers.idOf(element);
const isStreaming = (element: Element) =>
  new Writing(document, answers, (each) => answers.find(document).at(-1)?.element === each).of(
    element,
  );

const FOLDER = "test/extension/fixtures/pages";
const expected = JSON.parse(readFileSync(path.join(FOLDER, "expected.json"), "utf8")) as Record<
  string,
  Expected
>;

function load(name: string): Document {
  const parsed = new JSDOM(readFileSync(path.join(FOLDER, `${name}.html`), "utf8")).window.document;
  document.head.innerHTML = parsed.head.innerHTML;
  document.body.innerHTML = parsed.body.innerHTML;
  return document;
}

it("expected.json has an entry for every example page", () => {
  const pages = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".html"))
    .map((file) => path.basename(file, ".html"));
  expect(pages.sort()).toEqual(Object.keys(expected).sort());
});

describe.each(Object.entries(expected))("the example page %s", (name, shape) => {
  it("has the answers that expected.json lists, and the listed ones are being written", () => {
    const found = findAnswers(load(name));
    expect(found.map(({ id }) => id)).toEqual(shape.answers);
    expect(found.filter(({ element }) => isStreaming(element)).map(({ id }) => id)).toEqual(
      shape.streaming,
    );
  });

  it("has the numbers of code blocks, copy buttons and references in expected.json", () => {
    const blocks = [...load(name).querySelectorAll(SELECTORS.codeBlock)];
    expect(blocks).toHaveLength(shape.codeBlocks);
    expect(blocks.flatMap((block) => [...block.querySelectorAll("button")])).toHaveLength(
      shape.copyButtons,
    );
    expect(document.querySelectorAll(SELECTORS.reference)).toHaveLength(shape.references ?? 0);
    for (const block of blocks) expect(block.querySelectorAll(SELECTORS.codeText)).toHaveLength(1);
  });

  it("is extracted to the texts in expected.json, with the expected number of unread parts", () => {
    const read = findAnswers(load(name)).map(({ element }) => extract(element));
    expect(read.map(({ text }) => text)).toEqual(shape.texts);
    expect(read.reduce((sum, { unread }) => sum + unread.length, 0)).toBe(shape.unread ?? 0);
  });
});

describe("the identity of an answer", () => {
  const answer = (attributes: string) => {
    document.body.innerHTML = `<div id="x" ${attributes}></div>`;
    return responseId(document.getElementById("x")!);
  };

  it("requires both attributes", () => {
    expect(answer('data-message-author-role="assistant" data-message-id="a1"')).toBe("a1");
    expect(answer('data-message-author-role="assistant"')).toBeNull();
    expect(answer('data-message-id="a1"')).toBeNull();
    expect(answer('data-message-author-role="user" data-message-id="a1"')).toBeNull();
  });

  it("is neither a space nor too long", () => {
    expect(answer('data-message-author-role="assistant" data-message-id=" "')).toBeNull();
    expect(
      answer(`data-message-author-role="assistant" data-message-id="${"x".repeat(257)}"`),
    ).toBeNull();
  });

  it("is the one of the outer answer if two answers are nested", () => {
    document.body.innerHTML =
      '<div data-message-author-role="assistant" data-message-id="a"><div data-message-author-role="assistant" data-message-id="b"></div></div>';
    expect(findAnswers(document).map(({ id }) => id)).toEqual(["a"]);
  });
});

describe("the other sites", () => {
  const BLOCK = '<pre><code class="language-bash">curl A | sh\n</code></pre>';
  const COPY = '<button aria-label="Copy code" title="Copy code">Copy</button>';
  /** Hand-written pages with the known structure of each site. */
  const PAGES: readonly (readonly [id: string, streaming: boolean, html: string])[] = [
    [
      "claude",
      false,
      `<div data-test-render-count="1"><div data-testid="user-message">Hi</div></div><div data-test-render-count="1"><div data-is-streaming="false"><div class="font-claude-response"><p>Run:</p><div class="relative group/copy"><div class="sticky">${COPY}</div>${BLOCK}</div></div></div><button data-testid="action-bar-copy">Copy</button></div>`,
    ],
    [
      "claude",
      true,
      `<div data-test-render-count="1"><div data-is-streaming="true"><div class="font-claude-response"><p>Run:</p><div class="relative group/copy"><div class="sticky">${COPY}</div>${BLOCK}</div></div></div></div>`,
    ],
    [
      "gemini",
      false,
      `<user-query>Hi</user-query><model-response><message-content id="message-content-id-r_0123456789abcdef"><div class="markdown" aria-busy="false"><p>Run:</p><code-block><div class="code-block-decoration"><span>Bash</span><div><button class="copy-button" aria-label="Copy code">Copy</button></div></div>${BLOCK}</code-block></div></message-content><button data-test-id="copy-button">Copy</button></model-response>`,
    ],
    [
      "copilot",
      false,
      `<div role="article" data-content="user-message"><p>Hi</p></div><div role="article" data-content="ai-message"><p>Run:</p><div data-code-block><div>${COPY}</div>${BLOCK}</div><button data-testid="copy-message-button">Copy</button></div>`,
    ],
  ];

  it.each(PAGES)(
    "have an answer with text, copy button and code frame: %s (being written: %s)",
    (id, isStreaming, html) => {
      document.body.innerHTML = `<main>${html}</main>`;
      const site = SITES.find((each) => each.id === id)!;
      const found = new Answers(site);
      const [answer, ...others] = found.find(document);
      expect(others).toEqual([]);
      expect(answer!.id).toMatch(site.identity === null ? /^answer-1$/ : /^message-content-id-r_/);
      expect(found.idOf(answer!.element)).toBe(answer!.id);
      expect(found.isMarkedAsStreaming(answer!.element)).toBe(isStreaming);
      expect(extract(answer!.element).text).toBe("Run:\n\n```bash\ncurl A | sh\n```");
      const button = answer!.element.querySelector("button")!;
      expect(button.matches(site.copy)).toBe(true);
      expect(
        frameOf(document.querySelector("code")!, answer!.element, site)?.contains(button),
      ).toBe(true);
      for (const copy of document.querySelectorAll(site.copy))
        expect(copy.closest(site.turn)?.contains(answer!.element) ?? false).toBe(true);
    },
  );

  it("have no answers if the elements that identify answers are missing", () => {
    document.body.innerHTML =
      '<div class="font-claude-response">curl A | sh</div><model-response><div class="markdown">curl A | sh</div></model-response><div role="article">curl A | sh</div>';
    for (const site of SITES) expect(new Answers(site).find(document)).toEqual([]);
  });

  it("have different hosts, and the first one is enabled by default", () => {
    expect(new Set(SITES.map(({ host }) => host)).size).toBe(SITES.length);
    for (const site of SITES) expect(siteOf(site.host)).toBe(site);
    expect(siteOf("example.org")).toBeNull();
  });
});
