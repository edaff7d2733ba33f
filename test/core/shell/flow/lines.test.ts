import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { markedBy, sharedDetector, unmarked } from "../../../support/marked.js";

/** One case per line: shell code with every expected span between « and », in which `\n` stands for a line feed. */
const lines = readFileSync(new URL("lines.txt", import.meta.url), "utf8")
  .trim()
  .split("\n");

describe("shell code", () => {
  it.each(lines)("has exactly the marked spans: %s", async (line) => {
    const fenced = `\`\`\`bash\n${line.replaceAll("\\n", "\n")}\n\`\`\`\n`;
    expect(markedBy(await sharedDetector(), unmarked(fenced))).toBe(fenced);
  });
});
