import { describe, expect, it } from "vitest";
import { independentParts, mayDefine } from "../../../src/core/segment/independent-parts.js";

const HEAD = "# Title\n\n```sh\nnpm install x\n```\n";
/** Whether a text is read as a file; in these tests, whether it begins with a numbered line. */
const isFile = (text: string): boolean => text.startsWith("1 ");
const partsOf = (text: string): string[] =>
  independentParts(text, isFile).map(([start, end]) => text.slice(start, end));

describe("the independent parts of a document", () => {
  it("are fences and the text between them", () => {
    expect(partsOf(`${HEAD}\nsome text\n\n~~~js\nx()\n~~~\nmore\n`)).toEqual([
      "# Title\n\n",
      "```sh\nnpm install x\n```",
      "\n\nsome text\n\n",
      "~~~js\nx()\n~~~",
      "\nmore\n",
    ]);
  });

  it("are also fences in lists and quotations", () => {
    expect(
      partsOf(`${HEAD}\n- item\n\n  \`\`\`\n  x\n  \`\`\`\n> \`\`\`\n> y\n> \`\`\`\n`).slice(3),
    ).toEqual(["  ```\n  x\n  ```", "\n", "> ```\n> y\n> ```", "\n"]);
  });

  it("end at a heading between blank lines", () => {
    expect(partsOf(`${HEAD}\none\n\n## Two\n\nthree\n\n### Four\r\n\r\nfive`).slice(2)).toEqual([
      "\n\none\n\n",
      "## Two\n\nthree\n\n",
      "### Four\r\n\r\nfive",
    ]);
  });

  it.each([
    ["brackets of a link", "[Code of conduct](x)\n"],
    ["a thematic break", "----\n\nx\n"],
    ["a shift operator", "`x >> 1` is a half\n"],
    ["a fence after thousands of lines", "x\n".repeat(2500)],
  ])("end at a heading even if the document contains %s", (_name, between) => {
    expect(partsOf(`${between}${HEAD}\none\n\n## Two\n\nthree\n`).slice(-1)).toEqual([
      "## Two\n\nthree\n",
    ]);
  });

  it.each([
    ["a comment of a script", "x=1\n# add\ny=2\n"],
    ["a comment below a blank line", "x=1\n\n# add\ny=2\n"],
    ["a line of a here-document", "python3 - <<EOF\nx\n\n# add\n\ny\nEOF\n"],
    ["a line of a quoted program", "python3 -c 'x\n\n# add\n\ny'\n"],
    ["a line of an element", "<pre>\nx\n\n# add\n\ny\n</pre>\n"],
    ["a line of an HTML comment", "<!--\nx\n\n# add\n\ny\n-->\n"],
    ["a fence of an element", "<script>\nx = `\n```\na\n```\n`;\n</script>\n"],
    ["a fence of an indented block", '    x = """\n    ```\n    a\n    ```\n    """\n'],
    ["three backticks around a word", "```x``` is a word\n\nand goes on\n"],
  ])("do not end at %s", (_name, rest) => {
    expect(partsOf(`${HEAD}${rest}`).slice(2)).toEqual([`\n${rest}`]);
  });

  it("a fence with a language that is not closed is the last part", () => {
    expect(partsOf(`${HEAD}one\n\n\`\`\`sh\nx\n\n## Two\n\n`).slice(-2)).toEqual([
      "\none\n\n",
      "```sh\nx\n\n## Two\n\n",
    ]);
  });

  it.each([
    ["that is a file, with a fence after thousands of lines", `1 ${"x\n".repeat(2500)}${HEAD}`],
    ["without a fence", "one\n\n## Two\n\nthree\n"],
    ["with a fence that is not closed", `${HEAD}one\n\n\`\`\`\nx\n\n## Two\n\n`],
    ["with an element that is not closed", `${HEAD}\n<pre>\none\n\n## Two\n\n`],
    ["with a listing in brackets", `${HEAD}\n[code]\nx\n\n# y\n\nz\n[/code]\n`],
    ["with a listing of another format", `${HEAD}\n[source,sh]\n----\nx\n\n# y\n\nz\n----\n`],
    ["that appends to a file", `${HEAD}\necho x >> f\n\n## Two\n\necho y >> f\n`],
  ])("are a single part in a text %s", (_name, text) => {
    expect(partsOf(text)).toEqual([text]);
  });
});

it.each([
  ["a fence without a language", "```\nf() { x; }\n```"],
  ["a fence of a shell", "```sh\nf() { x; }\n```"],
  ["a fence with an unknown language", "> ```frob\n> f() { x; }\n> ```"],
  ["a session in another language", "```python\nu@h:~$ f() { x; }\n>>> y\n```"],
  ["prose", "    f() { x; }\n"],
])("%s may define something for the shell blocks of other parts", (_name, part) => {
  expect(mayDefine(part)).toBe(true);
});

it.each([
  ["JavaScript", "```js\nx.map((a) => { f() { x; } })\n```"],
  ["Python", "~~~ python\nf = x\n~~~"],
  ["PHP", "```php\n$f = x();\n```"],
])("a fence of %s defines nothing for them", (_name, part) => {
  expect(mayDefine(part)).toBe(false);
});
