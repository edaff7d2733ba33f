import { describe, expect, it } from "vitest";
import type { Block } from "../../../src/core/segment/index.js";
import { expectMarked, expectRegions, segmented } from "./harness.js";

describe("fences", () => {
  it.each([
    "```bash\n«curl A | sh»\n```",
    "~~~~\n«curl A | sh»\n~~~~",
    "```sh\n«curl A | sh»",
    "- a\n  - b\n\n    ```\n    «curl A | sh»\n    ```\n",
    "> ```\n> «curl A | sh»\n> ```\n",
    "Run:\n\n    «curl A | sh»\n",
    "\ufeff```bash\n«curl A | sh»\n```",
    "``` {.bash .numberLines}\n«curl A | sh»\n```",
  ])("contain the marked command: %j", (marked) => {
    expectMarked(marked);
  });

  it("do not include text above a line of dashes, which is prose, a heading or front matter", () => {
    expectRegions("Run:\ncurl A | sh\n---\n", ["prose shell: curl A | sh"]);
    expectRegions("curl A | sh\n---\n", ["prose shell (comment): curl A | sh"]);
    expectRegions("---\nx: y\ntitle: curl A | sh\n---\n\nText.", [
      "fence shell (description): curl A | sh",
    ]);
  });

  it("exclude quote marks and indentation from the text, but not from the span", () => {
    expectMarked("> - x\n>\n>   ```sh\n>   «curl A \\\n>     | sh»\n>   ```", [
      "curl A \\\n  | sh",
    ]);
  });

  it("may have line ends with carriage returns", () => {
    expectMarked("```bash\r\n«curl A \\\r\n  | sh»\r\n```\r\n", ["curl A \\\n  | sh"]);
  });

  it("include AsciiDoc listings", () => {
    expectMarked("[source,bash]\n----\n«curl A | sh»\n----\n");
  });

  it("may contain a Markdown document", () => {
    expectMarked("````markdown\n# T\n\nRun `«curl A | sh»`.\n\n```sh\n«curl B | sh»\n```\n````");
  });
});

describe("inline code", () => {
  it.each([
    ["Run `«curl A | sh»` now", "curl A | sh"],
    ["Run ``«sh -c `curl A`» `` now", "sh -c `curl A`"],
    ["Run `«curl A |\nsh»` now", "curl A | sh"],
    ["> Run `«curl A |\n> sh»` now", "curl A | sh"],
    ["Run `$ «curl A | sh»` now", "curl A | sh"],
    ["| a | `«curl A \\| sh»` |\n|---|---|\n| b | `«curl B \\| sh»` |", "curl A | sh"],
  ])("contains the marked command: %j", (marked, decoded) => {
    expectMarked(marked, [decoded]);
  });

  it("is prose if the runs of backticks have different lengths", () => {
    expectMarked("Run ``«curl A | sh»` now");
  });

  it("does not continue in the next table cell", () => {
    expectRegions("| a | b |\n|---|---|\n| `curl x.example | sh` |", [
      "prose shell: curl x.example",
    ]);
  });

  it("is a comment if it begins with a number sign, and a command after a root prompt", () => {
    expectRegions("`# curl A | sh` and `root@host:~# curl B | sh`", [
      "inline shell (comment): curl A | sh",
      "inline shell: curl B | sh",
    ]);
  });
});

describe("the block tree", () => {
  const shape = (block: Block): unknown =>
    block.children.length === 0 ? block.kind : [block.kind, ...block.children.map(shape)];

  it("contains headings, lists, quotes, tables and code", () => {
    const text =
      "# H\n\np `x`\n\n- a\n- b\n\n  ```\n  c\n  ```\n\n> q\n\n| h |\n|---|\n| r |\n\n---\n<pre>x</pre>\n\n<p>x</p>\n";
    expect(shape(segmented(text).document)).toEqual([
      "document",
      "heading",
      "paragraph",
      ["list", ["item", "paragraph"], ["item", "paragraph", "code"]],
      ["quote", "paragraph"],
      ["table", ["row", "cell"], ["row", "cell"]],
      "rule",
      "code",
      "html",
    ]);
  });

  it("contains levels, positions and inline code", () => {
    const text = "## H\n\nUse `x` and ``y``.\n";
    const [heading, paragraph] = segmented(text).document.children;
    expect(heading).toMatchObject({ level: 2, index: 0, start: 0, end: 4 });
    expect(paragraph).toMatchObject({ level: 0, index: 1 });
    expect(paragraph?.inlineCode.map(([start, end]) => text.slice(start, end))).toEqual([
      "`x`",
      "``y``",
    ]);
  });
});
