import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const SECTIONS = ["Tune a word", "Add a fetcher with its own options", "Add a rule"];

const scratch = mkdtempSync(join(tmpdir(), "curlew-contributing-"));
for (const part of [
  "package.json",
  "tsconfig.json",
  "tsconfig.base.json",
  "queries",
  "src",
  "scripts",
  "wasm",
])
  cpSync(part, join(scratch, part), { recursive: true });
for (const part of ["node_modules", "test"])
  symlinkSync(join(process.cwd(), part), join(scratch, part));
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

/** Returns the commands of the fenced blocks below a heading, each with the text after `#`. A here-document belongs to its command. */
function commandsOf(heading: string): { command: string; prints: string | null }[] {
  const [, section = ""] = readFileSync("CONTRIBUTING.md", "utf8").split(`\n## ${heading}\n`);
  const blocks = [...(section.split("\n## ")[0] ?? "").matchAll(/^```sh\n([^]*?)^```$/gm)].map(
    ([, block = ""]) => block,
  );
  const commands = blocks.flatMap((block) => block.match(/^.*<<'EOF'\n[^]*?^EOF$|^.+$/gm) ?? []);
  return commands.map((command) => ({ command, prints: / {2}# (.+)$/.exec(command)?.[1] ?? null }));
}

describe.each(SECTIONS)("%s", (heading) => {
  const commands = commandsOf(heading);

  it("consists of a few commands", () => {
    expect(commands.length).toBeGreaterThan(2);
    expect(commands.length).toBeLessThan(8);
    expect(commands.some(({ prints }) => prints !== null)).toBe(true);
  });

  it.each(commands)(
    "$command",
    ({ command, prints }) => {
      const { status, stdout, stderr } = spawnSync("bash", ["-c", command], {
        cwd: scratch,
        encoding: "utf8",
        env: { ...process.env, NO_COLOR: "1" },
      });
      expect(stdout + stderr).toContain(prints ?? "");
      // a scan with findings ends with status 1
      expect(status === 0 || (prints !== null && status === 1), stdout + stderr).toBe(true);
    },
    120_000,
  );
});

it("all commands are in the tested sections", () => {
  const before = readFileSync("CONTRIBUTING.md", "utf8").split("\n## Query files\n")[0] ?? "";
  expect(before.match(/^## .+$/gm)).toEqual(SECTIONS.map((heading) => `## ${heading}`));
  expect(before.match(/^```sh$/gm)?.length).toBe(SECTIONS.length);
});
