import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { markedBy, sharedDetector, unmarked } from "../../../support/marked.js";

/** One shell text a line, with every expected span between « and »; `\n` stands for a line feed. */
const lines = readFileSync(new URL("lines.txt", import.meta.url), "utf8")
  .trim()
  .split("\n");

describe("one line, both polarities", () => {
  it.each(lines)("%s", async (line) => {
    const fenced = `\`\`\`bash\n${line.replaceAll("\\n", "\n")}\n\`\`\`\n`;
    expect(markedBy(await sharedDetector(), unmarked(fenced))).toBe(fenced);
  });
});
