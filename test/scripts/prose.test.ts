import { describe, expect, it } from "vitest";
import { proseOfCode, proseOfMarkdown } from "../../scripts/prose/texts.js";

describe("the prose of code", () => {
  it("is its comments and strings, each once and with its place", () => {
    const code = '/** One. */\nconst a = "two"; // three\nf(`four ${b} five`);\n';
    const found = proseOfCode(code);
    expect(found.map(({ text }) => text).sort()).toEqual(
      ["/** One. */", '"two"', "// three", "`four ${", "} five`"].sort(),
    );
    expect(found.every(({ text, start }) => code.startsWith(text, start))).toBe(true);
  });
});

describe("the prose of Markdown", () => {
  it("leaves out fences, inline code and link targets, and keeps all places", () => {
    const page = "One `two` [three](four.md)\n\n```sh\nfive\n```\nsix\n";
    const [{ text } = { text: "" }] = proseOfMarkdown(page);
    expect(text.length).toBe(page.length);
    expect(text.match(/\w+/g)).toEqual(["One", "three", "six"]);
  });
});
