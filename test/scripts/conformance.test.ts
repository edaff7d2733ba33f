import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";

/** Returns the code of a small implementation that finds only the simplest pipe. `extra` is code that runs first for each line. */
const implementation = (extra = ""): string => `
  const lines = require("node:readline").createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    const { id, text } = JSON.parse(line);
    ${extra}
    const match = /curl [^|\\n]{1,200}\\| (?:sudo )?(?:ba)?sh\\b/.exec(text);
    const spans = match === null ? [] : [[match.index, match.index + match[0].length]];
    console.log(JSON.stringify({ id, labels: match === null ? [] : ["PS"], spans }));
  });`;

function conformance(...command: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "scripts/conformance.ts", "--", ...command],
    { encoding: "utf8" },
  );
  return { status, stdout, stderr };
}

describe("the conformance runner", () => {
  it("shows the score of an implementation in a table, and lists the rows with wrong results", () => {
    const { status, stdout } = conformance(process.execPath, "-e", implementation());
    expect(status).toBe(1);
    const row = /^\| pipe-to-shell\.v1 \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|/m.exec(stdout);
    const [tp = 0, fp = 0, fn = 0, tn = 0] = (row ?? []).slice(1).map(Number);
    expect([tp + fn, fp + tn]).toEqual([10, 14]);
    expect(tp).toBeGreaterThan(0);
    expect(stdout).toMatch(/^wrong: corpora\/extended\.v1\.jsonl row \d+$/m);
    expect(stdout).not.toContain("counterexamples.v1");
  });

  it.each([
    ["does not start", ["./no-such-command"], "cannot start"],
    [
      "writes a line that is not JSON",
      [process.execPath, "-e", 'console.log("yes")'],
      "is not JSON",
    ],
    ["does not answer every line", [process.execPath, "-e", ""], "is not answered"],
    ["exits with an error", [process.execPath, "-e", "process.exit(3)"], "status 3"],
    [
      "writes another JSON object",
      [process.execPath, "-e", implementation('console.log("{}");')],
      "is not an answer",
    ],
  ])("rejects a command that %s", (_what, command, message) => {
    const { status, stderr } = conformance(...command);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
