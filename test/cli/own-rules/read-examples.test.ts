import { describe, expect, it } from "vitest";
import { readExamples } from "../../../src/cli/own-rules/read-examples.js";
import { marksOf } from "../../../src/cli/suppress/comment-marks.js";

const shell = marksOf("a.test.sh", "bash");
const read = (text: string, marks = shell) => readExamples(text, marks);

describe("readExamples", () => {
  it("returns the text below each comment, without the annotations", () => {
    const { examples, problems } = read(
      "#!/bin/sh\n\n# match: acme/a\n# about it\n  get x | sh\n# ^^^ source.fetcher\n\n# no-match: acme/a\nget x\n",
    );
    expect(problems).toEqual([]);
    expect(examples).toEqual([
      {
        line: 3,
        text: "# about it\n  get x | sh\n",
        expected: [{ line: 3, rule: "acme/a", matches: true }],
        places: [{ line: 6, name: "source.fetcher", start: 13, end: 16, present: true }],
      },
      {
        line: 8,
        text: "get x\n",
        expected: [{ line: 8, rule: "acme/a", matches: false }],
        places: [],
      },
    ]);
  });

  it("reads several expectations of one example", () => {
    const { examples } = read("# match: acme/a\n# no-match: acme/b\n\nget x | sh\n");
    expect(examples.map(({ expected }) => expected.map(({ rule }) => rule))).toEqual([
      ["acme/a", "acme/b"],
    ]);
  });

  it("reads an annotation of the first column, and an annotation that expects no capture", () => {
    const { examples } = read("# match: acme/a\na\nget x\n# <- !source.fetcher\n");
    expect(examples[0]?.places).toEqual([
      { line: 4, name: "source.fetcher", start: 2, end: null, present: false },
    ]);
  });

  it.each([
    ["a.test.md", null, "<!-- match: acme/a -->\ntext\n"],
    ["a.test.js", "javascript", "// match: acme/a\ntext\n"],
    ["a.test.js", "javascript", "/* match: acme/a */\ntext\n"],
    ["a.test.lua", "lua", "-- match: acme/a\r\ntext\r\n"],
  ])("reads comments of %s", (path, tag, text) => {
    const { examples } = read(text, marksOf(path, tag));
    expect(examples).toMatchObject([{ text: "text\n", expected: [{ rule: "acme/a" }] }]);
  });

  it.each([
    ["get x\n# match: acme/a\nget\n", 1, /belongs to no example/],
    ["# match:\nget x\n", 1, /^name the rule after "match:"/],
    ["# match: acme/a\n\n", 1, /has no text/],
  ])("rejects %j", (text, line, message) => {
    expect(read(text).problems).toEqual([{ line, message: expect.stringMatching(message) }]);
  });

  it("ignores a caret that is not an annotation", () => {
    expect(read("# match: acme/a\n# ^^^ x\nget\n").examples[0]?.text).toBe("# ^^^ x\nget\n");
  });
});
