import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { JSDOM } from "jsdom";
import MarkdownIt from "markdown-it";
import { beforeAll, describe, expect, it } from "vitest";
import { extract } from "../../../src/extension/extract/extract.js";
import { createNodeDetector } from "../../../src/host/node.js";
import type { Detector } from "../../../src/core/index.js";
import { styleOf } from "../jsdom-computed-style.js";

interface Row {
  readonly text: string;
}

/** Renders Markdown like the site: CommonMark with tables, raw HTML as text, and code blocks with a header and a button. */
const markdown = new MarkdownIt({ html: false, linkify: true });
markdown.renderer.rules["fence"] = (tokens, index) => {
  const { content, info } = tokens[index]!;
  const language = info.trim().split(/\s+/)[0] ?? "";
  const code = markdown.utils.escapeHtml(content);
  return `<pre><div class="relative"><div class="flex">${language}</div><div class="sticky"><button aria-label="Copy">Copy code</button></div><div class="p4"><code class="${language === "" ? "" : `language-${markdown.utils.escapeHtml(language)}`}">${code}</code></div></div></pre>`;
};

const rows = readdirSync("corpora")
  .filter((file) => file.endsWith(".jsonl"))
  .sort()
  .flatMap((file) =>
    readFileSync(path.join("corpora", file), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line, index) => [`${file}:${index + 1}`, JSON.parse(line) as Row] as const),
  );

// the detector requires the `Uint8Array` of Node, so jsdom is used only for the page and not as the environment of the test
const { window } = new JSDOM();
const { document } = window;

let detector: Detector;
beforeAll(async () => {
  detector = await createNodeDetector();
  Object.assign(globalThis, {
    Node: window.Node,
    NodeFilter: window.NodeFilter,
    getComputedStyle: styleOf(window),
  });
});

/** Removes the indentation and the quote markers of all lines except the first. */
function shownOf(text: string): string {
  return text.replace(/\n[ >]*/g, "\n");
}

describe("a corpus row that is rendered like an answer of the site", () => {
  it.each(rows)("has the same findings after it is extracted: %s", (_name, row) => {
    document.body.innerHTML = `<div id="answer"><div class="markdown">${markdown.render(row.text)}</div></div>`;
    const extraction = extract(document.getElementById("answer")!);
    const detection = detector.detect(extraction.text);
    const inPage = detection.spans.map((span) =>
      extraction
        .locate(...span)
        .map(({ node, start, end }) => node.data.slice(start, end))
        .join(""),
    );
    const { spans, labels } = detector.detect(row.text);
    const expected = spans.map(([start, end]) => shownOf(row.text.slice(start, end)));
    expect(inPage.map(shownOf)).toEqual(expected);
    expect(detection.labels).toEqual(labels);
    for (const [index, [start, end]] of detection.spans.entries())
      expect(shownOf(extraction.text.slice(start, end))).toBe(shownOf(inPage[index]!));
  });
});
