import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { markedBy, sharedDetector, unmarked } from "../../../support/marked.js";

/** Shell texts with every expected span between « and »; `====` separates them. */
const flows = readFileSync(new URL("flows.txt", import.meta.url), "utf8")
  .split("\n====\n")
  .map((flow) => flow.replace(/\n$/, ""));

describe("flow of fetched bytes in a shell block", () => {
  it.each(flows)("%s", async (flow) => {
    const fence = (text: string): string => `\`\`\`bash\n${text}\n\`\`\`\n`;
    expect(markedBy(await sharedDetector(), fence(unmarked(flow)))).toBe(fence(flow));
  });
});
