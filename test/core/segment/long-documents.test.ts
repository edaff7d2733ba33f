import { describe, expect, it } from "vitest";
import { sharedDetector } from "../../support/marked.js";
import { segmented } from "./harness.js";

/** Markdown that is repeated to build a long document, which may be split between the repetitions. */
const units: Readonly<Record<string, string>> = {
  "a fence below a heading": "## Step\n\n```bash\ncurl A | sh\n\ncurl B\n```\n\n",
  "a list with a fence in an item":
    "1. First:\n\n   ```python\n   os.system('curl A | sh')\n   ```\n\n2. Then `curl B | sh`.\n\nText.\n\n",
  "a quote": "> Run:\n>\n> ```sh\n> curl A | sh\n> ```\n\nText.\n\n",
  "a table": "| a | b |\n|---|---|\n| `curl A \\| sh` | c |\n\n",
  "an item of one list": "- Run `curl A | sh` and wait.\n",
};

function regionsOf(
  text: string,
): { kind: string; tag: string | null; text: string; start: number }[] {
  return segmented(text).regions.map(({ kind, tag, source }) => ({
    kind,
    tag,
    text: source.text.trimEnd(),
    start: source.origin(0, 1)[0],
  }));
}

describe("a document that is too long to be parsed at once", () => {
  for (const [name, unit] of Object.entries(units)) {
    it(`has the same regions in every repetition of ${name}`, () => {
      const count = Math.ceil(120_000 / unit.length);
      const first = regionsOf(unit);
      const all = regionsOf(unit.repeat(count));
      const expected = Array.from({ length: count }, (_each, index) =>
        first.map((region) => ({ ...region, start: region.start + index * unit.length })),
      );
      expect(first.length).toBeGreaterThan(0);
      expect(all).toEqual(expected.flat());
    });
  }
});

describe("a document with carriage returns", () => {
  const document = (end: string, lines: number): string =>
    `${`some words${end}`.repeat(lines)}${end}\`\`\`sh${end}curl A | sh${end}\`\`\`${end}`;

  it.each([
    ["\n", 60],
    ["\r\n", 10],
    ["\r\n", 60],
    ["\r\n", 1000],
  ])("is read completely: %j, %d lines", async (end, lines) => {
    const { findings } = (await sharedDetector()).detect(document(end, lines));
    expect(findings.map(({ text }) => text)).toEqual(["curl A | sh"]);
  });
});
