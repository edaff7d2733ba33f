/**
 * Builds, checks and tests: `npm test`. `--no-browsers` leaves out the tests that drive a browser, `--slow` adds the slow set,
 * and other arguments go to vitest. Exit status: that of the first step that fails.
 */
import { spawnSync } from "node:child_process";

const args = process.argv.slice(2);
const withBrowsers = !args.includes("--no-browsers");
const projects = [
  "parts",
  ...(withBrowsers ? ["browsers"] : []),
  "detector",
  ...(args.includes("--slow") ? ["slow"] : []),
];

const steps: readonly (readonly string[])[] = [
  ["npx", "--no-install", "tsx", "scripts/browsers.ts", ...(withBrowsers ? [] : ["--no-browsers"])],
  ["npm", "run", "build"],
  ["npm", "run", "check"],
  [
    "npx",
    "--no-install",
    "vitest",
    "run",
    ...projects.flatMap((name) => ["--project", name]),
    ...args.filter((arg) => arg !== "--no-browsers" && arg !== "--slow"),
  ],
];

for (const [command = "", ...rest] of steps) {
  const { status } = spawnSync(command, rest, {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) {
    process.exitCode = status ?? 1;
    break;
  }
}
