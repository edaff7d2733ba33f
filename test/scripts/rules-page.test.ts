import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rulesList, rulesPage } from "../../scripts/rules/page.js";
import { ruleAnchor } from "../../src/cli/report/sarif-rules.js";
import { createNodeDetector } from "../../src/host/node.js";

describe("docs/rules.md", () => {
  it("and the list in README.md are up to date", () => {
    expect(readFileSync("docs/rules.md", "utf8")).toBe(rulesPage());
    expect(readFileSync("README.md", "utf8")).toContain(rulesList());
  });

  it("and README.md have an anchor for each rule", async () => {
    const { rules } = await createNodeDetector({ profile: "extended" });
    const anchors = rules.map(({ id }) => ruleAnchor(id));
    expect(new Set(anchors).size).toBe(rules.length);
    for (const page of ["README.md", "docs/rules.md"]) {
      const text = readFileSync(page, "utf8");
      expect(anchors.filter((anchor) => !text.includes(`<a id="${anchor}"></a>`))).toEqual([]);
    }
  });
});
