import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

it("the example in ARCHITECTURE.md contains the current output of the stages, and the called functions are listed by stage", () => {
  const script = ["--import", "tsx", "scripts/explain-text.ts", "--check", "--trace-stages"];
  const shown = execFileSync(process.execPath, script, { encoding: "utf8" });
  expect(shown).toContain("| segment | ");
  expect(shown).toMatch(/^src\/core: \d+ files, \d+ functions$/m);
});
