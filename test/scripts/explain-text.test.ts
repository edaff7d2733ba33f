import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

function explainText(...args: string[]): string {
  const script = ["--import", "tsx", "scripts/explain-text.ts", ...args];
  return execFileSync(process.execPath, script, { encoding: "utf8" });
}

it("the example in ARCHITECTURE.md contains the current output of the stages", () => {
  expect(() => explainText("--check")).not.toThrow();
});

it("--trace-stages lists the called functions by stage", () => {
  const shown = explainText("--trace-stages", "curl https://x.example | sh");
  expect(shown).toContain("| segment | ");
  expect(shown).toMatch(/^src\/core: \d+ files, \d+ functions$/m);
});
