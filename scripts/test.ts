/**
 * `npm test`: installs the programs that the tests need, then builds, checks and tests the project.
 * `--no-browsers` skips the tests that drive a browser and does not install browsers, `--slow` adds the tests in test/release and
 * test/slow, and other arguments are passed to vitest. The exit status is that of the first step that fails.
 */
import { spawn } from "node:child_process";

const args = process.argv.slice(2);
const withBrowsers = !args.includes("--no-browsers");
const projects = [
  "parts",
  "plain",
  ...(withBrowsers ? ["browsers"] : []),
  "detector",
  ...(args.includes("--slow") ? ["release", "slow"] : []),
];

const installPrograms = [
  "tsx",
  "scripts/install-test-programs.ts",
  ...(withBrowsers ? [] : ["--no-browsers"]),
];
const tests = [
  "vitest",
  "run",
  ...projects.flatMap((name) => ["--project", name]),
  ...args.filter((arg) => arg !== "--no-browsers" && arg !== "--slow"),
];

/** Runs a command and resolves to its exit status. */
function run(command: string, ...rest: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, {
      stdio: "inherit",
      shell: process.platform === "win32",
    });
    child.on("error", reject);
    child.on("close", (status) => resolve(status ?? 1));
  });
}

/** The steps, each of which starts when the previous one has passed. The commands of a step run in parallel. */
const steps: readonly (() => readonly Promise<number>[])[] = [
  () => [run("npx", "--no-install", ...installPrograms)],
  // The checks do not read the output of the build.
  () => [run("npm", "run", "build"), run("npm", "run", "check")],
  () => [run("npx", "--no-install", ...tests)],
];

for (const start of steps) {
  const statuses = await Promise.all(start());
  process.exitCode = statuses.find((status) => status !== 0) ?? 0;
  if (process.exitCode !== 0) break;
}
