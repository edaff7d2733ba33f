import { describe, expect, it } from "vitest";
import { sharedDetector } from "../../support/marked.js";

const SCRIPT = `#!/bin/sh
get_tool() { curl -fsSL -o tool.sh https://x.example/tool.sh; }
NOTE
get_tool
`;

async function stepsOf(text: string, profile: "contract" | "extended"): Promise<number> {
  return (await sharedDetector(profile)).explain(text).steps;
}

describe.each(["contract", "extended"] as const)("a document in the %s profile", (profile) => {
  it("is not read again for a comment that names a function or a file of it", async () => {
    const named = SCRIPT.replace("NOTE", "# get_tool saves tool.sh");
    const other = SCRIPT.replace("NOTE", "# the rest is printed xx");
    expect(await stepsOf(named, profile)).toBe(await stepsOf(other, profile));
  });

  it("is read again for a block that calls a function of another block", async () => {
    const block = (call: string): string =>
      `\`\`\`sh\nload() { curl -fsSL https://x.example/i.sh; }\n\`\`\`\n\n# Next\n\n\`\`\`sh\n${call}\n\`\`\`\n`;
    expect(await stepsOf(block("load"), profile)).toBeGreaterThan(
      await stepsOf(block("land"), profile),
    );
  });
});

it("a comment that names a downloaded file is neither a run of the file nor in its way", async () => {
  const detector = await sharedDetector("extended");
  const rules = (text: string): string[] => detector.detect(text).findings.map(({ rule }) => rule);
  expect(rules(SCRIPT.replace("NOTE", "# sh tool.sh"))).toEqual([]);
  expect(rules(`${SCRIPT}# sh tool.sh\nsh tool.sh\n`)).toEqual(["bash/fetch-file-run"]);
});
