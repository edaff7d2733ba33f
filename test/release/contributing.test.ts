import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { describe, expect, it } from "vitest";

const SECTIONS = ["Add a word", "Add a fetcher with its own options", "Add a rule"];

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

/** The command in CONTRIBUTING.md that runs the command line from its sources. */
const FROM_SOURCES = "npx tsx src/cli/main.ts";
/**
 * A folder with an `npx` that runs a bundle of the sources instead, which starts ten times as fast. The bundle does not become outdated,
 * because the commands change only query files. The first command that runs the sources is run without the bundle.
 */
const fast = join(scratch, "bin");
buildSync({
  absWorkingDir: scratch,
  entryPoints: ["src/cli/main.ts"],
  outfile: join(scratch, "src", "cli", "bundle.mjs"),
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
});
mkdirSync(fast);
writeFileSync(
  join(fast, "npx"),
  `#!/bin/sh\n[ "$1 $2" = "tsx src/cli/main.ts" ] || exit 127\nshift 2\nexec node src/cli/bundle.mjs "$@"\n`,
);
chmodSync(join(fast, "npx"), 0o755);

/** Returns the commands in the fences below a heading, including their here-documents, and the expected output after `#`. */
function commandsOf(heading: string): { command: string; prints: string | null }[] {
  const [, section = ""] = readFileSync("CONTRIBUTING.md", "utf8").split(`\n## ${heading}\n`);
  const blocks = [...(section.split("\n## ")[0] ?? "").matchAll(/^```sh\n([^]*?)^```$/gm)].map(
    ([, block = ""]) => block,
  );
  const commands = blocks.flatMap((block) => block.match(/^.*<<'EOF'\n[^]*?^EOF$|^.+$/gm) ?? []);
  return commands.map((command) => ({ command, prints: / {2}# (.+)$/.exec(command)?.[1] ?? null }));
}

const first = SECTIONS.flatMap(commandsOf).find(({ command }) => command.includes(FROM_SOURCES));

describe.each(SECTIONS)("the section %s of CONTRIBUTING.md", (heading) => {
  const commands = commandsOf(heading);

  it("contains a few commands", () => {
    expect(commands.length).toBeGreaterThan(2);
    expect(commands.length).toBeLessThan(8);
    expect(commands.some(({ prints }) => prints !== null)).toBe(true);
  });

  it.each(commands)(
    "has a command with the stated output: $command",
    ({ command, prints }) => {
      const isFast = command !== first?.command && command.includes(FROM_SOURCES);
      const { status, stdout, stderr } = spawnSync("bash", ["-c", command], {
        cwd: scratch,
        encoding: "utf8",
        env: {
          ...process.env,
          NO_COLOR: "1",
          PATH: [...(isFast ? [fast] : []), process.env["PATH"]].join(":"),
        },
      });
      expect(stdout + stderr).toContain(prints ?? "");
      // a scan with findings exits with status 1
      expect(status === 0 || (prints !== null && status === 1), stdout + stderr).toBe(true);
    },
    120_000,
  );
});

it("the commands before the section on query files are all in the tested sections", () => {
  const before = readFileSync("CONTRIBUTING.md", "utf8").split("\n## Query files\n")[0] ?? "";
  expect(before.match(/^## .+$/gm)).toEqual(SECTIONS.map((heading) => `## ${heading}`));
  expect(before.match(/^```sh$/gm)?.length).toBe(SECTIONS.length);
});
