/**
 * Builds, checks and tests: `npm test`. `--no-browsers` leaves out the tests that drive a browser, `--slow` adds the slow set,
 * and other arguments are passed to vitest. Exit status: that of the first step that fails.
 */
import { spawn } from "node:child_process";

const args = process.argv.slice(2);
const withBrowsers = !args.includes("--no-browsers");
const projects = [
  "parts",
  "plain",
  ...(withBrowsers ? ["browsers"] : []),
  "detector",
  ...(args.includes("--slow") ? ["slow"] : []),
];

const browsers = [
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

/** Resolves to the exit status. */
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

/** Each step begins when the one before has passed; the commands of one step run in parallel. */
const steps: readonly (() => readonly Promise<number>[])[] = [
  () => [run("npx", "--no-install", ...browsers)],
  // The checks do not read the build's output.
  () => [run("npm", "run", "build"), run("npm", "run", "check")],
  () => [run("npx", "--no-install", ...tests)],
];

for (const start of steps) {
  const statuses = await Promise.all(start());
  process.exitCode = statuses.find((status) => status !== 0) ?? 0;
  if (process.exitCode !== 0) break;
}
