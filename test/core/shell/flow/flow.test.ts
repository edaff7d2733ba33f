import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { markedBy, sharedDetector, unmarked } from "../../../support/marked.js";

/** Shell code with every expected span between « and ». Lines of `====` separate the cases. */
const flows = readFileSync(new URL("flows.txt", import.meta.url), "utf8")
  .split("\n====\n")
  .map((flow) => flow.replace(/\n$/, ""));

describe("the flow of fetched bytes in a shell block", () => {
  it.each(flows)("leads to exactly the marked spans: %s", async (flow) => {
    const fence = (text: string): string => `\`\`\`bash\n${text}\n\`\`\`\n`;
    expect(markedBy(await sharedDetector(), fence(unmarked(flow)))).toBe(fence(flow));
  });
});
