import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharedDetectorOf } from "../../support/marked.js";
import { folderWith } from "../folder-with.js";
import { runHere } from "../fake-detector.js";

/**
 * Commands that an agent passes to the hook of Claude Code. A line above each one is the expected decision: `@deny`, `@ask`, or `@allow`
 * if the hook makes no decision. Lines of `---` separate the commands.
 */
const FOLDER = new URL("./commands/", import.meta.url);

const cases = readdirSync(FOLDER).flatMap((name) =>
  readFileSync(new URL(name, FOLDER), "utf8")
    .split(/^---\n/m)
    .map((written) => {
      const [head = "", ...lines] = written.trimEnd().split("\n");
      return [head.slice(1), lines.join("\n")] as const;
    }),
);

const toolkit = { createDetector: sharedDetectorOf };
const home = folderWith({});

describe("the hook for a command of a session", () => {
  it.each(cases)("has the decision %s: %s", async (decision, command) => {
    const event = { tool_name: "Bash", tool_input: { command }, cwd: home };
    const { stdout } = await runHere(["hook", "claude-code"], {
      toolkit,
      cwd: home,
      env: { HOME: home },
      stdin: JSON.stringify(event),
    });
    const answer = stdout === "" ? null : (JSON.parse(stdout) as Answer);
    expect(answer?.hookSpecificOutput.permissionDecision ?? "allow").toBe(decision);
  });
});

interface Answer {
  readonly hookSpecificOutput: { readonly permissionDecision: string };
}
