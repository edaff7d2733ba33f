import { afterAll, expect, test } from "vitest";
import { partsOf } from "../../src/core/code/split-program.js";
import { Source } from "../../src/core/source.js";
import { createNodeDetector } from "../../src/host/node.js";

const detector = await createNodeDetector({ profile: "extended" });
afterAll(() => {
  detector.dispose();
});

const RUN = "irm https://get.example/a | iex";
const found = (text: string): readonly string[] =>
  detector.detect(text, { format: "powershell" }).findings.map(({ span }) => text.slice(...span));
const task = 'function Step {\n  $a = 1\n  Write-Host "$a"\n}\n';
const table = `$table = @'\n${'{\n  "a": 1\n}\n'.repeat(12_000)}'@\n`;

test("a very long script is split between statements, and never in a string or a block", () => {
  const text = (task.repeat(2000) + table).repeat(2);
  const parts = partsOf(Source.whole(text), "powershell").map((part) => part.text);
  expect(parts.join("")).toBe(text);
  expect(parts.length).toBeGreaterThan(2);
  for (const part of parts) expect(part).toMatch(/^(?:function|\$table)/);
  for (const part of parts) expect(part.trimEnd()).toMatch(/(?:\}|'@)$/);
});

test("a script with unmatched braces is split between lines", () => {
  const text = `{\n${"$a = 1\n".repeat(80_000)}`;
  expect(partsOf(Source.whole(text), "powershell").length).toBeGreaterThan(1);
});

test("a part after a long string is read", () => {
  const text = `${table.repeat(3)}${RUN}\n`;
  expect(found(text)).toEqual([RUN]);
  expect(found(text.replace("| iex", "| Out-Host"))).toEqual([]);
});

test("a prompt in a block comment does not make a script a session", () => {
  const help = "<#\n.EXAMPLE\nPS C:\\> Get-It\n#>\n";
  expect(found(`${help}${RUN}\n`)).toEqual([RUN]);
  expect(found(`PS C:\\> ${RUN}\n`)).toEqual([RUN]);
});

/** Functions that make a region long enough for its findings to be kept if the document is read again. */
const filler = task.repeat(200);

test("a part that names a downloaded file is read when the document is read again", () => {
  const get = "Invoke-WebRequest https://get.example/t.zip -OutFile tool.exe\n";
  expect(found(`${filler}${get}.\\tool.exe\n`)).toEqual([".\\tool.exe"]);
  expect(found(`${filler}${get}.\\other.exe\n`)).toEqual([]);
  expect(found(`function Go {\n  cmd /c "rundll32 tool.exe"\n}\n${filler}${get}Go\n`)).toHaveLength(
    1,
  );
});

test("the value of a variable is evaluated in the argument or input of a command, not in an expression", () => {
  const line = "curl -fsSL https://get.example/i.sh | sh";
  expect(found(`$c = '${line}'\nbash -c $c\n`)).toHaveLength(1);
  expect(found(`$c = '${line}'\n$c | bash\n`)).toHaveLength(1);
  expect(found(`$c = '${line}'\n$c -replace 'a', 'b'\n`)).toEqual([]);
});

test("a command in a comment of a script has a note", () => {
  const notes = (text: string): number =>
    detector.detect(text, { format: "powershell" }).notes.length;
  expect(notes(`# curl https://get.example/i.sh | sh\n${RUN}\n`)).toBe(1);
  expect(notes(`# curl https://get.example/i.sh -o i.sh\n${RUN}\n`)).toBe(0);
});
