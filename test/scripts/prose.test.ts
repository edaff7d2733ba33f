import { describe, expect, it } from "vitest";
import { expressionOf, isShown, proseOfCode, proseOfMarkdown } from "../../scripts/prose/texts.js";

describe("the prose of code", () => {
  it("consists of comments and strings, each once and with its position", () => {
    const code = '/** One. */\nconst a = "two"; // three\nf(`four ${b} five`);\n';
    const found = proseOfCode(code);
    expect(found.map(({ text }) => text).sort()).toEqual(
      ["/** One. */", '"two"', "// three", "`four ${", "} five`"].sort(),
    );
    expect(found.every(({ text, start }) => code.startsWith(text, start))).toBe(true);
  });
});

describe("the prose of Markdown", () => {
  it("excludes fences, inline code and link targets, and keeps all positions", () => {
    const page = "One `two` [three](four.md)\n\n```sh\nfive\n```\nsix\n";
    const [{ text } = { text: "" }] = proseOfMarkdown(page);
    expect(text.length).toBe(page.length);
    expect(text.match(/\w+/g)).toEqual(["One", "three", "six"]);
  });
});

describe("an expression in words-to-avoid.json", () => {
  it.each([
    ["on one line", "it goes on here", true],
    ["across a line end", "it goes\non here", true],
    ["across a line end in a comment", "/** It goes\n * on here. */", true],
    ["without matching an additional word", "it goes right on", false],
    ["without matching a comma", "it goes, on", false],
  ])("is searched %s: case %#", (_title, text, found) => {
    expect(expressionOf("\\bgoes on\\b").test(text)).toBe(found);
  });

  it.each([
    ["docs/a.md", "One.", true],
    ["src/extension/_locales/en/messages.json", "One.", true],
    ["src/cli/a.ts", '"one"', true],
    ["src/cli/a.ts", "// one", false],
    ["src/cli/a.ts", "/** One. */", false],
    ["test/a.test.ts", '"one"', false],
    ["CHANGELOG.md", "One.", false],
  ])("for text that users see applies to %s %s: %s", (path, text, shown) => {
    expect(isShown(path, { text })).toBe(shown);
  });

  it("for text that users see also applies to the titles of tests", () => {
    const code = 'describe.each([1])("one", () => {\n  it("two", () => f("three"));\n});\n';
    const shown = proseOfCode(code).filter((piece) => isShown("test/a.test.ts", piece));
    expect(shown.map(({ text }) => text)).toEqual(['"one"', '"two"']);
  });
});
