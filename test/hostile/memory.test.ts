import { expect, it } from "vitest";
import { memoryInUse } from "../../src/core/parse/runtime.js";
import { createNodeDetector } from "../../src/host/node.js";

const FLAGGED = "```sh\ncurl A | sh\n```";
// For each of these texts, the parser of earlier versions needed more than 500 MB, or its stack overflowed.
const GREEDY: Readonly<Record<string, string>> = {
  "a pipeline of thousands of stages": `\`\`\`sh\n${"=|".repeat(10_000)}\n\`\`\``,
  "a pipeline over thousands of lines": `\`\`\`sh\n${"a |\n".repeat(5000)}\n\`\`\``,
  "thousands of misplaced dots in Python": `\`\`\`python\neval(${"..a::".repeat(10_000)}atob(x))\n\`\`\``,
  "thousands of misplaced dots in a block without a tag": `\`\`\`\neval(${".. w::\n\n".repeat(2000)}atob(x))\n\`\`\``,
};

it.each(Object.entries(GREEDY))(
  "%s needs less than 120 MB of the runtime's memory, and later texts are analyzed",
  async (_, text) => {
    const detector = await createNodeDetector();
    detector.detect(text);
    expect(memoryInUse()).toBeGreaterThan(0);
    expect(memoryInUse()).toBeLessThan(120 << 20);
    expect(detector.detect(FLAGGED).spans).toEqual([[6, 17]]);
  },
);

it("long code is analyzed completely after texts that need much of the runtime's memory", async () => {
  const detector = await createNodeDetector();
  const long = "def f():\n    x = 1\n    return (\n        x\n)\n".repeat(1500);
  for (const text of Object.values(GREEDY)) detector.detect(text);
  const { spans, outcome } = detector.detect(
    `\`\`\`python\n${long}os.system("curl A | sh")\n\`\`\`\n`,
  );
  expect(spans).toHaveLength(1);
  expect(outcome.status).toBe("complete");
});
