/** All checks that run nothing of the product: lint, which takes longest, beside format, types, boundaries and queries. */
import { spawn } from "node:child_process";

/** Runs a script of the package; what it prints is shown when it ends, so that two of them do not mix. Resolves to whether it passed. */
function run(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn("npm", ["run", name], {
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    const printed: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => printed.push(chunk));
    child.on("close", (code) => {
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

const passed = await Promise.all([
  run("lint"),
  inTurn(["format", "types", "boundaries", "check-queries"]),
]);
process.exitCode = passed.every(Boolean) ? 0 : 1;
